use std::io::Write;

use havannah_uf::proof::Proof;

use crate::context::{Context, Result};
use crate::help;
use crate::options::Input;

/// Maximum size of a file of proofs in bytes.
const MAX_FILE: u64 = 1 << 32;

/// Check proofs of `havannah prove` by playing all replies
///
/// The check uses the rules only, not the solver. The answer to each proof is the position, the winner, and the number of
/// positions in which the winner needs a move of the proof: `base 3 any, 1,1: second wins, 12 positions`. A proof that
/// does not prove its win is reported on stderr.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct CheckProof {
    #[command(flatten)]
    input: Input,
}

const EXAMPLES: &str = "\
$ boardbits havannah prove --base 2 --proof base2.proof
empty: first wins, …
$ boardbits havannah check-proof base2.proof
base 2 any, empty: first wins, …
$ boardbits havannah check-proof < base2.proof
base 2 any, empty: first wins, …";

const STATUSES: help::Statuses =
    ["all proofs hold", "a proof does not hold, or the file is wrong", help::USAGE];

pub(crate) fn run(args: &CheckProof, context: &mut Context) -> Result {
    let source = args.input.source();
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
