//! Regular expressions over values.

use std::str::FromStr;

use thiserror::Error;

use crate::model::domain::Domain;
use crate::puzzle::automaton::Automaton;

/// A regular expression over the values along a line; the whole line has to match it.
///
/// | written | means |
/// |---|---|
/// | `7` | the value 7: each digit is a value of its own |
/// | `<12>`, `<-3>` | the value 12, the value -3 |
/// | `.` | any value |
/// | `[135]`, `[1-4<10>-<12>]`, `[^5]` | one of these values; any but these |
/// | `xy`, `x\|y`, `(x)` | one after the other; one or the other; a group |
/// | `x?`, `x*`, `x+` | at most once; any number of times; at least once |
/// | `x{3}`, `x{2,}`, `x{2,4}` | so many times |
///
/// White space means nothing.
///
/// ```
/// use pencilmark::Regex;
///
/// let regex: Regex = "[1-3]* <10> .?".parse()?;
/// assert!(regex.matches(&[2, 2, 10]) && regex.matches(&[10, 7]));
/// assert!(!regex.matches(&[2, 4, 10]));
/// assert_eq!("12[3".parse::<Regex>().unwrap_err().to_string(), "column 3: no ']' for this '['");
/// # Ok::<(), pencilmark::RegexError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regex {
    pub(crate) automaton: Automaton,
}

/// Why a text is no regular expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {what}")]
#[non_exhaustive]
pub struct RegexError {
    /// Where, in characters from 1.
    pub column: usize,
    /// What is wrong there, lower case.
    pub what: String,
}

/// The most states of the automaton that a regular expression is made into.
const MOST_STATES: usize = 4_000;
/// How deep groups may lie in each other.
const DEEPEST: usize = 64;

fn error<T>(at: usize, what: impl Into<String>) -> Result<T, RegexError> {
    Err(RegexError { column: at + 1, what: what.into() })
}

impl Regex {
    /// Whether these values match it, from the first to the last.
    pub fn matches(&self, values: &[i32]) -> bool {
        use crate::rules::layers::Machine;
        let start = Some(self.automaton.start());
        let step = |states: Option<Vec<u32>>, &value| self.automaton.step(0, &states?, value);
        values.iter().fold(start, step).is_some_and(|states| self.automaton.accepts(&states))
    }
}

/// A part of a regular expression.
enum Node {
    Values(Domain),
    Sequence(Vec<Node>),
    Either(Vec<Node>),
    /// At least so often; at most so often more, if there is a limit.
    Times(Box<Node>, usize, Option<usize>),
}

/// A group that is being read.
#[derive(Default)]
struct Group {
    at: usize,
    finished: Vec<Node>,
    current: Vec<Node>,
}

impl Group {
    fn close(self) -> Node {
        let mut options = self.finished;
        options.push(Node::Sequence(self.current));
        Node::Either(options)
    }
}

struct Text {
    chars: Vec<char>,
    at: usize,
}

impl FromStr for Regex {
    type Err = RegexError;

    fn from_str(text: &str) -> Result<Regex, RegexError> {
        let mut text = Text { chars: text.chars().collect(), at: 0 };
        let node = text.parse()?;
        let mut automaton = Automaton::default();
        let start = automaton.state();
        automaton.start_in(start);
        match build(&mut automaton, &node, start) {
            Some(end) => automaton.accept_in(end),
            None => return error(0, format!("it would need more than {MOST_STATES} states")),
        }
        Ok(Regex { automaton })
    }
}

impl Text {
    fn parse(&mut self) -> Result<Node, RegexError> {
        let mut groups = vec![Group::default()];
        // Whether the last thing read may be repeated.
        let mut whole = false;
        while let Some(&c) = self.chars.get(self.at) {
            let at = self.at;
            let depth = groups.len();
            let Some(group) = groups.last_mut() else { return error(at, "no '(' for this ')'") };
            self.at += 1;
            match c {
                c if c.is_whitespace() => continue,
                '(' if depth > DEEPEST => return error(at, format!("groups more than {DEEPEST} deep")),
                '(' => {
                    groups.push(Group { at, ..Group::default() });
                    whole = false;
                }
                ')' => {
                    let node = groups.pop().map(Group::close);
                    match groups.last_mut().zip(node) {
                        Some((group, node)) => group.current.push(node),
                        None => return error(at, "no '(' for this ')'"),
                    }
                    whole = true;
                }
                '|' => {
                    let option = std::mem::take(&mut group.current);
                    group.finished.push(Node::Sequence(option));
                    whole = false;
                }
                '?' | '*' | '+' | '{' => {
                    let Some(node) = group.current.pop().filter(|_| whole) else {
                        return error(at, format!("nothing that '{c}' could repeat"));
                    };
                    let (low, more) = match c {
                        '?' => (0, Some(1)),
                        '*' => (0, None),
                        '+' => (1, None),
                        _ => self.times(at)?,
                    };
                    group.current.push(Node::Times(Box::new(node), low, more));
                    whole = false;
                }
                _ => {
                    self.at = at;
                    let values = self.values()?;
                    group.current.push(Node::Values(values));
                    whole = true;
                }
            }
        }
        match groups.pop() {
            Some(group) if groups.is_empty() => Ok(group.close()),
            group => error(group.map_or(0, |group| group.at), "no ')' for this '('"),
        }
    }

