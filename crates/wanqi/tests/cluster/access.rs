//! Who may use a server: credentials as `nsc` makes them, and certificates of both sides.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use nkeys::KeyPair;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// A claim and who has signed it, <https://docs.nats.io/running-a-nats-service/configuration/securing_nats/auth_intro/jwt>.
fn signed(issuer: &KeyPair, subject: &KeyPair, nats: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let header = part(&json!({ "typ": "JWT", "alg": "ed25519-nkey" }));
    let claim = part(&json!({
        "jti": subject.public_key(), "iat": 1_700_000_000, "iss": issuer.public_key(), "sub": subject.public_key(),
        "name": "test", "nats": nats,
    }));
    let text = format!("{header}.{claim}");
    let signature = issuer.sign(text.as_bytes()).expect("it has a secret key");
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// What a server is told of its accounts, and the text of a file of credentials for each list of subjects.
pub fn accounts<const N: usize>(subjects: [&[&str]; N]) -> (String, [String; N]) {
    let [operator, system, account] =
        [KeyPair::new_operator(), KeyPair::new_account(), KeyPair::new_account()];
    let limits = |storage: i64| {
        json!({
            "type": "account", "version": 2,
            "limits": {
                "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1,
                "mem_storage": storage, "disk_storage": storage, "streams": storage, "consumer": storage,
            },
        })
    };
    let of_operator = json!({ "type": "operator", "version": 2, "system_account": system.public_key() });
    let config = format!(
        "operator: {}\nsystem_account: {}\nresolver: MEMORY\nresolver_preload: {{\n {}: {}\n {}: {}\n}}\n",
        signed(&operator, &operator, &of_operator),
        system.public_key(),
        system.public_key(),
        signed(&operator, &system, &limits(0)),
        account.public_key(),
        signed(&operator, &account, &limits(-1)),
    );
    let credentials = subjects.map(|subjects| {
        let user = KeyPair::new_user();
        let allowed = json!({ "allow": subjects });
        let claim = json!({
            "type": "user", "version": 2, "pub": allowed, "sub": allowed, "subs": -1, "data": -1, "payload": -1,
        });
        let seed = user.seed().expect("it has a secret key");
        format!(
            "-----BEGIN NATS USER JWT-----\n{}\n------END NATS USER JWT------\n\n\
             -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n",
            signed(&account, &user, &claim)
        )
    });
    (config, credentials)
}

/// Makes an authority and certificates of a server and of a client in a folder, as docs/cluster.md does; what the server is told.
pub fn certificates(folder: &Path) -> String {
    let openssl = |arguments: &str| {
        let words = arguments.split(' ');
        let output =
            Command::new("openssl").args(words).current_dir(folder).output().expect("openssl is there");
        assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    };
    std::fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1").expect("a file");
    openssl("req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=wanqi-ca -keyout ca.key -out ca.pem");
    for name in ["server", "client"] {
        openssl(&format!("req -newkey rsa:2048 -nodes -subj /CN={name} -keyout {name}.key -out {name}.csr"));
        openssl(&format!(
            "x509 -req -in {name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 365 -extfile names -out {name}.pem"
        ));
    }
    let file = |name: &str| folder.join(name).display().to_string();
    format!(
        "tls {{ cert_file: \"{}\", key_file: \"{}\", ca_file: \"{}\", verify: true }}\n",
        file("server.pem"),
        file("server.key"),
        file("ca.pem")
    )
}
