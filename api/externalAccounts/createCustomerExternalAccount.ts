import { randomUUID } from 'node:crypto'
import {
  ExternalAccount,
  ExternalAccountCreateRequest,
} from '../../contract/components/accounts.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { suffixOf, variantOf } from '../../contract/externalAccounts.ts'
import { findCustomer } from '../customers/getCustomer.ts'
import { operation } from '../operation.ts'
import { type ExternalAccountRow, presentExternalAccount } from './present.ts'

/** Sandbox outcomes of the beneficiary name check, by the end of the account's identity. */
const nameChecks: Readonly<Record<string, string>> = {
  '102': 'NOT_MATCHED',
  '103': 'PARTIAL_MATCH',
  '104': 'PENDING',
  '106': 'UNSUPPORTED',
  '107': 'CHECKED_BY_RECEIVING_FI',
}
const REFUSED_SUFFIX = '105'

export const createCustomerExternalAccount = operation({
  id: 'createCustomerExternalAccount',
  group: 'External Accounts',
  method: 'post',
  path: '/customers/external-accounts',
  permission: 'MANAGE',
  summary: 'Register an account that money can be sent to',
  body: ExternalAccountCreateRequest,
  status: 201,
  responses: { 201: ExternalAccount },
  errors: ['USER_NOT_FOUND', 'DUPLICATE_EXTERNAL_ACCOUNT', 'INVALID_BANK_ACCOUNT'],
  async handle({ body, platform, dependencies }) {
    // The discriminator has chosen a variant of the table; its own fields are checked.
    const info = body.accountInfo as Record<string, unknown> & { accountType: string }
    const variant = variantOf(info.accountType)
    if (!variant.currencies.includes(body.currency)) {
      const message = `must be ${variant.currencies.join(' or ')} for ${variant.accountType}`
      throw invalidInput([{ field: 'currency', constraint: 'enum', message }])
    }
    const customer =
      body.customerId === undefined
        ? undefined
        : await findCustomer(dependencies, platform.id, body.customerId)
    if (body.customerId !== undefined && customer === undefined) throw new Refusal('USER_NOT_FOUND')
    const suffix = platform.environment === 'SANDBOX' ? suffixOf(info.accountType, info) : ''
    if (suffix === REFUSED_SUFFIX) throw new Refusal('INVALID_BANK_ACCOUNT')
    const [row] = await dependencies.database.query<{ row: ExternalAccountRow }>({
      name: 'create_external_account',
      text: `select create_external_account($1::jsonb) as row`,
      values: [
        JSON.stringify({
          id: randomUUID(),
          platformId: platform.id,
          customerId: customer?.id,
          accountType: info.accountType,
          currency: body.currency,
          platformAccountId: body.platformAccountId,
          ownershipType: body.ownershipType,
          isDefault: customer !== undefined && body.defaultUmaDepositAccount,
          nameCheck: nameCheckOf(info, suffix),
          verifiedName: suffix === '103' ? verifiedNameOf(info) : undefined,
          accountInfo: knownFields(info),
          identity: String(info[variant.identity]).toUpperCase(),
        }),
      ],
    })
    if (!row?.row) throw new Refusal('DUPLICATE_EXTERNAL_ACCOUNT')
    return presentExternalAccount(row.row)
  },
})

function nameCheckOf(info: Record<string, unknown>, suffix: string): string | undefined {
  if (info.beneficiary === undefined) return undefined
  if (suffix === '') return 'PENDING'
  return nameChecks[suffix] ?? 'MATCHED'
}

/** A holder's name that differs a little, for PARTIAL_MATCH: the initial of the first name. */
function verifiedNameOf(info: Record<string, unknown>): string | undefined {
  const beneficiary = info.beneficiary as Record<string, unknown> | undefined
  const name = beneficiary?.fullName ?? beneficiary?.legalName
  return typeof name === 'string' ? name.replace(/^(\S)\S*/, '$1.') : undefined
}

/** The fields of the variant: what else was sent is not kept. */
function knownFields(info: Record<string, unknown> & { accountType: string }): object {
  const names = [
    'accountType',
    'beneficiary',
    ...Object.keys(variantOf(info.accountType).properties),
  ]
  return Object.fromEntries(Object.entries(info).filter(([name]) => names.includes(name)))
}
