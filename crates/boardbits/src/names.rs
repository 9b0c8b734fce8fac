//! Names that the program knows, and the one that a wrong name probably means.

/// The name that is most similar to `wrong`, if any is similar.
fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let similarity = |name| strsim::jaro(wrong, name);
    let rated = names.into_iter().map(|name| (similarity(name), name));
    let best = rated.filter(|&(similarity, _)| similarity > 0.7);
    best.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name)
}

/// The end of an error message about a wrong name: the most similar name, or all of them.
pub(crate) fn suggest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(wrong, names.clone()) {
        Some(name) => format!("did you mean {name}?"),
        None => {
            let names: Vec<_> = names.into_iter().collect();
            format!("expected one of {}", names.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::suggest;

    #[test]
    fn similar_names_are_suggested() {
        let names = ["king", "knight", "rook_slide"];
        assert_eq!(suggest("kinght", names), "did you mean knight?");
        assert_eq!(suggest("rook", names), "did you mean rook_slide?");
        assert_eq!(suggest("zzz", names), "expected one of king, knight, rook_slide");
        assert_eq!(suggest("", names), "expected one of king, knight, rook_slide");
    }
}
