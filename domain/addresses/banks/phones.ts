/**
 * Telephone numbers of the countries whose mobile money is paid: the calling code, and what stands behind it in
 * the number of a mobile telephone (ITU-T E.164 and the national numbering plans, November 2026).
 */
import { lengthProblem } from '../../../contract/phoneNumber.ts'

type Plan = {
  readonly code: string
  readonly digits: readonly [number, number]
  /** How a number of a mobile telephone begins; a fixed line has no mobile money. */
  readonly begins: RegExp
}

const plan = (code: string, begins: RegExp, min: number, max = min): Plan => ({
  code,
  begins,
  digits: [min, max],
})

const plans: Readonly<Record<string, Plan>> = {
  BD: plan('880', /^1[3-9]/, 10),
  // Eight digits until 2024, then 01 in front of them.
  BJ: plan('229', /^(01[2-9]\d{7}$|[2-9]\d{7}$)/, 8, 10),
  BW: plan('267', /^7/, 8),
  CG: plan('242', /^0[1-6]/, 9),
  CI: plan('225', /^0[157]/, 10),
  CM: plan('237', /^6/, 9),
  CN: plan('86', /^1[3-9]/, 11),
  CO: plan('57', /^3/, 10),
  EG: plan('20', /^1[0125]/, 10),
  GH: plan('233', /^[25]/, 9),
  HT: plan('509', /^[345]/, 8),
  ID: plan('62', /^8[1-9]/, 9, 12),
  KE: plan('254', /^(7|1[0-4])/, 9),
  MW: plan('265', /^(2[12]|31|77|[89][89])/, 9),
  PK: plan('92', /^3/, 10),
  RW: plan('250', /^7[2-9]/, 9),
  SN: plan('221', /^7/, 9),
  SV: plan('503', /^[5-7]/, 8),
  TG: plan('228', /^[79]/, 8),
  TZ: plan('255', /^[67]/, 9),
  UG: plan('256', /^7/, 9),
  ZM: plan('260', /^[579][5-9]/, 9),
}

/**
 * What is wrong with a number that should be one of a mobile telephone of the country, as the end of a
 * sentence; undefined if nothing is.
 */
export function mobileNumberProblem(number: string, country: string): string | undefined {
  const known = plans[country]
  if (known === undefined) return undefined
  const { code, digits, begins } = known
  if (!number.startsWith(`+${code}`)) return `is no number of ${country}: it begins with +${code}`
  const rest = number.slice(code.length + 1)
  const wrongLength = lengthProblem(code, rest, ...digits)
  if (wrongLength !== undefined) return wrongLength
  return begins.test(rest) ? undefined : `is no number of a mobile telephone in ${country}`
}
