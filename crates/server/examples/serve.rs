//! The app alone: `cargo run -p server --example serve -- [PORT]`.

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let port = std::env::args().nth(1).and_then(|port| port.parse().ok());
    let bound = server::bind(&server::Config { port, ..server::Config::default() }).await?;
    println!("{}", bound.url());
    bound.run(server::interrupted()).await
}
