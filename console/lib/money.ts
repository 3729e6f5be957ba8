/** Amounts between smallest units and the notation that users read and write. */
import type { Component } from './request.ts'

type Currency = Component<'Currency'>

type Unit = Pick<Currency, 'code' | 'decimals'> & Partial<Currency>

/**
 * `12.50 USD`; at least two decimals, no trailing zeros beyond them.
 *
 * @param minor digits as text where a number would not hold them
 */
export function shownAmount(minor: number | string, { code, decimals }: Unit): string {
  const digits = String(minor).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const shown = decimals === 0 ? '' : `.${fraction.padEnd(Math.min(2, decimals), '0')}`
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ' ')}${shown} ${code}`
}

/** `1.2K`: for the axis of a chart. */
export function shortAmount(minor: number, { decimals }: Pick<Currency, 'decimals'>): string {
  const notation = { notation: 'compact', maximumFractionDigits: 2 } as const
  return new Intl.NumberFormat('en', notation).format(minor / 10 ** decimals)
}

/** Smallest units of what was written. @throws RangeError with a message for the user */
export function minorOf(text: string, unit: Unit): number {
  return Number(digitsOf(text, unit))
}

/** Like `minorOf`, as digits, however many. @throws RangeError with a message for the user */
export function digitsOf(text: string, { code, decimals }: Unit): string {
  const match = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim())
  if (match === null) throw new RangeError(`Write an amount of ${code}, such as 10.50.`)
  const [, whole = '', fraction = ''] = match
  if (fraction.length > decimals) {
    throw new RangeError(`${code} has ${decimals} decimals at most.`)
  }
  const minor = (whole + fraction.padEnd(decimals, '0')).replace(/^0+/, '')
  if (minor === '') throw new RangeError('The amount must be above zero.')
  return minor
}
