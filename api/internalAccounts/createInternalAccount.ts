import { randomUUID } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import { canonicalJson } from '../../contract/canonicalJson.ts'
import {
  InternalAccount,
  InternalAccountCreateRequest,
} from '../../contract/components/accounts.ts'
import { type FieldError, invalidInput, Refusal } from '../../contract/errors.ts'
import { railsOf } from '../../contract/externalAccounts.ts'
import { idOf } from '../../contract/ids.ts'
import type { Parties } from '../../contract/parties.ts'
import { type InternalAccountRow, presentInternalAccount } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import { findParties } from '../../db/payments/parties.ts'
import type { CreatedRuleAccount } from '../../db/sqlFunctions.ts'
import { deriveUuid, hashOf } from '../../domain/derivedIds.ts'
import { ruleDestinationProblems } from '../../domain/payments/sweepRule.ts'
import type { Dependencies } from '../dependencies.ts'
import { isOutage } from '../onerror.ts'
import { type Call, operation, type Platform, type Reply, reply } from '../operation.ts'
import { outcomeNotKept, refusalOf } from '../outcomes.ts'
import { requireId } from '../requireId.ts'
import { withFundings } from './withFundings.ts'

const OPERATION = 'createInternalAccount'

type Body = FromSchema<typeof InternalAccountCreateRequest>
type Rule = NonNullable<Body['sweepRule']>

