/** Answers with the same values whenever they are recorded, in place of ids, instants and chance. */
import { createHash } from 'node:crypto'
import { given, uuid } from '../../api/reference/useCases/given.ts'

type Json = Readonly<Record<string, unknown>>
type Texts = ReadonlyMap<string, string>

/** What a list is cut to. */
const ITEMS = 4

/** Tests draw tickers of stablecoins, longer than currencies. */
const withoutTicker = (text: string): string => (text.length > 4 ? given.ticker : text)

/** Members that the builders of tests and the clock give other values each time. */
const members: Readonly<Record<string, (value: string) => string | number | undefined>> = {
  accountNumber: (text) => `000123456${text.slice(-3)}`,
  to: (text) => (text.startsWith('+') ? given.germanPhoneNumber : undefined),
  phoneNumber: (text) => (text.startsWith('+49') ? given.germanPhoneNumber : given.phoneNumber),
  iban: (text) => text,
  registrationNumber: () => 'C1234567',
  // Of an invitation, which may be without a digit.
  code: (text) => (text.length === 22 ? given.invitation : undefined),
  verificationLink: () => 'https://verify.example.com/websdk/p/2natwRWQTjRaaUPbo65plbyK',
  memo: () => '1DC95AEB8FDA',
  providerTokenIdentifier: () => given.ticker,
  currency: withoutTicker,
  symbol: withoutTicker,
  webhookPublicKey: () => PUBLIC_KEY,
  /** Of the signature in a webhook's header. */
  s: () => SIGNATURE,
  panEmbedUrl: () =>
    'https://issuer.example.com/v1/embed/card?hmac=IeRAfKXh9g5xbx75&embed_request=eyJ0b2tl',
  timestampMs: () => String(BEGUN),
  last4: () => '4242',
  expMonth: () => 1,
  expYear: () => 2031,
  durationMs: () => 12,
  dailyResetDate: () => '2026-01-15',
  monthlyResetMonth: () => '2026-01',
  day: () => '2026-01-15',
}

