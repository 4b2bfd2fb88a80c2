//! The app alone: `cargo run -p wanqi-server --example serve -- [PORT]`.

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let port = std::env::args().nth(1).and_then(|port| port.parse().ok());
    let bound = wanqi_server::bind(&wanqi_server::Config { port, ..wanqi_server::Config::default() }).await?;
    println!("{}", bound.url());
    bound.run(wanqi_server::interrupted()).await
}
