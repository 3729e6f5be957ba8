/** The issuer's event that has the code with which a device takes a card into its wallet. */
import { createAjv } from '../../contract/ajv.ts'
import { plainToken } from './wire.ts'

export const WALLET_CODE_EVENT = 'tokenization.two_factor_authentication_code'

export type WalletCode = {
  readonly cardToken: string
  /** A secret: it goes into one message, and is kept nowhere. */
  readonly code: string
  readonly channel: 'EMAIL' | 'SMS'
  /** An email address, or a phone number in E.164: the one that the cardholder has chosen. */
  readonly to: string
}

type WireCode = {
  readonly card_token: string
  readonly authentication_code: string
  readonly activation_method: { readonly type: keyof typeof channels; readonly value: string }
}

const channels = { EMAIL_TO_CARDHOLDER_ADDRESS: 'EMAIL', TEXT_TO_CARDHOLDER_NUMBER: 'SMS' } as const
const email = {
  type: 'string',
  maxLength: 254,
  pattern: '^[^\\s@<>,;:"]+@[^\\s@<>,;:"]+$',
} as const
const phone = { type: 'string', pattern: '^\\+[1-9]\\d{1,14}$' } as const

const method = (type: keyof typeof channels, value: object): object => ({
  type: 'object',
  required: ['type', 'value'],
  properties: { type: { const: type }, value },
})

const isWireCode = createAjv().compile<WireCode>({
  type: 'object',
  required: ['card_token', 'authentication_code', 'activation_method'],
  properties: {
    card_token: plainToken,
    authentication_code: { type: 'string', pattern: '^[A-Za-z0-9]{1,32}$' },
    activation_method: {
      anyOf: [
        method('EMAIL_TO_CARDHOLDER_ADDRESS', email),
        method('TEXT_TO_CARDHOLDER_NUMBER', phone),
      ],
    },
  },
})

/** undefined for another shape, and for a channel that we do not know. */
export function walletCodeIn(event: unknown): WalletCode | undefined {
  if (!isWireCode(event)) return undefined
  const { type, value: to } = event.activation_method
  const { card_token: cardToken, authentication_code: code } = event
  return { ...{ cardToken, code, to }, channel: channels[type] }
}
