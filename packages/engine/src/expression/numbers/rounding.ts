import { type Digits, digitsOf, floorDivide, numberOf } from './digits.js';

export type RoundingMode = 'half even' | 'half up' | 'half down' | 'up' | 'down' | 'floor' | 'ceiling';

/** FEEL's bounds for the number of decimals (those of IEEE 754 decimal128). */
const LEAST_SCALE = -6111;
const MOST_SCALE = 6176;

/**
 * `value` with `scale` decimals, on its decimal digits and not on its double: 2.675 is a tie. A negative scale rounds to tens, hundreds ….
 * Null for a scale that is out of bounds and for results past the range of doubles.
 */
export function round(value: number, scale: number, mode: RoundingMode): number | null {
  const places = Math.trunc(scale);
  if (!(places >= LEAST_SCALE && places <= MOST_SCALE)) return null;
  const digits = digitsOf(value);
  const dropped = digits.scale - places;
  if (dropped <= 0) return value;
  return numberOf({ coefficient: roundOff(digits, dropped, mode), scale: places });
}

function roundOff({ coefficient }: Digits, dropped: number, mode: RoundingMode): bigint {
  // A double has at most 17 digits: whatever drops more is below one tenth.
  const unit = 10n ** BigInt(Math.min(dropped, 20));
  const below = floorDivide(coefficient, unit);
  const rest = coefficient - below * unit;
  if (rest === 0n) return below;
  const negative = coefficient < 0n;
  const away = negative ? below : below + 1n;
  const toZero = negative ? below + 1n : below;
  switch (mode) {
    case 'floor':
      return below;
    case 'ceiling':
      return below + 1n;
    case 'up':
      return away;
    case 'down':
      return toZero;
    default: {
      const twice = rest * 2n;
      if (twice !== unit) return twice < unit ? below : below + 1n;
      if (mode === 'half up') return away;
      if (mode === 'half down') return toZero;
      return below % 2n === 0n ? below : below + 1n;
    }
  }
}
