import {
  StablecoinMintRequest,
  StablecoinOperation,
} from '../../contract/components/stablecoinOperations.ts'
import { type ErrorCode, type FieldError, Refusal } from '../../contract/errors.ts'
import type { StablecoinRow } from '../../contract/present/stablecoins.ts'
import { unreadyErrors } from '../../domain/payments/payable.ts'
import { amountProblems } from '../../domain/stablecoins/amounts.ts'
import { mayBeSameHolder } from '../../domain/stablecoins/holders.ts'
import {
  type ProviderAddress,
  StablecoinProviderError,
} from '../../providers/stablecoinProvider/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'
import { askProvider, type Link } from './access.ts'
import { type Account, beginOperation, operationErrors, requireAccount } from './operation.ts'

export const createStablecoinMint = operation({
  id: 'createStablecoinMint',
  group: 'Stablecoins',
  method: 'post',
  path: '/stablecoins/:stablecoinId/mints',
  permission: 'TRANSACT',
  summary: 'Mint a stablecoin into a Spark wallet',
  description:
    'By wire: `fundingInstructions` say where to send the dollars, usually in the answer. By ACH debit: ' +
    'the bank account must be linked at the provider, its customer ready to pay, and the wallet the same customer’s. Internal accounts and balances are not sources yet.',
  headers: { idempotencyKey: 'required' },
  body: StablecoinMintRequest,
  validate: ({ body }) => problemsOf(body),
  status: 201,
  responses: { 201: StablecoinOperation },
  outside: { always: ['STABLECOIN_PROVIDER'] },
  errors: [
    ...operationErrors,
    'STABLECOIN_OPERATION_NOT_SUPPORTED',
    'STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED',
    'STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED',
    'STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED',
    'STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED',
    ...unreadyErrors,
    'SCA_SESSION_REQUIRED',
  ],
  async handle(call) {
    const { body, platform, dependencies } = call
    const { fundingSource } = body
    return beginOperation(
      call,
      'createStablecoinMint',
      async ({ link }) => {
        const wallet = await requireAccount(
          dependencies,
          platform.id,
          body.destination.accountId,
          'SPARK_WALLET',
        )
        const terms = {
          ...({ operationType: 'MINT', sourceType: fundingSource.type } as const),
          destinationAccountId: wallet.id,
        }
        if (fundingSource.type !== 'ACH_DEBIT') return terms
        const bank = await requireAccount(
          dependencies,
          platform.id,
          fundingSource.externalAccountId ?? '',
          'USD_ACCOUNT',
        )
        const sourceAddressId = await linkedBank(dependencies, link, bank)
        return { ...terms, sourceAccountId: bank.id, sourceAddressId }
      },
      (coin) => refusedSource(coin, fundingSource.type),
    )
  },
})

/** What a funding source needs beside its type. */
const neededOfSources: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['ACH_DEBIT', ['externalAccountId']],
  ['SAME_DAY_ACH_DEBIT', ['externalAccountId']],
  ['SERVICE_INTERNAL_ACCOUNT', ['accountId']],
  ['PROVIDER_INTERNAL_BALANCE', ['sourceTokenIdentifier', 'cryptoNetwork']],
])

function problemsOf(body: unknown): FieldError[] {
  const { amount, fundingSource } = (body ?? {}) as { amount?: unknown; fundingSource?: unknown }
  const source = (fundingSource ?? {}) as Readonly<Record<string, unknown>>
  const missing = (neededOfSources.get(source.type) ?? []).filter(
    (name) => source[name] === undefined,
  )
  return [
    ...amountProblems(amount),
    ...missing.map((name) => ({
      ...{ field: `fundingSource.${name}`, constraint: 'required', message: 'is required' },
    })),
  ]
}

function refusedSource(coin: StablecoinRow, type: string): ErrorCode | undefined {
  if (type === 'WIRE' || type === 'ACH_DEBIT') return undefined
  return type === 'SERVICE_INTERNAL_ACCOUNT' && coin.service_status !== 'ENABLED'
    ? 'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED'
    : 'STABLECOIN_OPERATION_NOT_SUPPORTED'
}

/**
 * The provider's address of a bank account that may be debited. In a sandbox one that the provider does not
 * know yet is linked by the operation itself: undefined.
 */
async function linkedBank(
  dependencies: Dependencies,
  link: Link,
  bank: Account,
): Promise<string | undefined> {
  const banks = await askProvider(dependencies, link, (provider, access) =>
    provider.debitableBanks(access),
  ).catch((error) => {
    if (!(error instanceof StablecoinProviderError)) throw error
    throw new Refusal('STABLECOIN_PROVIDER_ERROR')
  })
  const same = await ofBank(dependencies, link, bank, banks)
  const active = same.filter(({ status }) => status === 'active')
  if (active.length > 1) throw new Refusal('STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED')
  if (active[0] !== undefined) return active[0].id
  if (same.some(({ status }) => status === 'archived')) {
    throw new Refusal('STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED')
  }
  if (link.environment === 'SANDBOX') return undefined
  throw new Refusal('STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED')
}

/** The provider's addresses with the account's routing number and last four digits, without those known to be another owner's. */
async function ofBank(
  { database }: Dependencies,
  link: Link,
  { id, account_info: info }: Account,
  banks: readonly ProviderAddress[],
): Promise<readonly ProviderAddress[]> {
  const { fullName, legalName } = (info.beneficiary ?? {}) as Readonly<Record<string, unknown>>
  const lastFour = String(info.accountNumber).slice(-4)
  const same = banks.filter(
    (one) =>
      one.lastFour === lastFour &&
      one.routingNumber === info.routingNumber &&
      mayBeSameHolder(one.owner, String(fullName ?? legalName ?? '')),
  )
  const others = await database.query<{ readonly address: string }>({
    name: 'stablecoin_debits_of_others',
    text: 'select address from unnest($1::text[]) address where is_debit_of_another($2, address, $3)',
    values: [same.map((one) => one.id), link.id, id],
  })
  const taken = new Set(others.map(({ address }) => address))
  return same.filter((one) => !taken.has(one.id))
}
