//! Relations between two values, written as an expression such as `abs(a - b) >= 5`.

use std::str::FromStr;

use thiserror::Error;

/// A relation between the values `a` and `b`.
///
/// An expression has numbers, `a`, `b`, `+ - * / %`, brackets, the functions `abs(x)`, `min(x, y)` and `max(x, y)`,
/// comparisons `= == != < <= > >=`, and `and`, `or`, `not` (also `&&`, `||`, `!`). `/` rounds down and `%` has the sign of
/// what it divides by. They bind as usual: `not` weakest but for `and` and `or`, then comparisons, sums, products, signs.
/// A number counts as true where it is not 0, and a truth is 1 or 0, so `(a > b) + (a = 3) = 1` has a meaning. A
/// comparison of chained form, `1 < a < 5`, is refused.
///
/// What cannot be computed (a division by zero, a number that does not fit into 64 bits) makes the whole relation false.
///
/// ```
/// use pencilmark::Expression;
///
/// let whisper: Expression = "abs(a - b) >= 5".parse()?;
/// assert!(whisper.holds(1, 6) && !whisper.holds(1, 5));
/// let error = "abs(a - c)".parse::<Expression>().unwrap_err();
/// assert_eq!(error.to_string(), "column 9: unknown name 'c', there are a, b, abs, min, max, and, or, not");
/// # Ok::<(), pencilmark::ExpressionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// In the order of computation: each takes what it needs from a stack.
    steps: Vec<Step>,
}

/// Why a text is no expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {what}")]
#[non_exhaustive]
pub struct ExpressionError {
    /// Where, in characters from 1.
    pub column: usize,
    /// What is wrong there, lower case.
    pub what: String,
}

/// How long an expression may be, in symbols.
const LONGEST: usize = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Number(i64),
    First,
    Second,
    Apply(Operator),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Not,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    More,
    MoreOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Negate,
    Abs,
    Min,
    Max,
}

impl Operator {
    /// How strongly it binds.
    fn strength(self) -> u8 {
        match self {
            Operator::Or => 1,
            Operator::And => 2,
            Operator::Not => 3,
            Operator::Add | Operator::Subtract => 5,
            Operator::Multiply | Operator::Divide | Operator::Remainder => 6,
            Operator::Negate => 7,
            Operator::Abs | Operator::Min | Operator::Max => 8,
            _ => 4,
        }
    }

    /// How many values it takes.
    fn takes(self) -> usize {
        match self {
            Operator::Not | Operator::Negate | Operator::Abs => 1,
            _ => 2,
        }
    }

    fn is_comparison(self) -> bool {
        self.strength() == 4
    }

    fn apply(self, x: i64, y: i64) -> Option<i64> {
        Some(match self {
            Operator::Or => i64::from(x != 0 || y != 0),
            Operator::And => i64::from(x != 0 && y != 0),
            Operator::Not => i64::from(x == 0),
            Operator::Equal => i64::from(x == y),
            Operator::Unequal => i64::from(x != y),
            Operator::Less => i64::from(x < y),
            Operator::LessOrEqual => i64::from(x <= y),
            Operator::More => i64::from(x > y),
            Operator::MoreOrEqual => i64::from(x >= y),
            Operator::Add => x.checked_add(y)?,
            Operator::Subtract => x.checked_sub(y)?,
            Operator::Multiply => x.checked_mul(y)?,
            Operator::Divide => {
                let quotient = x.checked_div(y)?;
                if x % y != 0 && (x < 0) != (y < 0) { quotient.checked_sub(1)? } else { quotient }
            }
            Operator::Remainder => {
                let rest = x.checked_rem(y)?;
                if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest }
            }
            Operator::Negate => x.checked_neg()?,
            Operator::Abs => x.checked_abs()?,
            Operator::Min => x.min(y),
            Operator::Max => x.max(y),
        })
    }
}

impl Expression {
    /// Whether the relation holds between these values.
    pub fn holds(&self, a: i32, b: i32) -> bool {
        self.value(a, b).is_some_and(|value| value != 0)
    }

