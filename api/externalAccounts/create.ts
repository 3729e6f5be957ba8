/** Creates an external account, of a customer or of the platform. */

import type { ExternalAccount } from '../../contract/components/externalAccounts.ts'
import { Refusal } from '../../contract/errors.ts'
import {
  type AccountInfo,
  isSelfCustody,
  suffixOf,
  variantOf,
} from '../../contract/externalAccounts.ts'
import { presentExternalAccount } from '../../contract/present/index.ts'
import { BANK_ACCOUNT_TYPE, bankNetworks } from '../../contract/railRoutes.ts'
import {
  microEntryEnds,
  type nameCheckOutcomes,
  validationOutcomes,
} from '../../contract/sandboxOutcomes.ts'
import type { Shown } from '../../contract/shown.ts'
import { instant, LAST_INSTANT } from '../../contract/time.ts'
import type { Validation } from '../../db/validationFunctions.ts'
import { accountIdentity, invoiceOf } from '../../domain/addresses/identity.ts'
import type { Invoice } from '../../domain/addresses/lightning/invoice.ts'
import { createOnce } from '../createOnce.ts'
import type { Platform, Reply } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { listedNames } from './bankNames.ts'

/** Sandbox outcomes of the beneficiary name check, by the end of the account's identity. */
const nameChecks: Readonly<Record<string, string>> = {
  '102': 'NOT_MATCHED',
  '103': 'PARTIAL_MATCH',
  '104': 'PENDING',
  '106': 'UNSUPPORTED',
  '107': 'CHECKED_BY_RECEIVING_FI',
} satisfies Record<Exclude<keyof typeof nameCheckOutcomes, '105'>, string>
const REFUSED_SUFFIX: keyof typeof nameCheckOutcomes = '105'

/** A body that has passed its schema and `validate`. */
export type Body = {
  readonly currency: string
  readonly platformAccountId?: string
  readonly ownershipType?: 'FIRST_PARTY' | 'THIRD_PARTY'
  readonly defaultUmaDepositAccount?: boolean
  readonly accountInfo: { readonly accountType: string }
}

export const creationErrors = [
  'DUPLICATE_EXTERNAL_ACCOUNT',
  'INVALID_BANK_ACCOUNT',
  'DUPLICATE_PAY_REQUEST',
] as const

/**
 * Creates the account and answers it as its GET shows it.
 *
 * @param customerId UUID without prefix; undefined for the platform's own
 * @throws Refusal with one of `creationErrors`
 */
export async function createExternalAccount(
  call: Parameters<typeof createOnce>[0],
  customerId: string | undefined,
  body: Body,
): Promise<Reply<Shown<typeof ExternalAccount>>> {
  const { dependencies, platform } = call
  const given = knownFields(body.accountInfo)
  const { accountType } = given
  // One bank has one name here, so that it is one account.
  const names = await listedNames(dependencies, variantOf(accountType), given)
  const info: KnownInfo = { ...given, ...Object.fromEntries(names) }
  const suffix = platform.environment === 'SANDBOX' ? suffixOf(accountType, info) : undefined
  if (suffix === REFUSED_SUFFIX) throw new Refusal('INVALID_BANK_ACCOUNT')
  const validation = validationOf(call, info, suffix)
  if (validation?.provider === 'BANK') await refuseUnknownRouting(call, info)
  const invoice = invoiceOf(info)
  const row = {
    platformId: platform.id,
    customerId,
    accountType,
    currency: body.currency,
    status:
      validation === undefined || validation.method === 'NAME'
        ? statusOf(platform, body, info)
        : 'PENDING',
    platformAccountId: body.platformAccountId,
    ownershipType: body.ownershipType,
    isDefault: customerId !== undefined && body.defaultUmaDepositAccount === true,
    nameCheck: nameCheckOf(info, suffix),
    validation,
    verifiedName: suffix === '103' ? verifiedNameOf(info) : undefined,
    accountInfo: info,
    identity: accountIdentity(accountType, info),
    invoiceHash: invoice?.paymentHash,
    invoiceExpiresAt: invoice && expiryOf(invoice),
  }
  return createOnce(call, async (tx, id) => {
    const created = await tx.call('create_external_account', { id, ...row })
    if (created === null) throw new Refusal('DUPLICATE_EXTERNAL_ACCOUNT')
    if ('refused' in created) throw refusalOf({ code: created.refused })
    return presentExternalAccount(created)
  })
}

