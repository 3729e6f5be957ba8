/** Bodies that the provider takes. */
import { createAjv, type Validate } from '../../contract/ajv.ts'
import type { NewAddress } from './addresses.ts'
import { type Problem, refusalOfProblems } from './coins.ts'
import { eventTypes } from './events.ts'
import type { NewTransfer } from './transfers.ts'
import type { NewSubscription } from './webhooks.ts'

const ajv = createAjv({ allErrors: true, strict: false })
const leg = {
  type: 'object',
  required: ['value_type', 'transfer_type'],
  additionalProperties: false,
  properties: {
    address_id: { type: 'string' },
    value_type: { type: 'string' },
    transfer_type: { type: 'string' },
    wire_memo: { type: 'string' },
  },
} as const

export const isTransfer = ajv.compile<NewTransfer>({
  type: 'object',
  required: ['amount', 'source', 'destination'],
  additionalProperties: false,
  properties: {
    amount: {
      type: 'object',
      required: ['value', 'currency'],
      properties: { value: { type: 'string' }, currency: { const: 'USD' } },
    },
    ...{ source: leg, destination: leg, note: { type: 'string', maxLength: 255 } },
  },
})

export const isAddress = ajv.compile<NewAddress>({
  type: 'object',
  required: ['transfer_types'],
  properties: {
    transfer_types: { type: 'array', minItems: 1, items: { type: 'string' } },
    ...{ name: { type: 'string' }, owner: { type: 'string' }, address: { type: 'string' } },
    account_number: { type: 'string', pattern: '^[0-9]{4,17}$' },
    routing_number: { type: 'string', pattern: '^[0-9]{9}$' },
  },
})

const types = Object.keys(eventTypes)
const families = new Set(types.map((type) => `${type.split('.')[0]}.*`))
const subscription = {
  type: 'object',
  additionalProperties: false,
  properties: {
    url: { type: 'string', maxLength: 2_000 },
    events: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { enum: [...types, ...families] },
    },
  },
} as const

export const isSubscription = ajv.compile<NewSubscription>({
  ...{ ...subscription, required: ['url', 'events'] },
})

export const isSubscriptionChange = ajv.compile<Partial<NewSubscription>>({
  ...{ ...subscription, minProperties: 1 },
})

/** @throws Refusal 422 that names the members that are wrong */
export function valid<Shape>(fits: Validate<Shape>, body: unknown): Shape {
  if (fits(body)) return body
  throw refusalOfProblems(422, 'invalid_request', (fits.errors ?? []).map(problemOf))
}

type AjvError = NonNullable<Validate['errors']>[number]

function problemOf({ instancePath, params, message = 'is wrong' }: AjvError): Problem {
  const member = params.missingProperty ?? params.additionalProperty
  const pointer = member === undefined ? instancePath : `${instancePath}/${member}`
  return { pointer, detail: `${pointer || 'the body'} ${message}` }
}