    /// `3}`, `2,}` or `2,4}`, behind the brace.
    fn times(&mut self, brace: usize) -> Result<(usize, Option<usize>), RegexError> {
        let rest = self.chars[self.at..].iter();
        let Some(length) = rest.clone().position(|&c| c == '}') else {
            return error(brace, "no '}' for this '{'");
        };
        let text: String = rest.take(length).filter(|c| !c.is_whitespace()).collect();
        let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => text.parse::<usize>().ok().filter(|&number| number <= MOST_STATES),
            false => None,
        };
        let times = match text.split_once(',') {
            None => number(&text).map(|times| (times, Some(0))),
            Some((low, "")) => number(low).map(|low| (low, None)),
            Some((low, high)) => number(low)
                .zip(number(high))
                .and_then(|(low, high)| Some((low, Some(high.checked_sub(low)?)))),
        };
        self.at += length + 1;
        match times {
            Some(times) => Ok(times),
            None => error(brace, "expected {3}, {2,} or {2,4}"),
        }
    }

    /// One value, a point, or a class.
    fn values(&mut self) -> Result<Domain, RegexError> {
        let start = self.at;
        match self.chars[start] {
            '.' => {
                self.at += 1;
                Ok(Domain::from(i32::MIN..=i32::MAX))
            }
            '[' => self.class(),
            _ => self.value().map(|value| Domain::from([value])),
        }
    }

    /// A digit, or a number in angle brackets.
    fn value(&mut self) -> Result<i32, RegexError> {
        let start = self.at;
        let c = self.chars[start];
        self.at += 1;
        if let Some(digit) = c.to_digit(10) {
            return Ok(digit as i32);
        }
        if c != '<' {
            return error(start, format!("unexpected '{c}'"));
        }
        let rest = self.chars[self.at..].iter();
        let Some(length) = rest.clone().position(|&c| c == '>') else {
            return error(start, "no '>' for this '<'");
        };
        let text: String = rest.take(length).collect();
        self.at += length + 1;
        match text.trim().parse() {
            Ok(value) => Ok(value),
            Err(_) => error(start, "expected a number between '<' and '>'"),
        }
    }

    fn class(&mut self) -> Result<Domain, RegexError> {
        let start = self.at;
        self.at += 1;
        let mut runs: Vec<(i32, i32)> = Vec::new();
        let negated = self.chars.get(self.at) == Some(&'^');
        self.at += usize::from(negated);
        loop {
            match self.chars.get(self.at) {
                None => return error(start, "no ']' for this '['"),
                Some(']') => break,
                Some(c) if c.is_whitespace() => self.at += 1,
                Some(_) => {
                    let at = self.at;
                    let low = self.value()?;
                    let mut high = low;
                    if self.chars.get(self.at) == Some(&'-') {
                        self.at += 1;
                        if self.at >= self.chars.len() {
                            return error(start, "no ']' for this '['");
                        }
                        high = self.value()?;
                    }
                    if high < low {
                        return error(at, format!("nothing lies between {low} and {high}"));
                    }
                    runs.push((low, high));
                }
            }
        }
        self.at += 1;
        runs.sort_unstable();
        Ok(if negated { union(&complement(&runs)) } else { union(&runs) })
    }
}

fn union(runs: &[(i32, i32)]) -> Domain {
    Domain::union(runs.iter().map(|&(low, high)| Domain::from(low..=high)))
}

/// What lies between some runs, which are sorted by their lowest values.
fn complement(runs: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let mut gaps = Vec::new();
    let mut next = Some(i32::MIN);
    for &(low, high) in runs {
        if let Some(from) = next
            && from < low
        {
            gaps.push((from, low - 1));
        }
        next = next.and_then(|next| Some(next.max(high.checked_add(1)?)));
    }
    gaps.extend(next.map(|from| (from, i32::MAX)));
    gaps
}

/// Adds what `node` matches from state `from` on (Thompson 1968), and gives the state behind it; none if it would be too
/// large.
fn build(automaton: &mut Automaton, node: &Node, from: u32) -> Option<u32> {
    if automaton.states() > MOST_STATES {
        return None;
    }
    match node {
        Node::Values(values) => {
            let to = automaton.state();
            automaton.step(from, values.clone(), to);
            Some(to)
        }
        Node::Sequence(nodes) => nodes.iter().try_fold(from, |from, node| build(automaton, node, from)),
        Node::Either(options) => {
            let end = automaton.state();
            for option in options {
                let start = automaton.state();
                automaton.join(from, start);
                let last = build(automaton, option, start)?;
                automaton.join(last, end);
            }
            Some(end)
        }
        Node::Times(node, low, more) => {
            let mut at = from;
            for _ in 0..*low {
                at = build(automaton, node, at)?;
            }
            let end = automaton.state();
            match more {
                Some(more) => {
                    for _ in 0..*more {
                        automaton.join(at, end);
                        at = build(automaton, node, at)?;
                    }
                }
                None => {
                    let again = automaton.state();
                    automaton.join(at, again);
                    let last = build(automaton, node, again)?;
                    automaton.join(last, again);
                    at = again;
                }
            }
            automaton.join(at, end);
            Some(end)
        }
    }
}
