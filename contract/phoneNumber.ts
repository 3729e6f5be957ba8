/**
 * Telephone numbers as E.164 writes them: calling codes that are given out, and how many digits a number has
 * behind its code, of fixed lines and mobiles (ITU-T and the national numbering plans, November 2026). A number
 * that passes can exist; a code that is sent there shows whether it is in use.
 */
import type { FieldError } from './errors.ts'
import { sandboxExamples } from './externalAccounts/sandboxExamples.ts'

/** Fewest and most digits of a number, and the calling codes for which they hold. */
const lengths: readonly (readonly [min: number, max: number, codes: string])[] = [
  [4, 5, '290'],
  [4, 7, '683 690'],
  [4, 11, '352'],
  [4, 13, '43'],
  [5, 5, '247 500 682'],
  [5, 7, '676 677 678 688'],
  [5, 8, '686'],
  [5, 9, '27'],
  [5, 10, '82 358 685'],
  [5, 15, '49'],
  [6, 6, '298 299 672 681 687'],
  [6, 7, '597'],
  [6, 9, '40 252 359 376 421 508'],
  [6, 10, '53 63 95 98 880'],
  [6, 12, '39'],
  [7, 7, '238 239 246 248 269 291 297 501 592 673 674 679 680 691 692 960'],
  [7, 8, '230 241 267 372 507 599 670 675 961 975'],
  [7, 9, '46 48 220 231 254 265 354 423 595 967'],
  [7, 10, '243 353'],
  [7, 11, '86'],
  [7, 12, '62 381'],
  [
    8,
    8,
    '45 47 65 216 222 223 226 227 228 232 235 236 253 257 266 268 350 356 357 370 371 373 374 382 386 389 ' +
      '502 503 504 505 506 509 591 598 689 852 853 965 968 973 974 993',
  ],
  [8, 9, '32 36 51 66 213 224 250 258 264 355 377 385 387 593 855 886 962 963 970 971'],
  [8, 10, '20 57 60 64 229 378 850 856 964 976 977'],
  [8, 12, '383 972'],
  [
    9,
    9,
    '33 34 41 56 61 93 94 211 212 218 221 233 237 240 242 244 245 249 251 255 256 260 261 262 263 351 375 ' +
      '380 420 590 594 596 966 992 994 995 996 998',
  ],
  [9, 10, '44 81 84 92'],
  [9, 11, '31'],
  [10, 10, '1 7 30 52 58 90 91 225 234'],
  [10, 11, '54 55'],
  // Of no country: satellites and networks that are everywhere. Without those that charge the called party.
  [5, 12, '870 878 881 882 883'],
]

const plans: ReadonlyMap<string, readonly [min: number, max: number]> = new Map(
  lengths.flatMap(([min, max, codes]) =>
    codes.split(' ').map((code) => [code, [min, max]] as const),
  ),
)

/** The codes behind which a number may begin with zero; elsewhere it is what one dials at home in front. */
const withZero: ReadonlySet<string> = new Set(['39', '225', '229', '241', '242', '378'])

/**
 * North America: the area is no 0, 1, N9X or 555, nor N11, and the exchange no 0 or 1. 37X and 96X are kept
 * for later.
 */
const NORTH_AMERICAN = /^(?!555|37|96)[2-9](?!11)[0-8]\d[2-9]\d{6}$/

/** What has another shape its schema has refused already. */
const SHAPE = /^\+(\d{1,15})$/

/**
 * What is wrong with a number that should exist, as the end of a sentence; undefined if nothing is.
 *
 * @param environment the sandbox takes the numbers of published examples
 */
export function phoneNumberProblem(
  number: string,
  environment: 'SANDBOX' | 'PRODUCTION',
): string | undefined {
  if (environment === 'SANDBOX' && sandboxExamples.has(number)) return undefined
  const [, digits] = SHAPE.exec(number) ?? []
  if (digits === undefined) return undefined
  // No calling code is the beginning of another one.
  const code = [1, 2, 3].map((length) => digits.slice(0, length)).find((one) => plans.has(one))
  const plan = code === undefined ? undefined : plans.get(code)
  if (code === undefined || plan === undefined) return 'has no calling code that is given out'
  return nationalProblem(code, digits.slice(code.length), plan)
}

/** `phoneNumberProblem` as errors of a field; none if no text was sent, which its schema judges. */
export function phoneNumberErrors(
  field: string,
  number: unknown,
  environment: 'SANDBOX' | 'PRODUCTION',
): FieldError[] {
  const message = typeof number === 'string' ? phoneNumberProblem(number, environment) : undefined
  return message === undefined ? [] : [{ field, constraint: 'format', message }]
}

/** What is wrong with the count of digits behind a calling code. */
export function lengthProblem(
  code: string,
  rest: string,
  min: number,
  max: number,
): string | undefined {
  if (rest.length >= min && rest.length <= max) return undefined
  return `must have ${min === max ? min : `${min} to ${max}`} digits after +${code}`
}

function nationalProblem(
  code: string,
  rest: string,
  [min, max]: readonly [number, number],
): string | undefined {
  const wrongLength = lengthProblem(code, rest, min, max)
  if (wrongLength !== undefined) return wrongLength
  if (code === '1' && !NORTH_AMERICAN.test(rest)) return 'has an area that is not given out'
  if (rest.startsWith('0') && !withZero.has(code)) return `must have no 0 after +${code}`
  return undefined
}
