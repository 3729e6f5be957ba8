/** Who looks a receiver up: the parameters of every lookup, and the customer they name. */
import { currencyCode } from '../../contract/components/shared.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireId } from '../requireId.ts'

export const senderQuery = {
  type: 'object',
  properties: {
    customerId: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'The customer who will pay. Either this or `senderUmaAddress`.',
    },
    senderUmaAddress: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'UMA address of the customer who will pay. Either this or `customerId`.',
    },
    sendingCurrency: {
      ...currencyCode,
      description:
        'What the sender will pay in; without it, the currency of its wallet, or of its oldest account.',
    },
  },
} as const

export type Sender = {
  /** UUID without prefix. */
  readonly customerId: string
  /** The one that is asked for; else of the embedded wallet, or of the oldest account where there is none. */
  readonly currency: string
}

/**
 * The customer of this platform that a lookup is for.
 *
 * @throws Refusal INVALID_INPUT for none or two, INVALID_UMA_ADDRESS, USER_NOT_FOUND
 */
export async function findSender(
  { database }: Dependencies,
  platformId: string,
  query: {
    readonly customerId?: string
    readonly senderUmaAddress?: string
    readonly sendingCurrency?: string
  },
): Promise<Sender> {
  const { customerId, senderUmaAddress } = query
  if ((customerId === undefined) === (senderUmaAddress === undefined)) {
    const message = 'exactly one of customerId and senderUmaAddress is needed'
    throw invalidInput([{ field: 'customerId', constraint: 'oneOf', message }])
  }
  if (senderUmaAddress !== undefined && !/^\$[^@\s]+@[^@\s]+$/.test(senderUmaAddress)) {
    throw new Refusal('INVALID_UMA_ADDRESS')
  }
  const [found] = await database.query<Sender>({
    name: 'lookup_sender',
    text: `select c.id as "customerId", a.currency from customers c
      join internal_accounts a on a.customer_id = c.id
      where c.platform_id = $1 and not c.is_deleted
        and (c.id = $2 or lower(c.uma_address) = lower($3))
      order by (a.type = 'EMBEDDED_WALLET') desc, a.created_at, a.id limit 1`,
    values: [
      platformId,
      customerId === undefined ? null : requireId('Customer', customerId),
      senderUmaAddress ?? null,
    ],
  })
  if (found === undefined) throw new Refusal('USER_NOT_FOUND')
  return { ...found, currency: query.sendingCurrency ?? found.currency }
}
