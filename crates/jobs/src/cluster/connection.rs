//! The way to a server: its address, and how to be let in, as NATS has it.

use crate::Error;
use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use std::path::PathBuf;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;

/// How often the server is asked whether it is still there: after two questions without an answer the way is looked for anew.
const PING: Duration = Duration::from_secs(5);

/// The way to a server.
#[derive(Clone, PartialEq, Debug)]
pub struct Connection {
    /// `nats://HOST:PORT` or `tls://…`, several with commas between them; a user and a password, or a token, may stand before
    /// the host.
    pub address: String,
    /// A file of a user's credentials.
    pub credentials: Option<PathBuf>,
    /// A file with a token.
    pub token: Option<PathBuf>,
    /// The authority that has signed the server's certificate.
    pub authority: Option<PathBuf>,
    /// Our own certificate and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

impl Connection {
    fn addresses(&self) -> Result<Vec<ServerAddr>, Error> {
        let wrong = |what: &str| Error::Asked(format!("{} is no address of a server: {what}", self.shown()));
        if self.address.is_empty() {
            return Err(wrong("it is empty"));
        }
        self.address
            .split(',')
            .map(|one| {
                let address: ServerAddr =
                    one.trim().parse().map_err(|error: std::io::Error| wrong(&error.to_string()))?;
                match address.scheme() {
                    "nats" | "tls" => Ok(address),
                    other => Err(wrong(&format!("it begins with {other}://, not with nats:// or tls://"))),
                }
            })
            .collect()
    }

    /// Whether it can be tried.
    ///
    /// # Errors
    /// If the address is none, or a file cannot be read.
    pub fn check(&self) -> Result<(), Error> {
        self.addresses()?;
        let files = [&self.credentials, &self.token, &self.authority].into_iter().flatten();
        for file in files.chain(self.certificate.iter().flat_map(|(certificate, key)| [certificate, key])) {
            std::fs::File::open(file)
                .map_err(|error| Error::Asked(format!("{}: {error}", file.display())))?;
        }
        Ok(())
    }

    /// The address without what is secret in it.
    pub fn shown(&self) -> String {
        let shown = |one: &str| match one.split_once("://") {
            Some((scheme, rest)) => format!("{scheme}://{}", rest.rsplit('@').next().unwrap_or(rest)),
            None => one.rsplit('@').next().unwrap_or(one).to_owned(),
        };
        self.address.split(',').map(shown).collect::<Vec<_>>().join(",")
    }

    /// Connects, and says on `notices` when the server is away and when it is back. `patient` waits for a server that is not
    /// there yet, and says why it must.
    pub(super) async fn connect(
        &self,
        patient: bool,
        notices: UnboundedSender<String>,
    ) -> Result<Client, Error> {
        let (addresses, shown) = (self.addresses()?, self.shown());
        let error = match self.options(&notices).await?.connect(&*addresses).await {
            Ok(client) => return Ok(client),
            Err(error) => format!("{shown}: {error}"),
        };
        if !patient {
            return Err(Error::Cluster(error));
        }
        // Nobody may listen.
        let _ = notices.send(format!("{error}; trying on"));
        let options = self.options(&notices).await?.retry_on_initial_connect();
        options.connect(addresses).await.map_err(|error| Error::Cluster(format!("{shown}: {error}")))
    }

    async fn options(&self, notices: &UnboundedSender<String>) -> Result<ConnectOptions, Error> {
        let file =
            |path: &PathBuf, error: std::io::Error| Error::Asked(format!("{}: {error}", path.display()));
        let mut options = ConnectOptions::new()
            .name("wanqi")
            .max_reconnects(None)
            .ping_interval(PING)
            .reconnect_delay_callback(|attempt| {
                Duration::from_millis(100).saturating_mul(attempt as u32).min(Duration::from_secs(2))
            });
        if let Some(path) = &self.token {
            let token = std::fs::read_to_string(path).map_err(|error| file(path, error))?;
            options = options.token(token.trim().to_owned());
        }
        if let Some(path) = &self.credentials {
            options = options.credentials_file(path).await.map_err(|error| file(path, error))?;
        }
        if let Some(path) = &self.authority {
            options = options.add_root_certificates(path.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &self.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone()).require_tls(true);
        }
        let (notices, name) = (notices.clone(), self.shown());
        Ok(options.event_callback(move |event| {
            let (notices, name) = (notices.clone(), name.clone());
            async move {
                let text = match event {
                    Event::Connected => format!("connected to {name}"),
                    Event::Disconnected => format!("{name} is away; what is done is kept until it is back"),
                    Event::ServerError(error) => format!("{name}: {error}"),
                    _ => return,
                };
                // Whoever listened has ended.
                let _ = notices.send(text);
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        for (address, shown) in [
            ("nats://me:secret@host:4222", "nats://host:4222"),
            ("tls://token@a,nats://b", "tls://a,nats://b"),
            ("nats://host", "nats://host"),
        ] {
            let connection = Connection {
                address: address.into(),
                credentials: None,
                token: None,
                authority: None,
                certificate: None,
            };
            assert_eq!(connection.shown(), shown);
            assert!(connection.check().is_ok());
        }
    }
}
