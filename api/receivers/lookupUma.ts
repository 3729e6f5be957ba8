import {
  type CurrencyPreference,
  ReceiverUmaLookupResponse,
} from '../../contract/components/lookups.ts'
import { Refusal } from '../../contract/errors.ts'
import { currencyOf } from '../../contract/money.ts'
import type { UmaOwner } from '../../contract/parties.ts'
import type { Shown } from '../../contract/shown.ts'
import { domainOf, isUmaAddress } from '../../contract/umaAddress.ts'
import { findParties } from '../../db/payments/parties.ts'
import { createReceiverLookup } from '../../db/receiverLookups.ts'
import { type Call, operation } from '../operation.ts'
import { requireOutside } from '../outside.ts'
import { type Caller, corridorFor, thoseWithRate } from '../payments/price.ts'
import { preferenceOf } from './preference.ts'
import { findSender, type Sender, senderQuery } from './sender.ts'

/** What a receiver accepts: from our records for a customer of ours, otherwise from the address's domain. */
type Offer = {
  readonly currencies: readonly {
    readonly code: string
    readonly min: number
    readonly max: number
  }[]
  /** Fields of the sender that the receiver's platform demands. */
  readonly requiredFields: readonly string[]
}

export const lookupUma = operation({
  id: 'lookupUma',
  group: 'Cross-Currency Transfers',
  method: 'get',
  path: '/receiver/uma/:receiverUmaAddress',
  permission: 'VIEW',
  summary: 'Look up what a UMA address can receive',
  description:
    'Name the sender by `customerId` or by `senderUmaAddress`. Put the `lookupId` of the ' +
    'answer into the quote. Addresses of customers here, of any platform of the same environment, ' +
    'and those that its payout rail knows can be paid: in the sandbox those of `sandbox.uma.money`. ' +
    'One of a provider that is blocked (`GET /uma-providers`) answers `403`.',
  outside: { byRequest: ['PAYOUT_RAIL', 'RATE_FEED'] },
  query: senderQuery,
  status: 200,
  responses: { 200: ReceiverUmaLookupResponse },
  errors: [
    'INVALID_UMA_ADDRESS',
    'USER_NOT_FOUND',
    'UMA_NOT_FOUND',
    'COUNTERPARTY_NOT_ALLOWED',
    'SELF_PAYMENT',
    'INVALID_RECEIVER',
    'LNURLP_REQUEST_FAILED',
    'QUOTE_RATE_UNAVAILABLE',
  ],
  async handle({ params, query, platform, dependencies }) {
    const { database, config } = dependencies
    const receiver = params.receiverUmaAddress.toLowerCase()
    if (!isUmaAddress(receiver)) throw new Refusal('INVALID_UMA_ADDRESS')
    const sender = await findSender(dependencies, platform.id, query)
    const { uma_owner: owner } = await findParties(dependencies.database, platform.id, {
      umaAddress: receiver,
      lifetimeSeconds: config.LOOKUP_LIFETIME_SECONDS,
    })
    if (owner?.id === sender.customerId) throw new Refusal('SELF_PAYMENT')
    const offer =
      owner === null ? await askDomain({ dependencies, platform }, receiver) : offerOf(owner)
    const lookupId = await createReceiverLookup(database, {
      platformId: platform.id,
      kind: 'UMA',
      receiver,
      customerId: sender.customerId,
      senderUmaAddress: query.senderUmaAddress,
      receiverCustomerId: owner?.id,
      facts: { ...offer },
      lifetimeSeconds: config.LOOKUP_LIFETIME_SECONDS,
    })
    return {
      receiverUmaAddress: receiver,
      sendingCurrency: currencyOf(sender.currency),
      supportedCurrencies: await preferences({ dependencies, platform }, sender, offer),
      requiredPayerDataFields: offer.requiredFields.map((name) => ({ name, mandatory: true })),
      lookupId,
    }
  },
})

/** @throws Refusal INVALID_RECEIVER for a customer who has nothing to receive with */
function offerOf(owner: UmaOwner): Offer {
  const codes = [...new Set(owner.accounts.map(({ currency }) => currency))]
  const rules = new Map(owner.currencies.map((rule) => [rule.currencyCode, rule]))
  const open = codes.filter(
    (code) => rules.get(code)?.enabledTransactionTypes.includes('INCOMING') ?? true,
  )
  if (open.length === 0) throw new Refusal('INVALID_RECEIVER')
  return {
    currencies: open.map((code) => ({
      code,
      min: Math.max(rules.get(code)?.minAmount ?? 1, 1),
      max: rules.get(code)?.maxAmount ?? Number.MAX_SAFE_INTEGER,
    })),
    requiredFields: [
      ...new Set(
        open.flatMap((code) =>
          (rules.get(code)?.requiredCounterpartyFields ?? [])
            .filter(({ mandatory }) => mandatory)
            .map(({ name }) => name),
        ),
      ),
    ],
  }
}

async function askDomain(
  caller: Pick<Call, 'dependencies' | 'platform'>,
  receiver: string,
): Promise<Offer> {
  const { dependencies, platform } = caller
  // All addresses of a domain in the caller's environment are customers of this service: the rail
  // is not asked for them.
  const domain = await dependencies.database.one<{ is_own: boolean; is_blocked: boolean }>({
    name: 'uma_domain_of_receiver',
    text: `select exists (select 1 from platforms where environment = $1 and lower(uma_domain) = $2) as is_own,
      exists (select 1 from uma_providers where environment = $1 and domain = $2 and not is_allowed) as is_blocked`,
    values: [platform.environment, domainOf(receiver)],
  })
  if (domain.is_own) throw new Refusal('UMA_NOT_FOUND')
  if (domain.is_blocked) {
    throw new Refusal('COUNTERPARTY_NOT_ALLOWED', {
      reason: `The provider ${domainOf(receiver)} is blocked: see GET /uma-providers.`,
    })
  }
  requireOutside(caller, ['PAYOUT_RAIL'])
  const rail = dependencies.outside.payoutRail(platform.environment)
  const found = await rail.findUma(receiver).catch(() => {
    throw new Refusal('LNURLP_REQUEST_FAILED')
  })
  if (found === undefined) throw new Refusal('UMA_NOT_FOUND')
  return { currencies: found.currencies, requiredFields: [] }
}

/** Rates for this sender, within what the receiver takes: of the currencies that have one now. */
async function preferences(
  caller: Caller,
  sender: Sender,
  offer: Offer,
): Promise<Shown<typeof CurrencyPreference>[]> {
  const found = await Promise.allSettled(
    offer.currencies.map(async ({ code, min, max }) => {
      const corridor = await corridorFor(caller, sender.currency, code)
      return preferenceOf(corridor, sender.currency, code, { min, max })
    }),
  )
  return thoseWithRate(found)
}
