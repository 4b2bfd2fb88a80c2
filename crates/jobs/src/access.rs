//! How to be let in at a server, as commands ask for it.

use crate::{Error, Place};
use clap::Args;
use std::path::PathBuf;

/// How to be let in at a server.
#[derive(Args, Debug)]
#[command(next_help_heading = "Access to a server")]
pub struct Access {
    /// A file with a user's credentials, as nsc writes it
    #[arg(long, value_name = "FILE")]
    pub creds: Option<PathBuf>,
    /// A file with a token
    #[arg(long, value_name = "FILE")]
    pub token: Option<PathBuf>,
    /// The certificate of the authority that the server's is signed by; asks for TLS, as tls://HOST does
    #[arg(long, value_name = "FILE")]
    pub ca: Option<PathBuf>,
    /// This program's own certificate, where the server asks for one
    #[arg(long, value_name = "FILE", requires = "key")]
    pub cert: Option<PathBuf>,
    /// The key of that certificate
    #[arg(long, value_name = "FILE", requires = "cert")]
    pub key: Option<PathBuf>,
}

impl Access {
    /// Where `--on` says that units are done: `here`, by so many threads, or by the workers at an address.
    ///
    /// # Errors
    /// If it is neither, a file cannot be read, or this program was built without clusters.
    pub fn place(&self, on: &str, threads: usize) -> Result<Place, Error> {
        match on {
            "here" => Ok(Place::Here { threads }),
            address if address.contains("://") => self.at(address),
            other => Err(Error::Asked(format!(
                "--on: expected here or nats://HOST, not {}",
                wanqi_play::quoted(other)
            ))),
        }
    }

    #[cfg(feature = "cluster")]
    fn at(&self, address: &str) -> Result<Place, Error> {
        Ok(Place::Cluster(self.connection(address)?))
    }

    #[cfg(not(feature = "cluster"))]
    fn at(&self, _: &str) -> Result<Place, Error> {
        Err(no_clusters())
    }

    /// The way to a server.
    ///
    /// # Errors
    /// If the address is none, or a file cannot be read.
    #[cfg(feature = "cluster")]
    pub fn connection(&self, address: &str) -> Result<crate::cluster::Connection, Error> {
        let connection = crate::cluster::Connection {
            address: address.to_owned(),
            credentials: self.creds.clone(),
            token: self.token.clone(),
            authority: self.ca.clone(),
            certificate: self.cert.clone().zip(self.key.clone()),
        };
        connection.check()?;
        Ok(connection)
    }
}

/// This build cannot reach other machines.
#[cfg(not(feature = "cluster"))]
pub fn no_clusters() -> Error {
    Error::Asked(
        "this build of the program knows no clusters: cargo install --path crates/wanqi --features cluster"
            .into(),
    )
}
