import type { FromSchema } from 'json-schema-to-ts'
import {
  CardTokenizeRequest,
  CardTokenizeResponse,
} from '../../contract/components/cardTokenization.ts'
import { Refusal } from '../../contract/errors.ts'
import type { Shown } from '../../contract/shown.ts'
import {
  CardIssuerError,
  type WalletPayload,
  type WalletRequest,
} from '../../providers/cardIssuer/index.ts'
import { operation } from '../operation.ts'
import { outcomeNotKept } from '../outcomes.ts'
import { findCard } from './findCard.ts'

type Request = FromSchema<typeof CardTokenizeRequest>

export const tokenizeCard = operation({
  id: 'tokenizeCard',
  group: 'Cards',
  method: 'post',
  path: '/cards/:id/tokenize',
  permission: 'TRANSACT',
  answersSecret: true,
  summary: 'Give a card to a digital wallet',
  description:
    "Pass the answer to the wallet's SDK on the cardholder's device at once. The card must be `ACTIVE`; where strong " +
    'authentication is asked for, its holder has logged in. Who asked, and for which wallet, is recorded.',
  body: CardTokenizeRequest,
  status: 200,
  responses: { 200: CardTokenizeResponse },
  outside: { always: ['CARD_ISSUER'] },
  errors: [
    'REFERENCE_NOT_FOUND',
    'CARD_NOT_MUTABLE',
    'CONFLICT',
    'USER_NOT_READY',
    'SCA_SESSION_REQUIRED',
  ],
  async handle({ body, params, platform, dependencies }) {
    const { database, outside } = dependencies
    const { id, card_token: token } = await findCard(dependencies, platform.id, params.id)
    const { wallet } = body
    const refusal = await database.call('record_card_tokenization', id, platform.tokenId, wallet)
    if (refusal === 'CONFLICT' || token === null) {
      throw new Refusal('CONFLICT', { reason: 'Only an ACTIVE card is given to a wallet.' })
    }
    if (refusal !== null) throw new Refusal(refusal)
    const issuer = outside.cardIssuer(platform.environment)
    try {
      return answerOf(wallet, await issuer.payloadFor(token, walletRequestOf(body)))
    } catch (error) {
      throw error instanceof CardIssuerError ? refused(error) : error
    }
  },
})

function walletRequestOf(body: Request): WalletRequest {
  if (body.wallet === 'APPLE_PAY') return body
  const { wallet, walletAccountId, deviceId } = body
  return { wallet, walletAccountId, deviceId }
}

function answerOf(
  wallet: Request['wallet'],
  payload: WalletPayload,
): Shown<typeof CardTokenizeResponse> {
  return typeof payload === 'string'
    ? { wallet, provisioningPayload: payload }
    : { wallet, applePay: payload }
}

/** A payload that was made and lost is of no use to anyone: the request may be repeated. */
function refused({ kind, httpStatus }: CardIssuerError): Refusal {
  if (httpStatus === 403 || httpStatus === 501) {
    return new Refusal('NOT_IMPLEMENTED', { reason: 'The card issuer gives no cards to wallets.' })
  }
  if (kind === 'UNAVAILABLE') return outcomeNotKept()
  return new Refusal('INVALID_INPUT', { reason: 'The card issuer refuses what the wallet sent.' })
}
