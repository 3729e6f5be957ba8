/** Positive decimal numbers, read from their text: no digit is lost in a float. */

export type Fraction = { readonly numerator: bigint; readonly denominator: bigint }

/** What a column of PostgreSQL holds. */
const PART_MAX = 2n ** 63n - 1n
const EXPONENT_MAX = 30

/**
 * @returns the fraction in lowest terms; undefined for what is no positive decimal number, or has more digits than a
 *   price has
 */
export function fractionOf(text: string): Fraction | undefined {
  const match = /^(\d{1,19})(?:\.(\d{1,25}))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text)
  if (match === null) return undefined
  const [, whole = '', decimals = '', exponent = '0'] = match
  const power = Number(exponent) - decimals.length
  if (Math.abs(Number(exponent)) > EXPONENT_MAX) return undefined
  const digits = BigInt(whole + decimals)
  const scale = 10n ** BigInt(Math.abs(power))
  return reduced(power >= 0 ? digits * scale : digits, power >= 0 ? 1n : scale)
}

/** A quotient of two fractions; undefined where a part of it is beyond what is stored. */
export function quotientOf(a: Fraction, b: Fraction): Fraction | undefined {
  return reduced(a.numerator * b.denominator, a.denominator * b.numerator)
}

/** Half of their sum. */
export function middleOf(a: Fraction, b: Fraction): Fraction | undefined {
  const sum = a.numerator * b.denominator + b.numerator * a.denominator
  return reduced(sum, 2n * a.denominator * b.denominator)
}

function reduced(numerator: bigint, denominator: bigint): Fraction | undefined {
  if (numerator <= 0n) return undefined
  let [a, b] = [numerator, denominator]
  while (b > 0n) [a, b] = [b, a % b]
  const fraction = { numerator: numerator / a, denominator: denominator / a }
  const fits = fraction.numerator <= PART_MAX && fraction.denominator <= PART_MAX
  return fits ? fraction : undefined
}

/** For people: rounded to at least eight significant digits, without zeros at the end: `0.859`. */
export function shownFraction({ numerator, denominator }: Fraction): string {
  const places = Math.max(8, String(denominator / numerator).length + 8)
  const scaled = ((2n * numerator * 10n ** BigInt(places)) / denominator + 1n) / 2n
  const digits = String(scaled).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
}
