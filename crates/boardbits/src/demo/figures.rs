//! Measured comparisons with other programs.

/// Generated. See `xtask/src/figures`.
const FIGURES: &str = include_str!("figures.md");

/// The comparison of this part of the demo, such as `39× faster than imageproc`, if the record has it.
pub(super) fn comparison(part: &str) -> Option<&'static str> {
    let line = FIGURES.lines().find_map(|line| line.strip_prefix(part)?.strip_prefix(": "))?;
    let (_, text) = line.split_once("-->")?;
    let (text, _) = text.split_once("<!--/-->")?;
    Some(text).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{FIGURES, comparison};
    use crate::demo::PARTS;

    #[test]
    fn every_part_has_a_figure_or_a_place_for_it() {
        for part in &PARTS {
            assert!(FIGURES.contains(&format!("\n{}: <!--bench ", part.name)), "{}", part.name);
            assert!(comparison(part.name).is_none_or(|text| text.contains("× faster than ")));
        }
        assert_eq!(comparison("chess"), None);
    }
}