function expiryOf({ expiresAt }: Invoice): string {
  return instant(Math.min(expiresAt * 1000, LAST_INSTANT)).toISOString()
}

/** A wallet of one's own must be proven where counterparty rules hold; all else can be paid. */
function statusOf(platform: Platform, { ownershipType }: Body, info: KnownInfo): string {
  const mustProve =
    platform.hasCounterpartyRequirements &&
    ownershipType === 'FIRST_PARTY' &&
    isSelfCustody(info.accountType, info)
  return mustProve ? 'PENDING_OWNERSHIP_VERIFICATION' : 'ACTIVE'
}

/**
 * A US account that the bank pays, or collects from, is validated there; in the sandbox only where its number asks for it.
 * Undefined: nothing is left to find out.
 */
function validationOf(
  { dependencies, platform }: Parameters<typeof createOnce>[0],
  info: KnownInfo,
  suffix: string | undefined,
): Validation | undefined {
  const { accountType } = info
  const isBankAccount = accountType === BANK_ACCOUNT_TYPE
  const { railRoutes } = dependencies.outside
  const isCarriedByBank = isBankAccount && bankNetworks(railRoutes[platform.environment]).length > 0
  const isWanted = suffix === undefined || suffix in validationOutcomes
  const method = microEntryEnds.some((end) => end === suffix) ? 'MICRO_ENTRIES' : 'BANK'
  if (isCarriedByBank && isWanted) return { method, provider: 'BANK' }
  if (suffix === undefined) return undefined
  if (isBankAccount && isWanted) return { method, provider: 'SANDBOX' }
  return nameCheckOf(info, suffix) === 'PENDING'
    ? { method: 'NAME', provider: 'SANDBOX' }
    : undefined
}

/** Asked for the networks that the account will be used with. Where the bank cannot be asked now, the validation asks it later. */
async function refuseUnknownRouting(
  { dependencies, platform }: Parameters<typeof createOnce>[0],
  info: KnownInfo,
): Promise<void> {
  const networks = bankNetworks(dependencies.outside.railRoutes[platform.environment])
  const bank = dependencies.outside.bank(platform.environment)
  if ((await bank?.checkAccount(String(info.routingNumber), networks)) === 'INVALID') {
    throw new Refusal('INVALID_BANK_ACCOUNT', {
      reason: 'The bank does not know the routing number.',
    })
  }
}

/** Outside the sandbox no rail is connected that checks names. */
function nameCheckOf(info: AccountInfo, suffix: string | undefined): string | undefined {
  if (info.beneficiary === undefined) return undefined
  return suffix === undefined ? 'UNSUPPORTED' : (nameChecks[suffix] ?? 'MATCHED')
}

/** A holder's name that differs a little, for PARTIAL_MATCH: the initial of the first name. */
function verifiedNameOf(info: AccountInfo): string | undefined {
  const beneficiary = info.beneficiary as Readonly<Record<string, unknown>> | undefined
  const name = beneficiary?.fullName ?? beneficiary?.legalName
  return typeof name === 'string' ? name.replace(/^(\S)\S*/, '$1.') : undefined
}

type KnownInfo = AccountInfo & { readonly accountType: string }

/** The fields of the variant: what else was sent is not kept. */
function knownFields(info: { readonly accountType: string }): KnownInfo {
  const { properties, beneficiary } = variantOf(info.accountType)
  const names = [
    'accountType',
    ...Object.keys(properties),
    ...(beneficiary === 'NONE' ? [] : ['beneficiary']),
  ]
  const kept = Object.entries(info).filter(([name]) => names.includes(name))
  return { ...Object.fromEntries(kept), accountType: info.accountType }
}
