//! `boardbits havannah`: games of Havannah are judged, analyzed and played.
//!
//! `games.rs` reads games for `analyze.rs`; `referee.rs` reads cases of Google Code Jam, and
//! `gtp.rs` plays.

mod analyze;
mod games;
mod gtp;
mod referee;

use havannah_uf::{RingRule, Wins};

use crate::context::{Context, Result};
use crate::options::Names;

/// Judge, analyze and play games of Havannah
#[derive(clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum Havannah {
    Referee(referee::Referee),
    Analyze(analyze::Analyze),
    Gtp(gtp::Gtp),
}

pub(crate) fn run(command: Havannah, context: &mut Context) -> Result {
    match command {
        Havannah::Referee(args) => referee::run(&args, context),
        Havannah::Analyze(args) => analyze::run(&args, context),
        Havannah::Gtp(args) => gtp::run(&args, context),
    }
}

/// `--ring`
#[derive(clap::Args, Clone, Copy)]
struct RingOption {
    /// What a ring encloses: any cell, the classical rule; one without an own stone (nonown); or an
    /// empty one. The default is the rule of the record, if it names one, or else any
    #[arg(long, value_name = "RULE", value_parser = RINGS.parser())]
    ring: Option<RingRule>,
}

static RINGS: Names<RingRule> =
    Names(&[("any", RingRule::Any), ("nonown", RingRule::NonOwn), ("empty", RingRule::Empty)]);

/// The names of the structures that win.
fn names(wins: Wins) -> Vec<String> {
    wins.iter().map(|way| way.to_string()).collect()
}
