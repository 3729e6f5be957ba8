import type { FromSchema } from 'json-schema-to-ts'
import { SignedRetryChallenge, WalletOperationProcessing } from '../../contract/components/auth.ts'
import {
  IndividualCustomer,
  IndividualCustomerUpdateRequest,
} from '../../contract/components/customers.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { type CustomerRow, presentCustomer } from '../../contract/present/index.ts'
import { UNIQUE_VIOLATION } from '../../db/database.ts'
import type { ContactIntent, CustomerFields } from '../../db/sqlFunctions.ts'
import {
  updateUserEmailBody,
  updateUserPhoneNumberBody,
} from '../../providers/walletProvider/index.ts'
import {
  type AnyCall,
  challenge,
  handleSignedRetry,
  isSignedRetry,
  signedRetryErrors,
} from '../auth/signedRetry.ts'
import { findWallet } from '../auth/wallet.ts'
import { operation, type Reply } from '../operation.ts'
import { requireOutside } from '../outside.ts'
import { findCustomer } from './getCustomer.ts'
import { sealIdentityNumber } from './identityNumber.ts'

export const updateCustomerById = operation({
  id: 'updateCustomerById',
  group: 'Customers',
  method: 'patch',
  path: '/customers/:customerId',
  permission: 'MANAGE',
  summary: 'Change a customer',
  description:
    'A new email (phone number) of a customer with a linked EMAIL_OTP (SMS_OTP) credential takes the ' +
    'signed retry: customer and credential change together, or not at all.',
  outside: { byRequest: ['WALLET_PROVIDER'] },
  headers: { walletSignature: true, requestId: true },
  body: IndividualCustomerUpdateRequest,
  status: 200,
  responses: {
    200: { anyOf: [IndividualCustomer, WalletOperationProcessing] },
    202: SignedRetryChallenge,
  },
  errors: [
    'USER_NOT_FOUND',
    'CONFLICT',
    'UMA_ADDRESS_EXISTS',
    'WALLET_NOT_PROVISIONED',
    'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
    'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS',
    'EMAIL_OTP_CREDENTIAL_SET_CHANGED',
    'SMS_OTP_CREDENTIAL_SET_CHANGED',
    'EMAIL_OTP_CREDENTIAL_SYNC_FAILED',
    ...signedRetryErrors,
  ],
  async handle(call): Promise<object | Reply> {
    const { dependencies, platform } = call
    const customer = await findCustomer(dependencies, platform.id, call.params.customerId)
    if (customer === undefined) throw new Refusal('USER_NOT_FOUND')
    const show = async (): Promise<object> => {
      const id = idOf('Customer', customer.id)
      const row = await findCustomer(dependencies, platform.id, id)
      if (row === undefined) throw new Refusal('USER_NOT_FOUND')
      return presentCustomer(row)
    }
    const linked = await linkedCredentials(call, customer.id)
    if (isSignedRetry(call)) {
      if (linked.account_id === null) throw new Refusal('UNAUTHORIZED')
      const accountId = linked.account_id
      requireOutside(call, ['WALLET_PROVIDER'])
      const target = { operation: 'CONTACT_CHANGE', accountId, customerId: customer.id } as const
      return handleSignedRetry(call, target, show)
    }
    const change = contactChangeOf(call.body, customer, linked)
    if (change === undefined) {
      await update(call, customer.id)
      return show()
    }
    requireOutside(call, ['WALLET_PROVIDER'])
    return askForStamp(call, customer, linked, change)
  },
})

type Body = FromSchema<typeof IndividualCustomerUpdateRequest>
type UpdateCall = AnyCall & { readonly body: Body }

type LinkedCredentials = {
  readonly account_id: string | null
  readonly email: string | null
  readonly phone: string | null
}

type ContactChange = Omit<ContactIntent, 'fields'>

async function linkedCredentials(
  { dependencies }: Pick<AnyCall, 'dependencies'>,
  customerId: string,
): Promise<LinkedCredentials> {
  const linked = await dependencies.database.one<LinkedCredentials>({
    name: 'linked_credentials',
    text: `select (select id from internal_accounts where customer_id = $1 and type = 'EMBEDDED_WALLET') as account_id,
      linked_credentials($1, 'EMAIL_OTP') as email, linked_credentials($1, 'SMS_OTP') as phone`,
    values: [customerId],
  })
  return linked
}

function contactChangeOf(
  body: Body,
  customer: CustomerRow,
  linked: LinkedCredentials,
): ContactChange | undefined {
  const email = linked.email !== null && body.email !== undefined && body.email !== customer.email
  const phone =
    linked.phone !== null &&
    body.phoneNumber !== undefined &&
    body.phoneNumber !== customer.phone_number
  if (email && phone) {
    const message = 'must not change in one request with email'
    throw invalidInput([{ field: 'phoneNumber', constraint: 'not', message }])
  }
  if (email) {
    const contact = body.email ?? ''
    return { credentialType: 'EMAIL_OTP', contact, credentials: linked.email ?? '' }
  }
  if (!phone) return undefined
  const contact = body.phoneNumber ?? ''
  return { credentialType: 'SMS_OTP', contact, credentials: linked.phone ?? '' }
}

async function askForStamp(
  call: UpdateCall,
  customer: CustomerRow,
  linked: LinkedCredentials,
  change: ContactChange,
): Promise<Reply> {
  const { credentialType, contact } = change
  const { database } = call.dependencies
  if (await database.call('contact_taken', customer.id, credentialType, contact)) {
    throw new Refusal(
      credentialType === 'EMAIL_OTP'
        ? 'EMAIL_OTP_EMAIL_ALREADY_EXISTS'
        : 'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS',
    )
  }
  const wallet = await findWallet(call, idOf('InternalAccount', linked.account_id ?? ''))
  const payloadToSign =
    credentialType === 'EMAIL_OTP'
      ? updateUserEmailBody({ ...wallet, userEmail: contact })
      : updateUserPhoneNumberBody({ ...wallet, userPhoneNumber: contact })
  return challenge(
    call,
    {
      operation: 'CONTACT_CHANGE',
      accountId: wallet.account_id,
      customerId: customer.id,
      payloadToSign,
      intent: { ...change, fields: await fieldsOf(call, customer.id) },
    },
    credentialType,
  )
}

async function update(call: UpdateCall, customerId: string): Promise<void> {
  const fields = await fieldsOf(call, customerId)
  try {
    await call.dependencies.database.call('update_customer', customerId, fields)
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION)
      throw new Refusal('UMA_ADDRESS_EXISTS')
    throw error
  }
}

/** What was sent, as the record keeps it. */
async function fieldsOf(
  { body, dependencies }: UpdateCall,
  customerId: string,
): Promise<CustomerFields> {
  const { email, phoneNumber, umaAddress, region, currencies, identifier } = body
  const { fullName, birthDate, nationality, address, idType, countryOfIssuance } = body
  return {
    email,
    phoneNumber,
    umaAddress,
    region,
    currencies,
    identityNumber: await sealIdentityNumber(dependencies, customerId, identifier),
    profile: { fullName, birthDate, nationality, address, idType, countryOfIssuance },
  }
}