const PUBLIC_KEY = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEp2OfwPxnTCtAny/blKhVdAwQKxk1
gi/Fb1Z3ESH+R3LOjgdnRVoMY2X7HMRxjSyE6alkO1CgBc9EaVb33miswg==
-----END PUBLIC KEY-----
`

const SIGNATURE =
  'MEUCIC/J6OTUDVmZuw5MaINt+4eXWrz5vhZrnmyILRCDD2t/AiEA9XkohPTzl9ECW0g+3nedyLqe9I3E/0FbmmLZbIns2VY='

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g
const UUID = /(?:([A-Z]\w+):)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g
const BEGUN = Date.parse('2026-01-15T09:30:00.000Z')
const SECOND = 1_000
/** Lifetimes are multiples of it; what takes less is the time that the run itself takes. */
const STEP = 300 * SECOND
const DAY = 24 * 3_600 * SECOND
const YEAR = 365 * DAY

/**
 * @param known what texts of this run are shown as
 * @param now when the answer came
 */
export function stable(answer: unknown, known: Texts, now: number): unknown {
  const cut = inOrder(answer)
  return replaced(cut, textsOf(known, instantsOf(JSON.stringify(cut), now)), '')
}

/** Lists without what is beyond their newest items, those of one instant in an order of their own. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    if (typeof value[0] !== 'object') return value
    const parts = value.map(inOrder) as Json[]
    const items = parts.toSorted(byContent(parts))
    // A series ends with the newest, a page begins with it.
    return items[0]?.at !== undefined ? items.slice(-ITEMS) : items.slice(0, ITEMS)
  }
  const entries = Object.entries(value).map(([name, part]) => [name, inOrder(part)] as const)
  // Parts of a record come from a column, in the column's order, or as they are about to be written.
  const whole: Json = Object.fromEntries('id' in value ? entries : entries.sort(asColumn))
  if (!Array.isArray(whole.data) || whole.hasMore === undefined) return whole
  const { nextCursor: _, ...page } = whole
  const totalCount = whole.data.length
  return { ...page, hasMore: false, ...('totalCount' in page && { totalCount }) }
}

/** Compares names of members as PostgreSQL orders them in `jsonb`. */
function asColumn([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one.length - other.length || one.localeCompare(other)
}

/** Compares what was made at one instant, which the service orders by ids of chance. */
function byContent(items: readonly Json[]): (one: Json, other: Json) => number {
  const instants = items.map((item) => item.createdAt)
  const content = (item: Json): string => JSON.stringify(item).replaceAll(UUID, '')
  return (one, other) =>
    instants.indexOf(one.createdAt) - instants.indexOf(other.createdAt) ||
    (one.id === undefined || one.createdAt === undefined
      ? 0
      : content(one).localeCompare(content(other)))
}

/** What instants of the run are shown as: all of the moment as one, lifetimes as long as they are. */
function instantsOf(text: string, now: number): Texts {
  // What examples send is long ago, and stays.
  const isOfRun = (instant: string): boolean => Math.abs(Date.parse(instant) - now) < YEAR / 2
  const found = [...new Set(text.match(INSTANT))].filter(isOfRun).sort()
  const first = Math.min(now, Date.parse(found[0] ?? ''))
  const shownAs = found.map((instant): [string, string] => {
    const later = Math.round((Date.parse(instant) - first) / STEP) * STEP
    // An hour of a business day: how far that is depends on today.
    const isOfCalendar = later > DAY && instant.endsWith(':00:00.000Z')
    return [instant, new Date(BEGUN + (isOfCalendar ? 7 * DAY : later)).toISOString()]
  })
  return new Map(shownAs)
}

/** Replaces what is of the run in a text. */
type Replace = (text: string) => string

function textsOf(known: Texts, instants: Texts): Replace {
  const long = [...known].filter(([text]) => text.length > 11)
  const counts = new Map<string, number>()
  const kept = new Map<string, string>()
  const once = (text: string, make: () => string): string => {
    const shownAs = kept.get(text) ?? make()
    kept.set(text, shownAs)
    return shownAs
  }
  const next = (kind: string): number => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count
  }
  const newUuid = (type = 'uuid'): string => uuid((0x30 + next(type)).toString(16))
  // A code that is known is a part of addresses, too.
  for (const shownAs of known.values()) kept.set(shownAs, shownAs)
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    return long
      .reduce((left, [real, shownAs]) => left.replaceAll(real, shownAs), text)
      .replaceAll(INSTANT, (instant) => instants.get(instant) ?? instant)
      .replaceAll(UUID, (whole, type, real) => {
        if (real.startsWith(uuid(''))) return whole
        if (type === 'Request') return given.request
        const shownAs = once(real, () => newUuid(type))
        return type === undefined ? shownAs : `${type}:${shownAs}`
      })
      .replaceAll(/^[A-Z]+ \(sandbox\)$/g, `${given.ticker} (sandbox)`)
      .replaceAll(/\b(Acme|agent)( |%20)[\da-f-]{36}/g, '$1')
      .replaceAll(/-[\da-f]{8}(?=@|%40)/g, '')
      .replaceAll(/\$[\da-f]{8}-[\da-f]{4}@/g, (start) =>
        once(start, () => `$customer${next('customer')}@`),
      )
      .replaceAll(/(?<=\/invitations\/).*/g, given.invitation)
      .replaceAll(/\b[\dA-Z]{4}(-[\dA-Z]{4}){2}\b/g, given.deviceCode)
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/hooks/g, 'https://platform.example.com/webhooks')
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://api.example.com')
      .replaceAll(/[\w-]{16,}/g, (token) =>
        isOfChance(token) ? once(token, () => drawn(token, next('chance'))) : token,
      )
  }
}

/** Whether a word is drawn: it has digits, and is no name of capitals, no uuid and no date. */
function isOfChance(word: string): boolean {
  if (/^[\dA-Z]+$/.test(word)) return /[A-Z]/.test(word) && (/\d/.test(word) || word.length === 32)
  return /\d/.test(word) && /[a-z]/.test(word) && !word.includes(uuid(''))
}

/** Signatures in hex, addresses in base58 and sealed contents are longer and shorter by chance. */
function lengthOf(word: string): number {
  if (/^304[4-6]02/.test(word)) return 142
  if (/^\w(?!x).{41,43}$/.test(word)) return 43
  return Math.min(word.length, 200)
}

/** Another word of its kind and length. */
function drawn(word: string, number: number): string {
  const [start = ''] =
    /^(spark\w*?1|btkn1|agt_|0x|0[23](?=.{64}$)|04(?=.{128}$)|304(?=[4-6]02))?/.exec(word) ?? []
  const length = lengthOf(word) - start.length
  const rest = word.slice(start.length)
  const alphabet = /^[\dA-Z]+$/.test(rest)
    ? '234567ABCDEF'
    : /^[\da-f]+$/.test(rest)
      ? '0123456789abcdef'
      : /^[\da-z-]+$/.test(rest)
        ? 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
        : 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'
  const bytes = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(`${number}/${index}`).digest(),
  )
  const isGrouped = /^([\da-z]{4}-)+[\da-z]{4}$/.test(word)
  const picked = [...Buffer.concat(bytes)].map((byte, index) =>
    isGrouped && index % 5 === 4 ? '-' : alphabet[byte % alphabet.length],
  )
  return `${start === '03' ? '02' : start}${picked.slice(0, length).join('')}`
}

function replaced(value: unknown, texts: Replace, name: string): unknown {
  if (typeof value === 'string' || typeof value === 'number') {
    const shownAs = members[name]?.(String(value))
    if (shownAs !== undefined) return shownAs
  }
  if (typeof value === 'string') {
    if (!value.startsWith('{')) return texts(value)
    return JSON.stringify(replaced(JSON.parse(value), texts, name))
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => replaced(item, texts, name))
  return Object.fromEntries(
    Object.entries(value).map(([part, item]) => [part, replaced(item, texts, part)]),
  )
}
