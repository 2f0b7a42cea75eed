/**
 * Arithmetic of decimal numbers on doubles: results are rounded to 15 significant digits, the most that every double keeps. So sums and
 * products of decimals that fit are exact (`0.1 + 0.2 = 0.3`), and equality of doubles is equality of decimals. Whole numbers stay
 * exact up to 2^53. Each function returns null where there is no finite result.
 */

const DIGITS = 15;
/** Below this relative distance a decimal is the nearest one of 15 digits: half of the smallest spacing, 1e-15. */
const NEAR = 4.9e-16;
const MICRO = 1e6;
const MOST_MICROS = 1e15;

export function add(left: number, right: number): number | null {
  const sum = left + right;
  return isExact(sum, left, right) ? sum + 0 : settle(sum);
}

export function subtract(left: number, right: number): number | null {
  const difference = left - right;
  return isExact(difference, left, right) ? difference + 0 : settle(difference);
}

export function multiply(left: number, right: number): number | null {
  const product = left * right;
  return isExact(product, left, right) ? product + 0 : settle(product);
}

export function divide(left: number, right: number): number | null {
  if (right === 0) return null;
  const quotient = left / right;
  const rounded = settle(quotient);
  // A quotient that is no short decimal keeps all digits of the double, so that 10 / 3 * 3 is 10.
  return rounded === null || rounded * right === left ? rounded : quotient;
}

export function power(base: number, exponent: number): number | null {
  const result = base ** exponent;
  return isExact(result, base, exponent) && exponent >= 0 ? result + 0 : settle(result);
}

/** A result of whole numbers that doubles represent exactly, and small whole numbers. */
function isExact(result: number, left: number, right: number): boolean {
  if ((result | 0) === result) return true;
  return Number.isSafeInteger(result) && Number.isInteger(left) && Number.isInteger(right);
}

/** The double nearest to the decimal of 15 significant digits that is nearest to `value`; null for NaN and infinities. */
export function settle(value: number): number | null {
  // Most results have at most 6 decimals. Multiplying and dividing by a power of ten finds them without formatting.
  const micros = Math.round(value * MICRO);
  if (micros < MOST_MICROS && micros > -MOST_MICROS) {
    const candidate = micros / MICRO;
    if (candidate === value) return candidate + 0;
    if (Math.abs(value - candidate) < Math.abs(value) * NEAR) return candidate;
  }
  if (!Number.isFinite(value)) return null;
  return Number(value.toPrecision(DIGITS)) + 0;
}
