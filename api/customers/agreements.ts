/** The agreements that are published, and what a request says that its customer has accepted. */
import { isIP } from 'node:net'
import {
  type AgreementConsent,
  AgreementType,
  type EndUserTermsConsent,
} from '../../contract/components/agreements.ts'
import type { FieldError } from '../../contract/errors.ts'
import type { AgreementConsents } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import type { Dependencies } from '../dependencies.ts'

type Published = { readonly type: Shown<typeof AgreementType>; readonly version: string }

/** The version in force of each type, in the order of the types. */
export async function agreementsInForce({
  database,
}: Pick<Dependencies, 'database'>): Promise<readonly Published[]> {
  return database.query<Published>({
    name: 'agreements_in_force',
    text: `select type, version from (select distinct on (type) type, version from agreements
        order by type, published_at desc, version desc) newest order by array_position($1::text[], type)`,
    values: [AgreementType.enum],
  })
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Each consent that was sent, with its place in the body; those of a body that has failed its schema are what they are. */
export function consentsIn({
  agreementConsents,
  endUserTermsConsent,
}: Fields): readonly { readonly field: string; readonly consent: Fields }[] {
  const all = Array.isArray(agreementConsents) ? (agreementConsents as unknown[]) : []
  return [
    ...all.map((consent, index) => ({ field: `agreementConsents.${index}`, consent })),
    {
      field: 'endUserTermsConsent',
      consent: isFields(endUserTermsConsent)
        ? { ...endUserTermsConsent, type: 'SERVICE_END_USER_TERMS' }
        : undefined,
    },
  ].filter((one): one is { field: string; consent: Fields } => isFields(one.consent))
}

/** How far a platform's clock may be ahead of ours; the description of `acceptedAt` names it. */
const CLOCK_TOLERANCE_MS = 300_000

/**
 * What the schemas do not say of consents: when and from where, each type once, and under one of the two members.
 *
 * @param now by the database's clock
 */
export function consentProblems(body: Fields, now: Date): FieldError[] {
  const found = consentsIn(body)
  const problems = found.flatMap(({ field, consent }) =>
    proofProblems(consent, now).map((one) => ({ ...one, field: `${field}.${one.field}` })),
  )
  const types = found.map(({ consent }) => consent.type)
  for (const [index, { field }] of found.entries()) {
    if (field === 'endUserTermsConsent' || types.indexOf(types[index]) === index) continue
    const message = 'is there already: each type once'
    problems.push({ field: `${field}.type`, constraint: 'uniqueItems', message })
  }
  if (body.agreementConsents !== undefined && body.endUserTermsConsent !== undefined) {
    const message = 'must not be sent in one request with agreementConsents'
    problems.push({ field: 'endUserTermsConsent', constraint: 'not', message })
  }
  return problems
}

function proofProblems({ acceptedAt, ipAddress }: Fields, now: Date): FieldError[] {
  const problems: FieldError[] = []
  const accepted = typeof acceptedAt === 'string' ? Date.parse(acceptedAt) : Number.NaN
  if (accepted > now.getTime() + CLOCK_TOLERANCE_MS) {
    const message = 'must not be in the future'
    problems.push({ field: 'acceptedAt', constraint: 'maximum', message })
  }
  if (typeof ipAddress === 'string' && isIP(ipAddress) === 0) {
    const message = 'must be an IPv4 or IPv6 address'
    problems.push({ field: 'ipAddress', constraint: 'format', message })
  }
  return problems
}

/** The consents of a request as the record keeps them; undefined where none was sent. */
export function recordedConsents(body: {
  readonly agreementConsents?: Shown<{ readonly items: typeof AgreementConsent }>
  readonly endUserTermsConsent?: Shown<typeof EndUserTermsConsent>
}): AgreementConsents | undefined {
  const sent = consentsIn(body)
  if (sent.length === 0) return undefined
  return Object.fromEntries(sent.map(({ consent: { type, ...consent } }) => [type, consent]))
}
