//! Medians and their errors.

/// The standard error of the median of ratios, from their median deviation: a busy machine
/// makes many outliers, which barely change the median.
pub(crate) fn standard_error(ratios: &[f64]) -> f64 {
    let middle = median(ratios);
    let deviations: Vec<f64> = ratios.iter().map(|ratio| (ratio / middle - 1.0).abs()).collect();
    // For a normal distribution: σ = 1.4826 · median deviation, error of the median = 1.2533 · σ / √n.
    1.4826 * 1.2533 * median(&deviations) / (ratios.len() as f64).sqrt()
}

/// The middle value, or the mean of the two in the middle. There must be at least one.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    }
}
