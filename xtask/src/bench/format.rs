//! Times, factors and tables.

/// A time in ns, µs, ms or s, with two significant digits.
pub(super) fn time(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        t if t < 995.0 => (t, "ns"),
        t if t < 995e3 => (t / 1e3, "µs"),
        t if t < 995e6 => (t / 1e6, "ms"),
        t => (t / 1e9, "s"),
    };
    format!("{} {unit}", significant(value))
}

/// Two significant digits: a second run changes the third.
pub(super) fn significant(value: f64) -> String {
    match value {
        v if v < 0.995 => format!("{v:.2}"),
        v if v < 9.95 => format!("{v:.1}"),
        v => {
            let unit = 10_f64.powf(v.log10().floor() - 1.0);
            number((v / unit).round() * unit)
        }
    }
}

/// A number without a fraction, its digits in groups of three.
pub(super) fn number(value: f64) -> String {
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

/// A table in Markdown. The first row is the head. No line breaks within a number and its unit.
pub(super) fn markdown(rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let Some((head, rows)) = rows.split_first() else { return String::new() };
    let rule = vec!["---".to_owned(); head.len()];
    rows.iter().fold(line(head) + &line(&rule), |table, row| table + &line(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_two_significant_digits() {
        let times = [0.0712, 0.996, 9.94, 9.96, 126.4, 994.0, 996.0, 1_264_000.0, 4_361e9];
        let shown = [
            "0.07 ns", "1.0 ns", "9.9 ns", "10 ns", "130 ns", "990 ns", "1.0 µs", "1.3 ms",
            "4,400 s",
        ];
        assert_eq!(times.map(time), shown);
        assert_eq!([1234.5, 0.83].map(significant), ["1,200", "0.83"]);
    }
}
