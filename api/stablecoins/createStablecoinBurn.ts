import {
  StablecoinBurnRequest,
  StablecoinOperation,
} from '../../contract/components/stablecoinOperations.ts'
import { type ErrorCode, type FieldError, Refusal } from '../../contract/errors.ts'
import type { StablecoinRow } from '../../contract/present/stablecoins.ts'
import { amountProblems } from '../../domain/stablecoins/amounts.ts'
import { operation } from '../operation.ts'
import { type Account, beginOperation, operationErrors, requireAccount } from './operation.ts'

const timings: Readonly<Record<string, string>> = {
  WIRE: 'about two hours on a business day',
  ACH_CREDIT: '1 to 3 business days',
  SAME_DAY_ACH_CREDIT: 'the same business day',
  RTP_CREDIT: 'minutes',
}

export const createStablecoinBurn = operation({
  id: 'createStablecoinBurn',
  group: 'Stablecoins',
  method: 'post',
  path: '/stablecoins/:stablecoinId/burns',
  permission: 'TRANSACT',
  summary: 'Burn a stablecoin and have dollars paid to a bank account',
  description:
    'From `EXTERNAL_ACCOUNT`: `fundingInstructions` have the address that any wallet may send the coins to, ' +
    'once the operation is `PENDING_FUNDING`.',
  headers: { idempotencyKey: 'required' },
  body: StablecoinBurnRequest,
  validate: ({ body }) => problemsOf(body),
  status: 201,
  responses: { 201: StablecoinOperation },
  outside: { always: ['STABLECOIN_PROVIDER'] },
  errors: [
    ...operationErrors,
    'STABLECOIN_BURN_SOURCE_NOT_SUPPORTED',
    'STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED',
  ],
  async handle(call) {
    const { body, platform, dependencies } = call
    const { source, destination } = body
    return beginOperation(
      call,
      'createStablecoinBurn',
      async ({ cents }) => {
        const bank = await requireAccount(
          dependencies,
          platform.id,
          destination.externalAccountId,
          'USD_ACCOUNT',
        )
        const { rail } = destination
        if (rail === 'WIRE') refuseWithoutAddress(bank)
        return {
          ...({ operationType: 'BURN', sourceType: source.type, rail } as const),
          destinationAccountId: bank.id,
          estimatedDelivery: {
            rail,
            amount: String(cents),
            currency: 'USD',
            timing: timings[rail],
          },
        }
      },
      (coin) => refusedSource(coin, source.type),
    )
  },
})

/** The provider wires to holders whose address it has. */
function refuseWithoutAddress({ account_info: info }: Account): void {
  const { address } = (info.beneficiary ?? {}) as { address?: Readonly<Record<string, unknown>> }
  const isWhole = ['line1', 'city', 'state', 'postalCode', 'country'].every(
    (name) => address?.[name],
  )
  if (isWhole) return
  throw new Refusal('STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED', {
    reason: "A wire needs the beneficiary's whole address.",
  })
}

function problemsOf(body: unknown): FieldError[] {
  const { amount, source } = (body ?? {}) as { amount?: unknown; source?: unknown }
  const { type, accountId } = (source ?? {}) as Readonly<Record<string, unknown>>
  const isMissing = type === 'SERVICE_INTERNAL_ACCOUNT' && accountId === undefined
  const problem = { field: 'source.accountId', constraint: 'required', message: 'is required' }
  return [...amountProblems(amount), ...(isMissing ? [problem] : [])]
}

function refusedSource(coin: StablecoinRow, type: string): ErrorCode | undefined {
  if (type !== 'SERVICE_INTERNAL_ACCOUNT') return undefined
  return coin.service_status === 'ENABLED'
    ? 'STABLECOIN_BURN_SOURCE_NOT_SUPPORTED'
    : 'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED'
}
