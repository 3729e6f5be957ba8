import { randomUUID } from 'node:crypto'
import { canonicalJson } from '../../contract/canonicalJson.ts'
import { CustomerCreateRequestOneOf, CustomerOneOf } from '../../contract/components/customers.ts'
import { composed } from '../../contract/composedText.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { presentCustomer } from '../../contract/present/index.ts'
import type { Refused } from '../../contract/refused.ts'
import type { Shown } from '../../contract/shown.ts'
import type { CreateCustomerInput, CustomerCreated } from '../../db/sqlFunctions.ts'
import { deriveUuid, hashOf } from '../../domain/derivedIds.ts'
import { type DecisionAbout, decideOnce } from '../decide.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation, type Reply, reply } from '../operation.ts'
import { keyRetentionOver, refusalOf } from '../outcomes.ts'
import { validateCustomer } from './customerRules.ts'
import { findCustomer } from './getCustomer.ts'
import { newCustomer } from './newCustomer.ts'

export const createCustomer = operation({
  id: 'createCustomer',
  group: 'Customers',
  method: 'post',
  path: '/customers',
  permission: 'MANAGE',
  summary: 'Create a customer',
  description:
    'One internal account per currency of the platform appears with the customer; for USDB it is ' +
    'the embedded wallet, with an EMAIL_OTP credential of the email, or without one an SMS_OTP ' +
    'credential of the phone number. The wallet is `PENDING` until the wallet provider has made ' +
    'it; without a contact until one is set.',
  body: CustomerCreateRequestOneOf,
  prepare: composed,
  validate: validateCustomer,
  status: 201,
  responses: { 201: CustomerOneOf },
  headers: { idempotencyKey: true },
  outside: { byRequest: ['WALLET_PROVIDER'] },
  errors: [
    'END_USER_TERMS_VERSION_NOT_FOUND',
    'CONFLICT',
    'UMA_ADDRESS_EXISTS',
    'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
    'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS',
    'DUPLICATE_PAY_REQUEST',
  ],
  async handle({ body, platform, dependencies, trace, idempotencyKey: key }) {
    const requestHash = hashOf('createCustomer', canonicalJson(body))
    const request = { platformId: platform.id, operation: 'createCustomer', key, requestHash }
    const id = customerIdOf(request)
    const replay = await replayOf(dependencies, request, id)
    if (replay !== undefined) return replay
    const { customer, reading } = await newCustomer(body, id, platform, dependencies, request)
    const shownId = idOf('Customer', id)
    const about = {
      ...{ reading, owner: id, trace },
      shownId: key === undefined ? shownId : undefined,
    }
    const created = await create(dependencies, { ...customer, id, platformId: platform.id }, about)
    if (created.outcome === 'REFUSED') throw refusalOf(created)
    if (created.start !== undefined) {
      trace.workflowId = shownId
      await dependencies.handOver.handOverAndWait(created.start)
    }
    // The wallet may still be provisioned.
    const row = await findCustomer(dependencies, platform.id, shownId)
    if (row === undefined) throw new Error(`no customer ${id} after its creation`)
    return reply(201, presentCustomer(row), created.isReplay && { 'Idempotent-Replayed': 'true' })
  },
})

/** One transaction, then the start of what is left to do. */
function create(
  dependencies: Pick<Dependencies, 'database' | 'lookups' | 'places' | 'log'>,
  input: CreateCustomerInput,
  about: DecisionAbout,
): Promise<CustomerCreated | Refused> {
  const { database, lookups } = dependencies
  return decideOnce<CustomerCreated | Refused>(dependencies, input.platformId, about, {
    decide: (decideBefore) => database.call('create_customer', { ...input, decideBefore }),
    lookUp: (decideBefore) => lookups.call('find_customer_creation', { ...input, decideBefore }),
  })
}

type RequestIdentity = {
  readonly platformId: string
  readonly operation: string
  readonly key: string | undefined
  /** SHA-256 of operation and body, hexadecimal. */
  readonly requestHash: string
}

/**
 * Concurrent duplicates with one key share one row. The body is part of it, so that
 * a key which is used again after its retention is another customer's.
 */
function customerIdOf({ platformId, operation, key, requestHash }: RequestIdentity): string {
  return key === undefined ? randomUUID() : deriveUuid(platformId, operation, key, requestHash)
}

/**
 * The customer as it is now, for a retry of the request that created it.
 *
 * @throws Refusal DUPLICATE_PAY_REQUEST for the key of another request, or one whose retention is
 *   over
 */
async function replayOf(
  dependencies: Dependencies,
  { platformId, key, requestHash }: RequestIdentity,
  customerId: string,
): Promise<Reply<Shown<typeof CustomerOneOf>> | undefined> {
  if (key === undefined) return undefined
  const known = await dependencies.database.one<{
    hash: string | null
    resource_id: string
    is_created: boolean
  }>({
    name: 'create_customer_key',
    text: `select encode(k.request_hash, 'hex') as hash, k.resource_id,
        exists (select 1 from customers where id = $3) as is_created
      from (select 1) x
      left join idempotency_keys k on k.platform_id = $1 and k.operation = 'createCustomer' and k.key = $2`,
    values: [platformId, key, customerId],
  })
  if (known.hash === null) {
    // Key and customer are written together: this key's record has been deleted since.
    if (known.is_created) throw keyRetentionOver()
    return undefined
  }
  if (known.hash !== requestHash) throw new Refusal('DUPLICATE_PAY_REQUEST')
  const row = await findCustomer(dependencies, platformId, idOf('Customer', known.resource_id))
  if (row === undefined) throw new Refusal('DUPLICATE_PAY_REQUEST')
  return reply(201, presentCustomer(row), { 'Idempotent-Replayed': 'true' })
}
