use std::io::Write;
use std::path::PathBuf;

use havannah_uf::proof::Proof;

use crate::context::{Context, Result};
use crate::input::Source;

/// Maximum size of a file of proofs in bytes.
const MAX_FILE: u64 = 1 << 32;

/// Check proofs of `havannah prove` by playing all replies
///
/// The check uses the rules only, not the solver. The answer to each proof is the position, the winner, and the number of
/// positions in which the winner needs a move of the proof: `base 3 any, 1,1: second wins, 12 positions`. A proof that
/// does not prove its win is reported on stderr.
///
/// Exit status: 0 all proofs hold, 1 a proof does not hold or the file is wrong, 2 wrong usage.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    boardbits havannah prove --base 3 --openings --proof base3.proof\n  \
    boardbits havannah check-proof base3.proof")]
pub(crate) struct CheckProof {
    /// File with proofs, stdin if missing or `-`
    file: Option<PathBuf>,
}

pub(crate) fn run(args: &CheckProof, context: &mut Context) -> Result {
    let source = Source::from_option(args.file.as_deref());
    let text = source.read_text(MAX_FILE)?;
    let proofs = match Proof::parse_all(&text) {
        Ok(proofs) => proofs,
        Err(error) => {
            context.complain(&source, error);
            return Ok(());
        }
    };
    if proofs.is_empty() {
        context.complain(&source, "expected a proof, found none");
    }
    for (number, proof) in (1..).zip(&proofs) {
        match proof.check() {
            Ok(positions) => {
                let Proof { base, rule, moves, winner, .. } = proof;
                let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
                let moves = if moves.is_empty() { "empty".into() } else { moves.join(" ") };
                writeln!(
                    context.out,
                    "base {base} {rule}, {moves}: {winner} wins, {positions} positions"
                )?;
                context.out.flush()?;
            }
            Err(error) => context.complain(format_args!("{source}: proof {number}"), error),
        }
    }
    Ok(())
}
