//! wanqi
fn main() {}
