//! Numbers far beyond the range of `f64`, by operations that give the same bits on every machine.

/// The number `mantissa` times 2^(500 `steps`). The mantissa is below 2^500; it is 1 or more unless there are no steps.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Scaled {
    mantissa: f64,
    steps: i64,
}

/// 2^500 and 2^-500.
const UP: f64 = f64::from_bits((1023 + 500) << 52);
const DOWN: f64 = f64::from_bits((1023 - 500) << 52);

impl Scaled {
    pub(crate) const ZERO: Scaled = Scaled { mantissa: 0.0, steps: 0 };
    pub(crate) const ONE: Scaled = Scaled { mantissa: 1.0, steps: 0 };

    fn normal(mut mantissa: f64, mut steps: i64) -> Scaled {
        while mantissa.abs() >= UP {
            mantissa *= DOWN;
            steps += 1;
        }
        while mantissa.abs() < 1.0 && steps > 0 {
            mantissa *= UP;
            steps -= 1;
        }
        Scaled { mantissa, steps: if mantissa == 0.0 { 0 } else { steps } }
    }

    /// Times a number below 2^500.
    pub(crate) fn times(self, factor: f64) -> Scaled {
        Scaled::normal(self.mantissa * factor, self.steps)
    }

    pub(crate) fn over(self, divisor: f64) -> Scaled {
        Scaled::normal(self.mantissa / divisor, self.steps)
    }

    pub(crate) fn product(self, other: Scaled) -> Scaled {
        Scaled::normal(self.mantissa * other.mantissa, self.steps + other.steps)
    }

    pub(crate) fn plus(self, other: Scaled) -> Scaled {
        let (large, small) = if self.steps >= other.steps { (self, other) } else { (other, self) };
        let small = match large.steps - small.steps {
            0 => small.mantissa,
            1 => small.mantissa * DOWN,
            _ => 0.0,
        };
        Scaled::normal(large.mantissa + small, large.steps)
    }

    pub(crate) fn minus(self, other: Scaled) -> Scaled {
        self.plus(Scaled { mantissa: -other.mantissa, ..other })
    }

    /// The root of a number that is not negative.
    pub(crate) fn root(self) -> Scaled {
        let mantissa = if self.steps % 2 == 0 { self.mantissa } else { self.mantissa * UP };
        Scaled::normal(mantissa.sqrt(), self.steps / 2)
    }

    /// The same as `f64`: infinite if it is too large.
    pub(crate) fn value(self) -> f64 {
        match self.steps {
            0 => self.mantissa,
            1 => self.mantissa * UP,
            // Below 2^1024 for mantissas below 2^24.
            2 => self.mantissa * UP * UP,
            _ => self.mantissa * f64::INFINITY,
        }
    }

    /// The decimal logarithm of a number above 0; negative infinity for 0.
    pub(crate) fn log10(self) -> f64 {
        if self.mantissa <= 0.0 || !self.mantissa.is_normal() {
            return f64::NEG_INFINITY;
        }
        let bits = self.mantissa.to_bits();
        let exponent = (bits >> 52) as i64 - 1023;
        let mut x = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
        // The binary logarithm of 1 <= x < 2, bit by bit: squaring doubles it.
        let (mut fraction, mut bit) = (0.0, 0.5);
        for _ in 0..52 {
            x *= x;
            if x >= 2.0 {
                x /= 2.0;
                fraction += bit;
            }
            bit /= 2.0;
        }
        ((self.steps * 500 + exponent) as f64 + fraction) * std::f64::consts::LOG10_2
    }
}

#[cfg(test)]
mod tests {
    use crate::solver::scaled::Scaled;

    #[test]
    fn large_numbers_keep_their_logarithms() {
        let factorial = (1..=1000).fold(Scaled::ONE, |product, n| product.times(f64::from(n)));
        assert!((factorial.log10() - 2_567.604_644_222_133).abs() < 1e-9, "{}", factorial.log10());
        assert!(factorial.value().is_infinite());
        assert!((factorial.product(factorial).root().log10() - factorial.log10()).abs() < 1e-9);
        assert_eq!(factorial.minus(factorial), Scaled::ZERO);
        assert_eq!(factorial.plus(Scaled::ONE).minus(Scaled::ONE), factorial);
        let back = (1..=1000).rev().fold(factorial, |product, n| product.over(f64::from(n)));
        assert!((back.value() - 1.0).abs() < 1e-9, "{back:?}");
    }

    #[test]
    fn within_the_range_it_counts_as_f64_does() {
        for (a, b) in [(0.0, 3.0), (6.5, 2.0), (1e150, 1e140), (1e200, 7.0), (3.0, 1e100)] {
            let [x, y] = [a, b].map(|number| Scaled::ONE.times(number));
            assert_eq!(x.plus(y).value(), a + b);
            assert_eq!(x.minus(y).value(), a - b);
            assert_eq!(x.product(y).value(), a * b);
            assert_eq!(x.over(2.0).value(), a / 2.0);
            assert_eq!(x.root().value(), a.sqrt());
            assert!(a == 0.0 || (x.log10() - a.log10()).abs() < 1e-12);
        }
        assert_eq!(Scaled::ZERO.log10(), f64::NEG_INFINITY);
    }
}