    fn value(&self, a: i32, b: i32) -> Option<i64> {
        let mut stack: Vec<i64> = Vec::new();
        for &step in &self.steps {
            let value = match step {
                Step::Number(number) => number,
                Step::First => i64::from(a),
                Step::Second => i64::from(b),
                Step::Apply(operator) => {
                    let last = stack.pop()?;
                    let (x, y) = if operator.takes() == 1 { (last, 0) } else { (stack.pop()?, last) };
                    operator.apply(x, y)?
                }
            };
            stack.push(value);
        }
        stack.pop()
    }
}

/// One symbol of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symbol {
    Value(Step),
    Operator(Operator),
    Open,
    Close,
    Comma,
}

fn error(column: usize, what: impl Into<String>) -> ExpressionError {
    ExpressionError { column, what: what.into() }
}

/// The symbols of a text, each with its column.
fn symbols(text: &str) -> Result<Vec<(usize, Symbol)>, ExpressionError> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let column = i + 1;
        let run = |fits: fn(char) -> bool| chars[i..].iter().take_while(|&&c| fits(c)).count();
        let next = chars.get(i + 1).copied();
        let (symbol, length) = match chars[i] {
            c if c.is_whitespace() => {
                i += 1;
                continue;
            }
            c if c.is_ascii_digit() => {
                let length = run(|c| c.is_ascii_digit());
                let number = chars[i..i + length].iter().collect::<String>().parse();
                let number = number.map_err(|_| error(column, "the number is too large"))?;
                (Symbol::Value(Step::Number(number)), length)
            }
            c if c.is_alphabetic() => {
                let length = run(|c| c.is_alphanumeric() || c == '_');
                let name: String = chars[i..i + length].iter().collect();
                (named(&name).ok_or_else(|| unknown(column, &name))?, length)
            }
            c => mark(c, next).ok_or_else(|| error(column, format!("unexpected '{c}'")))?,
        };
        found.push((column, symbol));
        if found.len() > LONGEST {
            return Err(error(column, format!("longer than {LONGEST} symbols")));
        }
        i += length;
    }
    Ok(found)
}

fn named(name: &str) -> Option<Symbol> {
    Some(match name {
        "a" => Symbol::Value(Step::First),
        "b" => Symbol::Value(Step::Second),
        "abs" => Symbol::Operator(Operator::Abs),
        "min" => Symbol::Operator(Operator::Min),
        "max" => Symbol::Operator(Operator::Max),
        "and" => Symbol::Operator(Operator::And),
        "or" => Symbol::Operator(Operator::Or),
        "not" => Symbol::Operator(Operator::Not),
        _ => return None,
    })
}

fn unknown(column: usize, name: &str) -> ExpressionError {
    let name: String = name.chars().take(40).collect();
    error(column, format!("unknown name '{name}', there are a, b, abs, min, max, and, or, not"))
}

/// A mark that is no letter and no digit, and its length.
fn mark(c: char, next: Option<char>) -> Option<(Symbol, usize)> {
    let (operator, length) = match (c, next) {
        ('=', Some('=')) => (Operator::Equal, 2),
        ('!', Some('=')) => (Operator::Unequal, 2),
        ('<', Some('=')) => (Operator::LessOrEqual, 2),
        ('>', Some('=')) => (Operator::MoreOrEqual, 2),
        ('&', Some('&')) => (Operator::And, 2),
        ('|', Some('|')) => (Operator::Or, 2),
        ('=', _) => (Operator::Equal, 1),
        ('!', _) => (Operator::Not, 1),
        ('<', _) => (Operator::Less, 1),
        ('>', _) => (Operator::More, 1),
        ('+', _) => (Operator::Add, 1),
        ('-', _) => (Operator::Subtract, 1),
        ('*', _) => (Operator::Multiply, 1),
        ('/', _) => (Operator::Divide, 1),
        ('%', _) => (Operator::Remainder, 1),
        ('(', _) => return Some((Symbol::Open, 1)),
        (')', _) => return Some((Symbol::Close, 1)),
        (',', _) => return Some((Symbol::Comma, 1)),
        _ => return None,
    };
    Some((Symbol::Operator(operator), length))
}

