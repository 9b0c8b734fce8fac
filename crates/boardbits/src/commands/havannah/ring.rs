//! The rule for rings.

use clap::ValueEnum;
use havannah_uf::RingRule;

/// `--ring`
#[derive(clap::Args, Clone, Copy)]
pub(super) struct RingOption {
    /// Cells that a ring must enclose
    #[arg(long, default_value = "any", value_name = "RULE")]
    ring: Ring,
}

impl RingOption {
    pub(super) fn rule(self) -> RingRule {
        self.ring.into()
    }
}

/// Cells that a ring must enclose.
#[derive(Clone, Copy, ValueEnum)]
enum Ring {
    /// Any cell, stones of either player included: the classical rule
    Any,
    /// A cell without a stone of the player
    Nonown,
    /// An empty cell
    Empty,
}

impl From<Ring> for RingRule {
    fn from(ring: Ring) -> Self {
        match ring {
            Ring::Any => Self::Any,
            Ring::Nonown => Self::NonOwn,
            Ring::Empty => Self::Empty,
        }
    }
}
