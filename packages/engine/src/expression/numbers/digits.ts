/** A number as its shortest decimal: `coefficient * 10 ** -scale`, where the scale may be negative. */
export interface Digits {
  readonly coefficient: bigint;
  readonly scale: number;
}

/** The decimal that a finite double prints as. */
export function digitsOf(value: number): Digits {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { coefficient: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

/** The double nearest to the decimal; null past the range of doubles. */
export function numberOf({ coefficient, scale }: Digits): number | null {
  const value = Number(`${coefficient}e${-scale}`);
  return Number.isFinite(value) ? value + 0 : null;
}

/** Both numbers as whole multiples of one power of ten. */
export function aligned(left: number, right: number): { left: bigint; right: bigint; scale: number } {
  const a = digitsOf(left);
  const b = digitsOf(right);
  const scale = Math.max(a.scale, b.scale);
  return {
    left: a.coefficient * 10n ** BigInt(scale - a.scale),
    right: b.coefficient * 10n ** BigInt(scale - b.scale),
    scale,
  };
}

/** Division that rounds down, also for negative numbers. */
export function floorDivide(left: bigint, right: bigint): bigint {
  const quotient = left / right;
  return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient;
}

/** A number as FEEL writes it: plain decimal digits, without an exponent. */
export function printNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const { coefficient, scale } = digitsOf(value);
  const sign = coefficient < 0n ? '-' : '';
  const digits = (coefficient < 0n ? -coefficient : coefficient).toString();
  if (scale <= 0) return `${sign}${digits}${'0'.repeat(-scale)}`;
  const padded = digits.padStart(scale + 1, '0');
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}
