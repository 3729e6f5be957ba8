import type { FromSchema } from 'json-schema-to-ts'
import { fn } from 'sequelize'
import { PlatformConfig, PlatformConfigUpdateRequest } from '../../contract/components/platform.ts'
import { type FieldError, invalidInput, Refusal } from '../../contract/errors.ts'
import { customerAccountTypeOf } from '../../contract/money.ts'
import type { CardCodeBranding } from '../../contract/present/platformConfig.ts'
import { reachOf, webhookEndpointProblem, wireEndpoint } from '../../contract/webhooks.ts'
import { type Tx, violates } from '../../db/database.ts'
import { emitEvent } from '../../db/events.ts'
import { openPlatformAccount } from '../../db/platforms.ts'
import { FEE_RAIL_CURRENCY, feeRails, railKey } from '../../domain/payments/platformFees.ts'
import { type Call, operation } from '../operation.ts'
import { requireOutside } from '../outside.ts'
import { readPlatformConfig } from './platformConfig.ts'
import { takenDomain, umaDomainProblems, usedDomain } from './umaDomain.ts'

export const updatePlatformConfig = operation({
  id: 'updatePlatformConfig',
  group: 'Platform Configuration',
  method: 'patch',
  path: '/config',
  permission: 'MANAGE',
  summary: "Change the platform's configuration",
  description:
    'Fields that are left out stay. `supportedCurrencies` replaces the list; a currency that is added gives every ' +
    'customer an account in it, each with an `INTERNAL_ACCOUNT.STATUS_UPDATED` event: `addedCurrencies` shows how far ' +
    'that is. `feeConfigs` is an ' +
    'upsert. `cardConfigs` counts for earlier cards too. Setting `webhookEndpoint` sends one `TEST` event there. A `umaDomain` belongs to one ' +
    'platform of an environment and stays while it has addresses. A production domain is proven by ' +
    'a DNS TXT record, which the `400` names.',
  body: PlatformConfigUpdateRequest,
  status: 200,
  responses: { 200: PlatformConfig },
  outside: { byRequest: ['WALLET_PROVIDER'] },
  errors: ['NOT_IMPLEMENTED'],
  async handle({ body, platform, dependencies }) {
    const { config, database } = dependencies
    const problems: FieldError[] = []
    if (typeof body.webhookEndpoint === 'string') {
      const problem = webhookEndpointProblem(
        body.webhookEndpoint,
        reachOf(platform.environment, config.ENVIRONMENT),
      )
      if (problem !== undefined) {
        problems.push({ field: 'webhookEndpoint', constraint: 'format', message: problem })
      }
    }
    for (const [index, fee] of (body.feeConfigs ?? []).entries()) {
      if (fee.fixedFee.currency !== currencyOfFee(fee)) {
        const field = `feeConfigs.${index}.fixedFee.currency`
        problems.push({ field, constraint: 'const', message: `must be ${currencyOfFee(fee)}` })
      }
    }
    problems.push(
      ...repeatsIn('feeConfigs', (body.feeConfigs ?? []).map(keyOfFee)),
      ...repeatsIn('supportedCurrencies', codesOf(body.supportedCurrencies ?? [])),
    )
    if (body.sandboxVerification !== undefined && platform.environment !== 'SANDBOX') {
      const message = 'is a setting of the sandbox'
      problems.push({ field: 'sandboxVerification', constraint: 'const', message })
    }
    if (body.umaDomain !== undefined) {
      problems.push(...(await umaDomainProblems(dependencies, platform, body.umaDomain)))
    }
    if (problems.length > 0) throw invalidInput(problems)
    if (body.feeConfigs?.some((fee) => !isCharged(fee))) {
      throw new Refusal('NOT_IMPLEMENTED', {
        reason: `Fees of a rail are taken of payouts by the service, over ${[...feeRails].join(', ')}.`,
      })
    }
    await database
      .transaction((tx) => update(tx, { platform, dependencies }, body))
      .catch((error: unknown) => {
        throw lostDomain(error) ?? error
      })
    return readPlatformConfig(dependencies, platform.id)
  },
})

/** The domain was taken, or got its first address, since it was checked. */
function lostDomain(error: unknown): Refusal | undefined {
  if (violates(error, 'platforms_uma_domain')) return invalidInput([takenDomain])
  return (error as { code?: unknown }).code === 'PY002' ? invalidInput([usedDomain]) : undefined
}

type Update = FromSchema<typeof PlatformConfigUpdateRequest>

/**
 * Changes what was sent. What is on the way to the endpoint before still goes there.
 *
 * @throws Refusal NOT_IMPLEMENTED for wallets of an added currency where the environment has no wallet provider
 */
