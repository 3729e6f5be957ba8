/**
 * Telephone numbers of the countries whose mobile money is paid: the calling code, and how many digits
 * a number of a mobile telephone has after it (ITU-T E.164 and the national numbering plans).
 */
type Plan = { readonly code: string; readonly digits: readonly [number, number] }

const plan = (code: string, min: number, max = min): Plan => ({ code, digits: [min, max] })

const plans: Readonly<Record<string, Plan>> = {
  BD: plan('880', 10),
  BJ: plan('229', 8, 10),
  BW: plan('267', 8),
  CG: plan('242', 9),
  CI: plan('225', 10),
  CM: plan('237', 9),
  CN: plan('86', 11),
  CO: plan('57', 10),
  EG: plan('20', 10),
  GH: plan('233', 9),
  HT: plan('509', 8),
  ID: plan('62', 9, 12),
  KE: plan('254', 9),
  MW: plan('265', 9),
  PK: plan('92', 10),
  RW: plan('250', 9),
  SN: plan('221', 9),
  SV: plan('503', 8),
  TG: plan('228', 8),
  TZ: plan('255', 9),
  UG: plan('256', 9),
  ZM: plan('260', 9),
}

/**
 * What is wrong with a number that should be one of the country, as the end of a sentence; undefined
 * where nothing is.
 */
export function phoneProblem(number: string, country: string): string | undefined {
  const known = plans[country]
  if (known === undefined) return undefined
  const { code, digits } = known
  if (!number.startsWith(`+${code}`)) return `is no number of ${country}: it begins with +${code}`
  const length = number.length - code.length - 1
  const [min, max] = digits
  if (length >= min && length <= max) return undefined
  const count = min === max ? `${min}` : `${min} to ${max}`
  return `must have ${count} digits after +${code}`
}
