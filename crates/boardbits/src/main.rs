//! The program `boardbits`.

fn main() -> std::process::ExitCode {
    boardbits::main()
}
