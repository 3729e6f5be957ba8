/** Simulators of what begins a card transaction. */
import type { Purchase } from '../../../providers/cardIssuer/index.ts'
import { operation } from '../../operation.ts'
import {
  amountProblems,
  cardToPlay,
  inquiryBody,
  merchantCents,
  played,
  purchaseBody,
  simulator,
} from './simulation.ts'

type Type = Exclude<Purchase['type'], 'RETURN' | 'BALANCE_INQUIRY'>

function purchase(id: string, path: string, type: Type, summary: string) {
  return operation({
    ...simulator,
    ...{ id, path: path as '/sandbox/cards/:id/simulate/authorization', summary },
    body: purchaseBody,
    validate: ({ body }) => amountProblems(body),
    errors: ['REFERENCE_NOT_FOUND'],
    async handle(call) {
      const { body, params } = call
      const card = await cardToPlay(call, params.id)
      const issuerTransactionToken = await played(call, (issuer) =>
        issuer.simulatePurchase({
          ...{ cardToken: card.card_token, type, merchant: body.merchant },
          amountCents: merchantCents(body) ?? 0,
        }),
      )
      return { issuerTransactionToken }
    },
  })
}

export const sandboxSimulateCardAuthorization = purchase(
  'sandboxSimulateCardAuthorization',
  '/sandbox/cards/:id/simulate/authorization',
  'AUTHORIZATION',
  'Simulate a purchase: the amount is held until it is cleared',
)
export const sandboxSimulateCardFinancialAuthorization = purchase(
  'sandboxSimulateCardFinancialAuthorization',
  '/sandbox/cards/:id/simulate/financial_authorization',
  'FINANCIAL_AUTHORIZATION',
  'Simulate a purchase that is authorized and cleared in one',
)
export const sandboxSimulateCardCreditAuthorization = purchase(
  'sandboxSimulateCardCreditAuthorization',
  '/sandbox/cards/:id/simulate/credit_authorization',
  'CREDIT_AUTHORIZATION',
  'Simulate a credit that is announced: it is credited once it is cleared',
)
export const sandboxSimulateCardFinancialCreditAuthorization = purchase(
  'sandboxSimulateCardFinancialCreditAuthorization',
  '/sandbox/cards/:id/simulate/financial_credit_authorization',
  'FINANCIAL_CREDIT_AUTHORIZATION',
  'Simulate a credit that is announced and cleared in one',
)
export const sandboxSimulateCardCreditAuthorizationAdvice = purchase(
  'sandboxSimulateCardCreditAuthorizationAdvice',
  '/sandbox/cards/:id/simulate/credit_authorization_advice',
  'CREDIT_AUTHORIZATION_ADVICE',
  'Simulate a credit that was approved without asking',
)

export const sandboxSimulateCardBalanceInquiry = operation({
  ...simulator,
  id: 'sandboxSimulateCardBalanceInquiry',
  path: '/sandbox/cards/:id/simulate/balance_inquiry',
  summary: 'Simulate a question for the balance: it leaves no transaction',
  body: inquiryBody,
  errors: ['REFERENCE_NOT_FOUND'],
  async handle(call) {
    const card = await cardToPlay(call, call.params.id)
    const issuerTransactionToken = await played(call, (issuer) =>
      issuer.simulatePurchase({
        ...{ cardToken: card.card_token, type: 'BALANCE_INQUIRY', merchant: call.body.merchant },
        amountCents: 0,
      }),
    )
    return { issuerTransactionToken }
  },
})
