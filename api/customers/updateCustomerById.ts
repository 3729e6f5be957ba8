import type { FromSchema } from 'json-schema-to-ts'
import { SignedRetryChallenge, WalletOperationProcessing } from '../../contract/components/auth.ts'
import { CustomerOneOf, CustomerUpdateRequestOneOf } from '../../contract/components/customers.ts'
import { composed } from '../../contract/composedText.ts'
import { type FieldError, invalidInput, Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { type CustomerRow, presentCustomer } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
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
import { refusalOf } from '../outcomes.ts'
import { requireOutside } from '../outside.ts'
import { refuseUnprovenPhone } from '../sca/phoneChange.ts'
import { recordedConsents } from './agreements.ts'
import {
  customerProblems,
  readCustomerFacts,
  refuseTaken,
  validateCustomer,
} from './customerRules.ts'
import { findCustomer } from './getCustomer.ts'
import { sealIdentityNumber } from './identityNumber.ts'
import { identifierOf, profileOf } from './profile.ts'

export const updateCustomerById = operation({
  id: 'updateCustomerById',
  group: 'Customers',
  method: 'patch',
  path: '/customers/:customerId',
  permission: 'MANAGE',
  summary: 'Change a customer',
  description:
    'A new email (phone number) of a customer with a linked EMAIL_OTP (SMS_OTP) credential takes the ' +
    'signed retry: customer and credential change together, or not at all. The first contact of a ' +
    'customer without one becomes the credential of the wallet, which is made then. Where strong customer ' +
    'authentication is demanded, a new phone number of a customer with a factor takes a live session, and so does ' +
    'a region where it is not demanded.',
  outside: { byRequest: ['WALLET_PROVIDER'] },
  headers: { walletSignature: true, requestId: true },
  body: CustomerUpdateRequestOneOf,
  prepare: composed,
  validate: validateCustomer,
  status: 200,
  responses: {
    200: { anyOf: [CustomerOneOf, WalletOperationProcessing] },
    202: SignedRetryChallenge,
  },
  errors: [
    'END_USER_TERMS_VERSION_NOT_FOUND',
    'USER_NOT_FOUND',
    'CONFLICT',
    'UMA_ADDRESS_EXISTS',
    'USER_NOT_READY',
    'SCA_SESSION_REQUIRED',
    'WALLET_NOT_PROVISIONED',
    'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
    'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS',
    'EMAIL_OTP_CREDENTIAL_SET_CHANGED',
    'SMS_OTP_CREDENTIAL_SET_CHANGED',
    'EMAIL_OTP_CREDENTIAL_SYNC_FAILED',
    'SMS_OTP_CREDENTIAL_SYNC_FAILED',
    ...signedRetryErrors,
  ],
  async handle(call) {
    const { dependencies, platform } = call
    const customer = await findCustomer(dependencies, platform.id, call.params.customerId)
    if (customer === undefined || customer.is_deleted) throw new Refusal('USER_NOT_FOUND')
    const show = async (): Promise<Shown<typeof CustomerOneOf>> => {
      const id = idOf('Customer', customer.id)
      const row = await findCustomer(dependencies, platform.id, id)
      if (row === undefined) throw new Refusal('USER_NOT_FOUND')
      return presentCustomer(row)
    }
    if (call.body.phoneNumber !== (customer.phone_number ?? undefined)) {
      await refuseUnprovenPhone(call, customer.id, call.body.phoneNumber)
    }
    const linked = await linkedCredentials(call, customer.id)
    if (isSignedRetry(call)) {
      if (linked.account_id === null) throw new Refusal('UNAUTHORIZED')
      const accountId = linked.account_id
      requireOutside(call, ['WALLET_PROVIDER'])
      const target = { operation: 'CONTACT_CHANGE', accountId, customerId: customer.id } as const
      return handleSignedRetry(call, target, show)
    }
    const { body } = call
    const facts = await readCustomerFacts(dependencies, platform.id, customer.id, body)
    const problems = [...customerProblems(body, facts), ...contactProblems(body, customer, linked)]
    if (problems.length > 0) throw invalidInput(problems)
    refuseTaken(facts)
    const change = contactChangeOf(body, customer, linked)
    if (change === undefined) {
      if (isFirstContact(body, customer, linked)) requireOutside(call, ['WALLET_PROVIDER'])
      await update(call, customer.id)
      return show()
    }
    requireOutside(call, ['WALLET_PROVIDER'])
    return askForStamp(call, customer, linked, change)
  },
})

type Body = FromSchema<typeof CustomerUpdateRequestOneOf>
type UpdateCall = AnyCall & { readonly body: Body }

type LinkedCredentials = {
  readonly account_id: string | null
  readonly email: string | null
  readonly phone: string | null
  /** Of any type, also revoked. */
  readonly has_credentials: boolean
}

type ContactChange = Omit<ContactIntent, 'fields'>

async function linkedCredentials(
  { dependencies }: Pick<AnyCall, 'dependencies'>,
  customerId: string,
): Promise<LinkedCredentials> {
  const linked = await dependencies.database.one<LinkedCredentials>({
    name: 'linked_credentials',
    text: `select (select id from internal_accounts where customer_id = $1 and type = 'EMBEDDED_WALLET') as account_id,
      linked_credentials($1, 'EMAIL_OTP') as email, linked_credentials($1, 'SMS_OTP') as phone,
      exists (select 1 from credentials c join internal_accounts a on a.id = c.account_id
        where a.customer_id = $1) as has_credentials`,
    values: [customerId],
  })
  return linked
}

/** One stamp is for one contact. Values that stay as they are change nothing. */
function contactProblems(
  { email, phoneNumber }: Body,
  customer: CustomerRow,
  linked: LinkedCredentials,
): FieldError[] {
  if (email === undefined || phoneNumber === undefined) return []
  if (linked.email === null && linked.phone === null) return []
  if (email === customer.email && phoneNumber === customer.phone_number) return []
  const message = 'must not be sent in one request with email: a credential is linked'
  return [{ field: 'phoneNumber', constraint: 'not', message }]
}

function contactChangeOf(
  body: Body,
  customer: CustomerRow,
  linked: LinkedCredentials,
): ContactChange | undefined {
  const { email, phoneNumber } = body
  if (linked.email !== null && email !== undefined && email !== customer.email) {
    return { credentialType: 'EMAIL_OTP', contact: email, credentials: linked.email }
  }
  if (linked.phone === null || phoneNumber === undefined) return undefined
  if (phoneNumber === customer.phone_number) return undefined
  return { credentialType: 'SMS_OTP', contact: phoneNumber, credentials: linked.phone }
}

async function askForStamp(
  call: UpdateCall,
  customer: CustomerRow,
  linked: LinkedCredentials,
  change: ContactChange,
): Promise<Reply<Shown<typeof SignedRetryChallenge>>> {
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

/** Whether the wallet is made at the provider by this change: it has no credential yet. */
function isFirstContact(body: Body, customer: CustomerRow, linked: LinkedCredentials): boolean {
  if (linked.account_id === null || linked.has_credentials) return false
  const contacts = [body.email, body.phoneNumber, customer.email, customer.phone_number]
  return contacts.some((contact) => typeof contact === 'string')
}

/** A first contact starts the onboarding that makes the wallet at the provider. */
async function update(call: UpdateCall, customerId: string): Promise<void> {
  const { dependencies, trace } = call
  const { database, handOver } = dependencies
  const fields = await fieldsOf(call, customerId)
  const changed = await database.call('change_customer', customerId, fields)
  if (changed.outcome === 'REFUSED') throw refusalOf(changed)
  if (changed.start === undefined) return
  trace.workflowId = `${idOf('Customer', customerId)}/wallet`
  await handOver.handOverAndWait(changed.start)
}

/** What was sent, as the record keeps it. */
async function fieldsOf(
  { body, dependencies }: UpdateCall,
  customerId: string,
): Promise<CustomerFields> {
  const { email, phoneNumber, umaAddress, region, currencies } = body
  return {
    email,
    phoneNumber,
    umaAddress,
    region,
    currencies,
    identityNumber: await sealIdentityNumber(dependencies, customerId, identifierOf(body)),
    profile: profileOf(body),
    agreementConsents: recordedConsents(body),
  }
}
