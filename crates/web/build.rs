//! Tells the linker what the page brings.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        // The tables of endings in files ask for functions of C, which `worker.js` names. Compilers before 1.96 allowed that
        // unasked: <https://github.com/rust-lang/rust/pull/149868>
        println!("cargo:rustc-link-arg-cdylib=--allow-undefined");
    }
}
