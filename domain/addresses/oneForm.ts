/**
 * One spelling of what people write in several: as printed on paper, as a wallet copies it. The schemas
 * judge the one spelling, and it is what is kept and paid.
 */
import { domainToASCII } from 'node:url'
import { composed } from '../../contract/composedText.ts'

type Fields = Readonly<Record<string, unknown>>
type Spelling = (text: string, info: Fields) => string

/** Blanks between groups: the usual ones, and those that word processors put there. */
const blanks = /[ \u00a0\u2007\u202f]/g
const withoutBlanks: Spelling = (text) => text.replace(blanks, '')
const upper: Spelling = (text) => text.replace(blanks, '').toUpperCase()
/** `11.222.333/0001-81`, `20-00-00`. */
const withoutMarks: Spelling = (text) => text.replace(/[ \u00a0\u2007\u202f./-]/g, '').toUpperCase()
/** Some copy the word with the number: no country has the letters IB. */
const iban: Spelling = (text, info) => withoutMarks(text, info).replace(/^IBAN:?/, '')
/** `+55 (11) 98765-4321`. */
const phone: Spelling = (text) =>
  text.trim().startsWith('+') ? text.replace(/[ \u00a0\u2007\u202f().-]/g, '') : text

const pixKey: Spelling = (key, { pixKeyType }) => {
  if (pixKeyType === 'CPF' || pixKeyType === 'CNPJ') return withoutMarks(key, {})
  return pixKeyType === 'PHONE' ? phone(key, {}) : key.trim()
}

const withoutScheme: Spelling = (text) => text.trim().replace(/^lightning:(\/\/)?/i, '')

/** BOLT 12: a plus between letters joins the parts of an offer, with blanks after it. */
const offer: Spelling = (text) => {
  const joined = withoutScheme(text, {}).replace(/(?<=[0-9a-z])\+\s*(?=[0-9a-z])/gi, '')
  return joined === joined.toUpperCase() ? joined.toLowerCase() : joined
}

const lightningAddress: Spelling = (text) => {
  const [name, domain, ...more] = withoutScheme(text, {}).split('@')
  if (name === undefined || domain === undefined || more.length > 0) return text
  return `${name}@${domainToASCII(domain) || domain}`
}

const spellings: Readonly<Record<string, Spelling>> = {
  iban,
  swiftCode: upper,
  routingNumber: withoutMarks,
  intermediaryRoutingNumber: withoutMarks,
  clabeNumber: withoutMarks,
  sortCode: withoutMarks,
  bankCode: withoutBlanks,
  branchCode: withoutBlanks,
  ifsc: upper,
  accountNumber: withoutBlanks,
  taxId: withoutMarks,
  pixKey,
  phoneNumber: phone,
  vpa: (text) => text.trim(),
  // Some spreadsheets and scanners write all of it in upper case.
  address: (text) => text.trim().replace(/^0X(?=[0-9A-Fa-f]{40}$)/, '0x'),
  invoice: withoutScheme,
  bolt12: offer,
  lightningAddress,
}

/**
 * No field of an account is longer: its schema refuses what is. Decoding takes the square of the length, so
 * longer text is neither respelled nor checked any further.
 */
export const FIELD_CHARACTERS_MAX = 4_096

/** The body of a new external account with one spelling of each field; the same body for any other. */
export function inOneForm(sent: unknown): unknown {
  const body = composed(sent)
  const { accountInfo: info } = fieldsOf(body)
  if (info === undefined || typeof info !== 'object' || info === null) return body
  const given = fieldsOf(info)
  const spelled = Object.entries(given).map(([name, value]) => {
    const spelling = Object.hasOwn(spellings, name) ? spellings[name] : undefined
    const isText = typeof value === 'string' && value.length <= FIELD_CHARACTERS_MAX
    return [name, isText && spelling !== undefined ? spelling(value, given) : value]
  })
  return { ...fieldsOf(body), accountInfo: Object.fromEntries(spelled) }
}

function fieldsOf(value: unknown): Fields {
  const isFields = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isFields ? (value as Fields) : {}
}
