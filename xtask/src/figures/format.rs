//! Figures and tables as text.

/// A time in the unit that suits it, with three significant digits.
pub(crate) fn time(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        t if t < 999.5 => (t, "ns"),
        t if t < 999.5e3 => (t / 1e3, "µs"),
        t if t < 999.5e6 => (t / 1e6, "ms"),
        t => (t / 1e9, "s"),
    };
    format!("{} {unit}", significant(value))
}

/// A factor such as `4.31×`.
pub(crate) fn factor(value: f64) -> String {
    format!("{}×", significant(value))
}

/// Three significant digits, and all digits before the point.
fn significant(value: f64) -> String {
    match value {
        v if v < 9.995 => format!("{v:.2}"),
        v if v < 99.95 => format!("{v:.1}"),
        v => number(v),
    }
}

/// A number without a fraction, its digits in groups of three.
pub(crate) fn number(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A table in Markdown. The first row is the head; the columns after the first `left` are aligned right.
pub(crate) fn markdown(rows: &[Vec<String>], left: usize) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let rule = |column| if column < left { "---" } else { "---:" }.to_owned();
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut lines = rows.iter().map(|row| line(row));
    let head = lines.next().unwrap_or_default();
    head + &line(&(0..columns).map(rule).collect::<Vec<_>>()) + &lines.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_significant_digits() {
        let times = [0.0712, 9.994, 9.996, 123.4, 999.6, 1_234_000.0, 12.3e9, 4_321e9];
        let shown =
            ["0.07 ns", "9.99 ns", "10.0 ns", "123 ns", "1.00 µs", "1.23 ms", "12.3 s", "4,321 s"];
        assert_eq!(times.map(time), shown);
        assert_eq!(factor(1234.5), "1,234×");
        assert_eq!(factor(0.83), "0.83×");
    }

    #[test]
    fn tables_align_figures_right() {
        let rows = [vec!["a".to_owned(), "b".to_owned()], vec!["c".to_owned(), "1".to_owned()]];
        assert_eq!(markdown(&rows, 1), "| a | b |\n| --- | ---: |\n| c | 1 |\n");
    }
}