/// What the parser waits with until what binds more strongly has been read.
#[derive(Clone, Copy, Debug)]
enum Waiting {
    Operator(Operator),
    /// A bracket, and the function that it belongs to with the arguments read so far.
    Bracket(Option<Operator>, usize),
}

/// Reads infix notation with a stack (Dijkstra's shunting yard), so that no text is too deep for it.
impl FromStr for Expression {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Expression, ExpressionError> {
        let symbols = symbols(text)?;
        let end = text.chars().count() + 1;
        let mut parser = Parser { steps: Vec::new(), waiting: Vec::new() };
        let mut at = 0;
        // Whether a value must come next.
        let mut open = true;
        while let Some(&(column, symbol)) = symbols.get(at) {
            at += 1;
            match symbol {
                Symbol::Value(step) if open => {
                    parser.steps.push(step);
                    open = false;
                }
                Symbol::Open if open => parser.waiting.push((column, Waiting::Bracket(None, 1))),
                Symbol::Operator(function) if open && function.strength() == 8 => {
                    match symbols.get(at) {
                        Some(&(column, Symbol::Open)) => {
                            parser.waiting.push((column, Waiting::Bracket(Some(function), 1)));
                        }
                        other => return Err(error(other.map_or(end, |other| other.0), "expected '('")),
                    }
                    at += 1;
                }
                Symbol::Operator(Operator::Subtract) if open => {
                    parser.waiting.push((column, Waiting::Operator(Operator::Negate)));
                }
                Symbol::Operator(Operator::Not) if open => {
                    parser.waiting.push((column, Waiting::Operator(Operator::Not)));
                }
                _ if open => return Err(error(column, "expected a value")),
                Symbol::Operator(operator) if operator.takes() == 2 && operator.strength() < 8 => {
                    parser.operator(column, operator)?;
                    open = true;
                }
                Symbol::Comma => {
                    parser.comma(column)?;
                    open = true;
                }
                Symbol::Close => parser.close(column)?,
                _ => return Err(error(column, "expected an operator")),
            }
        }
        if open {
            return Err(error(end, "expected a value"));
        }
        parser.finish()
    }
}

struct Parser {
    steps: Vec<Step>,
    waiting: Vec<(usize, Waiting)>,
}

impl Parser {
    /// Writes down all operators down to the next bracket that bind at least as strongly as `strength`.
    fn release(&mut self, strength: u8) {
        while let Some(&(_, Waiting::Operator(operator))) = self.waiting.last() {
            if operator.strength() < strength {
                break;
            }
            self.steps.push(Step::Apply(operator));
            self.waiting.pop();
        }
    }

    fn operator(&mut self, column: usize, operator: Operator) -> Result<(), ExpressionError> {
        self.release(operator.strength() + u8::from(operator.is_comparison()));
        if operator.is_comparison()
            && let Some(&(_, Waiting::Operator(before))) = self.waiting.last()
            && before.is_comparison()
        {
            return Err(error(column, "comparisons cannot be chained, write 'and' between them"));
        }
        self.waiting.push((column, Waiting::Operator(operator)));
        Ok(())
    }

    fn comma(&mut self, column: usize) -> Result<(), ExpressionError> {
        self.release(0);
        match self.waiting.last_mut() {
            Some((_, Waiting::Bracket(Some(function), read))) if *read < function.takes() => {
                *read += 1;
                Ok(())
            }
            _ => Err(error(column, "unexpected ','")),
        }
    }

    fn close(&mut self, column: usize) -> Result<(), ExpressionError> {
        self.release(0);
        match self.waiting.pop() {
            Some((_, Waiting::Bracket(None, _))) => Ok(()),
            Some((_, Waiting::Bracket(Some(function), read))) if read == function.takes() => {
                self.steps.push(Step::Apply(function));
                Ok(())
            }
            Some((_, Waiting::Bracket(..))) => Err(error(column, "expected ','")),
            _ => Err(error(column, "no '(' for this ')'")),
        }
    }

    fn finish(mut self) -> Result<Expression, ExpressionError> {
        self.release(0);
        match self.waiting.last() {
            Some(&(column, _)) => Err(error(column, "no ')' for this '('")),
            None => Ok(Expression { steps: self.steps }),
        }
    }
}