async function update(
  tx: Tx,
  caller: Pick<Call, 'platform' | 'dependencies'>,
  body: Update,
): Promise<void> {
  const { id: platformId } = caller.platform
  const { transaction } = tx
  const platform = await tx.models.Platform.findByPk(platformId, {
    transaction,
    // Not FOR UPDATE: it would make every insert that refers to the platform wait, and wait for them.
    lock: transaction.LOCK.NO_KEY_UPDATE,
    rejectOnEmpty: true,
  })
  const { umaDomain, webhookEndpoint, supportedCurrencies, embeddedWalletConfig } = body
  const { cardTokenization2faConfig: branding, cardConfigs } = body
  const { sandboxVerification, strictHandling } = body
  const currenciesBefore = codesOf(platform.supportedCurrencies)
  await platform.update(
    {
      ...(umaDomain !== undefined && { umaDomain: umaDomain.toLowerCase() }),
      ...(webhookEndpoint !== undefined && {
        webhookEndpoint: webhookEndpoint && wireEndpoint(webhookEndpoint),
      }),
      ...(supportedCurrencies !== undefined && { supportedCurrencies }),
      ...(sandboxVerification !== undefined && { sandboxVerification }),
      ...(strictHandling !== undefined && { strictHandling }),
      embeddedWalletConfig: { ...platform.embeddedWalletConfig, ...embeddedWalletConfig },
      ...(branding !== undefined && {
        cardTokenizationConfig: mergedBranding(platform.cardTokenizationConfig ?? {}, branding),
      }),
      ...(cardConfigs !== undefined && {
        cardConfigs: mergedLimits({ ...platform.cardConfigs, ...cardConfigs }),
      }),
      updatedAt: fn('service_now'),
    },
    { transaction },
  )
  for (const fee of body.feeConfigs ?? []) await upsertFee(tx, platformId, fee)
  if (supportedCurrencies !== undefined) {
    const currencies = codesOf(supportedCurrencies)
    for (const currency of currencies) await openOwnAccount(tx, platformId, currency)
    const added = currencies.filter((currency) => !currenciesBefore.includes(currency))
    if (added.some((code) => customerAccountTypeOf(code) === 'EMBEDDED_WALLET')) {
      requireOutside(caller, ['WALLET_PROVIDER'])
    }
    await addForCustomers(tx, platformId, currencies, added)
  }
  if (typeof webhookEndpoint === 'string') {
    await emitEvent(tx, { platformId, type: 'TEST', subject: `PlatformConfig:${platformId}` })
  }
}

function codesOf(currencies: readonly { readonly currencyCode: string }[]): string[] {
  return currencies.map(({ currencyCode }) => currencyCode)
}

/** Has workers open accounts in added currencies for the customers that there are; removed ones end that. */
async function addForCustomers(
  tx: Tx,
  platformId: string,
  currencies: readonly string[],
  added: readonly string[],
): Promise<void> {
  await tx.query({
    text: 'delete from added_currencies where platform_id = $1 and currency <> all($2)',
    values: [platformId, currencies],
  })
  await tx.query({
    text: `insert into added_currencies (platform_id, currency, account_type)
      select $1, currency, account_type from unnest($2::text[], $3::text[]) a (currency, account_type)`,
    values: [platformId, added, added.map(customerAccountTypeOf)],
  })
}

/** What is left out stays, also in the parts about mails and text messages. */
function mergedBranding(before: CardCodeBranding, given: CardCodeBranding): CardCodeBranding {
  const email = { ...before.email, ...given.email }
  const sms = { ...before.sms, ...given.sms }
  return {
    ...before,
    ...given,
    ...(Object.keys(email).length > 0 && { email }),
    ...(Object.keys(sms).length > 0 && { sms }),
  }
}

/** Limits that are set: null was one that is removed. */
function mergedLimits(limits: Readonly<Record<string, number | null | undefined>>): object {
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== null))
}

type Fee = NonNullable<Update['feeConfigs']>[number]

const currencyOfFee = (fee: Fee): string =>
  fee.feeType === 'RAIL' ? FEE_RAIL_CURRENCY : fee.sourceCurrency

/** There is one fee of each source currency, and one of each rail and direction. */
const keyOfFee = (fee: Fee): string =>
  fee.feeType === 'RAIL' ? `${fee.rail} ${fee.direction} ${fee.originator}` : fee.sourceCurrency

/** The errors of a list's entries whose key an earlier entry has already. */
function repeatsIn(list: string, keys: readonly string[]): FieldError[] {
  return keys.flatMap((key, index) => {
    const first = keys.indexOf(key)
    if (first === index) return []
    const message = `is for the same as ${list}.${first}`
    return { field: `${list}.${index}`, constraint: 'uniqueItems', message }
  })
}

/** Whether there is anything that it could be taken of. */
const isCharged = (fee: Fee): boolean =>
  fee.feeType !== 'RAIL' ||
  (feeRails.has(fee.rail) && fee.direction === 'OUT' && fee.originator === 'SERVICE')

async function upsertFee(tx: Tx, platformId: string, fee: Fee): Promise<void> {
  const { amount, currency } = fee.fixedFee
  await tx.query({
    text: `insert into fee_configs (platform_id, fee_type, charged_on, variable_basis_points, fixed_amount, fixed_currency)
      values ($1, $2, $3, $4, $5, $6) on conflict (platform_id, fee_type, charged_on) do update set
        variable_basis_points = excluded.variable_basis_points, fixed_amount = excluded.fixed_amount`,
    values: [
      ...[platformId, fee.feeType],
      ...[fee.feeType === 'RAIL' ? railKey(fee.rail) : fee.sourceCurrency],
      ...[fee.variableFeeBps, amount, currency],
    ],
  })
  // It is credited in the currency that is sent.
  if (fee.feeType !== 'RAIL') await openOwnAccount(tx, platformId, fee.sourceCurrency)
}

/** The platform's own account in a currency that it supports, unless it has one. */
async function openOwnAccount(tx: Tx, platformId: string, currency: string): Promise<void> {
  const found = await tx.maybeOne({
    text: `select 1 from internal_accounts
      where platform_id = $1 and customer_id is null and currency = $2`,
    values: [platformId, currency],
  })
  if (found === undefined) await openPlatformAccount(tx, platformId, currency)
}
