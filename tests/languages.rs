//! Expressions and regular expressions that a puzzle brings along: what is wrong with them is said, and where.
#![allow(clippy::unwrap_used)]

use pencilmark::{Expression, Regex};
use proptest::prelude::*;

#[test]
fn faults_of_expressions_are_placed() {
    let fault = |text: &str| text.parse::<Expression>().unwrap_err().to_string();
    assert_eq!(fault(""), "column 1: expected a value");
    assert_eq!(fault("a +"), "column 4: expected a value");
    assert_eq!(fault("a b"), "column 3: expected an operator");
    assert_eq!(fault("(a > b"), "column 1: no ')' for this '('");
    assert_eq!(fault("a > b)"), "column 6: no '(' for this ')'");
    assert_eq!(fault("abs(a, b)"), "column 6: unexpected ','");
    assert_eq!(fault("min(a)"), "column 6: expected ','");
    assert_eq!(fault("abs a"), "column 5: expected '('");
    assert_eq!(fault("1 < a < 5"), "column 7: comparisons cannot be chained, write 'and' between them");
    assert_eq!(fault("a & b"), "column 3: unexpected '&'");
    assert_eq!(fault("99999999999999999999 = a"), "column 1: the number is too large");
    assert_eq!(fault("ä = a"), "column 1: unknown name 'ä', there are a, b, abs, min, max, and, or, not");
}

#[test]
fn expressions_mean_what_they_say() {
    let holds = |text: &str, a, b| text.parse::<Expression>().unwrap().holds(a, b);
    assert!(holds("2 + 3 * 4 = 14 and -a * -b = 6", 2, 3));
    assert!(holds("not a = b or a = 2", 2, 2) && !holds("not (a = b or a = 2)", 2, 2));
    assert!(holds("-7 / 2 = -4 and -7 % 2 = 1 and 7 % -2 = -1", 0, 0));
    assert!(holds("a - b - 1 = 0 and 8 / 4 / 2 = 1", 3, 2));
    // What cannot be computed holds of nothing.
    assert!(!holds("a / b = 1 or 1 = 1", 1, 0) && !holds("not (a % b = 1)", 1, 0));
    assert!(
        !holds("9223372036854775807 + a > 0", 1, 0) && !holds("a * 4611686018427387904 < 1", i32::MIN, 0)
    );
    assert!(holds(&format!("{}a{}", "(".repeat(4000), ")".repeat(4000)), 1, 0));
    assert!(holds(&format!("a{}", " + 1".repeat(4000)), -3999, 0));
}

#[test]
fn faults_of_regular_expressions_are_placed() {
    let fault = |text: &str| text.parse::<Regex>().unwrap_err().to_string();
    assert_eq!(fault("1("), "column 2: no ')' for this '('");
    assert_eq!(fault("1)2"), "column 2: no '(' for this ')'");
    assert_eq!(fault("*1"), "column 1: nothing that '*' could repeat");
    assert_eq!(fault("1**"), "column 3: nothing that '*' could repeat");
    assert_eq!(fault("1{3"), "column 2: no '}' for this '{'");
    assert_eq!(fault("1{4,2}"), "column 2: expected {3}, {2,} or {2,4}");
    assert_eq!(fault("<12"), "column 1: no '>' for this '<'");
    assert_eq!(fault("<x>"), "column 1: expected a number between '<' and '>'");
    assert_eq!(fault("[5-2]"), "column 2: nothing lies between 5 and 2");
    assert_eq!(fault("[1-"), "column 1: no ']' for this '['");
    assert_eq!(fault("ab"), "column 1: unexpected 'a'");
    assert!(fault("(1{1000}){1000}").contains("more than 4000 states"));
    assert!(fault(&"(".repeat(100_000)).contains("groups more than 64 deep"));
}

proptest! {
    /// Nothing panics, whatever is written and whatever the values are.
    #[test]
    fn anything_may_be_written(text in "[ab0-9+*/%()<>=!&|, absminort{}\\[\\]^.?-]{0,30}|.{0,12}", a: i32, b: i32) {
        if let Ok(expression) = text.parse::<Expression>() {
            expression.holds(a, b);
        }
        if let Ok(regex) = text.parse::<Regex>() {
            regex.matches(&[a, b, 1, 2]);
        }
    }

    /// Regular expressions of digits mean what the usual ones mean.
    #[test]
    fn regular_expressions_are_the_usual_ones(parts in prop::collection::vec(0usize..12, 1..8), line in prop::collection::vec(1i32..4, 0..6)) {
        let written = ["1", "2", "3", ".", "[12]", "[^1]", "(1|23)", "(12)*", "3?", "2+", "[1-3]{2}", "(1|)"];
        let text: String = parts.iter().map(|&part| written[part]).collect();
        let regex: Regex = text.parse().unwrap();
        prop_assert_eq!(regex.matches(&line), slow(&parts, &line), "{}", text);
    }
}

/// Whether the parts match the line one after the other, tried in every way.
fn slow(parts: &[usize], line: &[i32]) -> bool {
    let Some((&first, rest)) = parts.split_first() else { return line.is_empty() };
    (0..=line.len()).any(|taken| one(first, &line[..taken]) && slow(rest, &line[taken..]))
}

fn one(part: usize, line: &[i32]) -> bool {
    match part {
        0..=2 => line == [part as i32 + 1],
        3 => line.len() == 1,
        4 => line.len() == 1 && line[0] != 3,
        5 => line.len() == 1 && line[0] != 1,
        6 => line == [1] || line == [2, 3],
        7 => line.chunks(2).all(|pair| pair == [1, 2]),
        8 => line.is_empty() || line == [3],
        9 => !line.is_empty() && line.iter().all(|&value| value == 2),
        10 => line.len() == 2,
        _ => line.is_empty() || line == [1],
    }
}