export const createInternalAccount = operation({
  id: OPERATION,
  group: 'Internal Accounts',
  method: 'post',
  path: '/internal-accounts',
  permission: 'MANAGE',
  summary: 'Open a further account number whose deposits are swept to another account',
  description:
    'Each deposit that arrives at the number is an incoming transaction of the account, and is paid on at ' +
    'the rate of the moment to the destination of the rule, by a quote and an outgoing transaction of its ' +
    "own. The account keeps nothing: what cannot be swept is credited to the customer's own account in " +
    'that currency. `201`: it is new. `200`: the same request under its `Idempotency-Key` has opened it. ' +
    'Without a key every call opens another; a customer has 100 at most.',
  headers: { idempotencyKey: true },
  body: InternalAccountCreateRequest,
  status: 201,
  responses: { 200: InternalAccount, 201: InternalAccount },
  errors: ['USER_NOT_FOUND', 'ACCOUNT_NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  validate: ({ body }) => missingMembers(body),
  handle: create,
})

/** What the schema leaves out for existing clients, and no account that sweeps is without. */
function missingMembers(body: unknown): FieldError[] {
  const given = (body ?? {}) as Readonly<Record<string, unknown>>
  const needs = {
    customerId: 'is required: the platform itself has no account that sweeps',
    sweepRule: 'is required of a RULE_BASED account',
  }
  return Object.entries(needs)
    .filter(([field]) => given[field] === undefined)
    .map(([field, message]) => ({ field, constraint: 'required', message }))
}

async function create({
  body,
  platform,
  dependencies,
  idempotencyKey: key,
}: Call<unknown, unknown, Body>): Promise<Reply<Shown<typeof InternalAccount>>> {
  const { customerId = '', sweepRule: rule = { destination: { accountId: '' } } } = body
  const customer = requireId('Customer', customerId)
  const requestHash = hashOf(OPERATION, canonicalJson(body))
  const id = key === undefined ? randomUUID() : deriveUuid(platform.id, OPERATION, key, requestHash)
  const name = { id, platformId: platform.id, operation: OPERATION, key, requestHash }
  const about = await factsOf(dependencies, platform, customer, body, name)
  const external = about.parties?.destination_external
  if (about.parties !== undefined) {
    const { parties } = about
    const isNumberOfRule = await isSwept(
      dependencies,
      platform,
      about.sweeping,
      external?.account_info,
    )
    refuse({ ...about, parties, isNumberOfRule }, body, rule)
  }
  const { currency } = about.parties?.destination_internal ?? external ?? { currency: '' }
  const created = await dependencies.database
    .call('create_rule_account', {
      ...name,
      customerId: customer,
      currency: body.currency,
      holderAccountId: about.holder ?? id,
      label: body.label,
      rule: { ...rule, currency },
      destinationAccountId: external?.id,
    })
    .catch((error: unknown) => {
      // It may have been opened: without a key a repeat would open another.
      if (key !== undefined || !isOutage(error)) throw error
      throw outcomeNotKept(idOf('InternalAccount', id))
    })
  if (created.refused !== undefined) throw refusalOfRule(created.refused)
  const [row] = await withFundings(dependencies, platform, [created.account])
  const shown = presentInternalAccount(row ?? created.account)
  return created.isReplay ? reply(200, shown, { 'Idempotent-Replayed': 'true' }) : reply(201, shown)
}

type Facts = {
  readonly customerType: string | null
  /** UUID of the customer's own account in the currency; null without one. */
  readonly holder: string | null
  /** The customer's accounts that sweep. */
  readonly sweeping: readonly InternalAccountRow[]
  /** Undefined where the same request has opened it: what it names may have gone since. */
  readonly parties: Parties | undefined
}

/** @throws Refusal FORBIDDEN before anything that the request names is looked for; for what is not found */
async function factsOf(
  { database }: Dependencies,
  platform: Platform,
  customer: string,
  { currency, customerId, sweepRule }: Body,
  { id }: { readonly id: string },
): Promise<Facts> {
  const destination = sweepRule?.destination.accountId
  const { isMade, isEnabled, ...facts } = await database.one<
    Omit<Facts, 'parties'> & { readonly isMade: boolean; readonly isEnabled: boolean }
  >({
    name: 'rule_account_facts',
    text: `select p.has_rule_accounts as "isEnabled", c.customer_type as "customerType",
        exists (select 1 from internal_accounts where id = $4) as "isMade",
        (select a.id from internal_accounts a where a.customer_id = c.id and a.currency = $3 and a.type <> 'RULE_BASED'
          and a.status = 'ACTIVE' order by a.created_at, a.id limit 1) as holder,
        (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from internal_accounts a
          where a.customer_id = c.id and a.type = 'RULE_BASED' and a.status <> 'CLOSED') as sweeping
      from platforms p left join customers c on c.id = $1 and c.platform_id = p.id where p.id = $2`,
    values: [customer, platform.id, currency, id],
  })
  if (isMade) return { ...facts, parties: undefined }
  if (!isEnabled) throw refusalOfRule('FORBIDDEN')
  const wanted = { customer: customerId, destination, lifetimeSeconds: 1 }
  return { ...facts, parties: await findParties(database, platform.id, wanted) }
}

/**
 * Whether money for a bank account arrives at an account that sweeps. Numbers that are not kept yet are asked for: the
 * customer may have seen them.
 */
async function isSwept(
  dependencies: Dependencies,
  platform: Platform,
  sweeping: readonly InternalAccountRow[],
  info: { readonly accountNumber?: unknown } | undefined,
): Promise<boolean> {
  if (typeof info?.accountNumber !== 'string') return false
  const rows = await withFundings(dependencies, platform, sweeping)
  const instructions = rows.flatMap(({ funding_instructions: shown }) => shown ?? []) as readonly {
    readonly accountOrWalletInfo?: { readonly accountNumber?: string }
  }[]
  const number = bankNumber(info.accountNumber)
  return instructions.some(
    ({ accountOrWalletInfo: own }) => bankNumber(own?.accountNumber) === number,
  )
}

/** As `bank_number_key`: spellings differ in leading zeros and hyphens. */
function bankNumber(number: string | undefined): string | undefined {
  return number
    ?.toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replace(/^0+/, '')
}

/** @throws Refusal what the database would refuse, with the fields that are wrong */
function refuse(
  about: Facts & { readonly parties: Parties; readonly isNumberOfRule: boolean },
  { currency }: Body,
  rule: Rule,
): void {
  const { parties, customerType, holder, isNumberOfRule } = about
  const problems: FieldError[] = [
    ...ruleDestinationProblems(rule, parties, currency, { railsOf, isNumberOfRule }),
  ]
  if (customerType !== 'INDIVIDUAL') {
    const message = 'must be an individual'
    problems.push({ field: 'customerId', constraint: 'const', message })
  }
  if (holder === null) {
    const message = `is of a customer without an active account in ${currency}`
    problems.push({ field: 'customerId', constraint: 'not', message })
  }
  if (problems.length > 0) throw invalidInput(problems)
}

function refusalOfRule(code: NonNullable<CreatedRuleAccount['refused']>): Refusal {
  if (code === 'RULE_LIMIT') {
    const message = 'has 100 accounts that sweep, the most there may be'
    return invalidInput([{ field: 'customerId', constraint: 'maxItems', message }])
  }
  if (code === 'FORBIDDEN') {
    const reason = 'Accounts that sweep are not enabled for this platform.'
    return new Refusal(code, { reason })
  }
  return refusalOf({ code })
}
