/** A customer's record, made of the request that creates it. */
import { randomUUID } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import type { IndividualCustomerCreateRequest } from '../../contract/components/customers.ts'
import { invalidInput } from '../../contract/errors.ts'
import { internalAccountTypeOf } from '../../contract/money.ts'
import type { NewCustomer } from '../../db/sqlFunctions.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Platform } from '../operation.ts'
import { requireOutside } from '../outside.ts'
import type { RequestIdentity } from '../unanswered.ts'
import {
  countryOfIssuanceOf,
  customerProblems,
  readCustomerFacts,
  refuseTaken,
  todayOf,
} from './customerRules.ts'
import { sealIdentityNumber } from './identityNumber.ts'

type Body = FromSchema<typeof IndividualCustomerCreateRequest>

/**
 * What is written of a new customer, once its request has passed the schemas.
 *
 * @param id bare uuid
 * @throws Refusal INVALID_INPUT with each field that breaks a rule, what `refuseTaken` refuses, and
 *   NOT_IMPLEMENTED for a wallet where the environment has no wallet provider
 */
export async function newCustomer(
  body: Body,
  id: string,
  platform: Platform,
  dependencies: Dependencies,
  { key, requestHash }: RequestIdentity,
): Promise<NewCustomer> {
  const facts = await readCustomerFacts(dependencies, platform.id, id, body)
  const problems = customerProblems(body, facts, todayOf(dependencies))
  if (problems.length > 0) throw invalidInput(problems)
  refuseTaken(facts)
  const accounts = facts.currencies.map((code) => ({
    id: randomUUID(),
    currency: code,
    type: accountTypeOf(code),
  }))
  if (walletOf(accounts) !== undefined) {
    requireOutside({ dependencies, platform }, ['WALLET_PROVIDER'])
  }
  return {
    ...recordOf(body, id, facts.uma_domain, platform.environment),
    identityNumber: await sealIdentityNumber(dependencies, id, body.identifier),
    accounts,
    credentialId: randomUUID(),
    key,
    requestHash,
    // With a key a late decision is found by every repeat.
    decideBefore: key === undefined ? facts.decide_before : undefined,
  }
}

/** The bare uuid of the account that is an embedded wallet; undefined where there is none. */
export function walletOf(accounts: NewCustomer['accounts']): string | undefined {
  return accounts.find(({ type }) => type === 'EMBEDDED_WALLET')?.id
}

function accountTypeOf(code: string): string {
  return code === 'USDB' ? 'EMBEDDED_WALLET' : internalAccountTypeOf(code)
}

/** The sandbox decides by the end of the name; a regulated platform's customers are approved. */
function kycStatusOf(body: Body, environment: string): string {
  if (environment !== 'SANDBOX') return 'APPROVED'
  const outcomes: Record<string, string> = {
    '001': 'PENDING',
    '002': 'REJECTED',
    '003': 'UNVERIFIED',
  }
  return outcomes[body.fullName?.slice(-3) ?? ''] ?? 'APPROVED'
}

function recordOf(
  body: Body,
  id: string,
  umaDomain: string,
  environment: string,
): Omit<
  NewCustomer,
  'accounts' | 'credentialId' | 'identityNumber' | 'key' | 'requestHash' | 'decideBefore'
> {
  const { customerType, email, phoneNumber, region, currencies, umaAddress, platformCustomerId } =
    body
  const { fullName, birthDate, nationality, address, idType } = body
  const profile = {
    fullName,
    birthDate,
    nationality,
    address,
    idType,
    countryOfIssuance: countryOfIssuanceOf(body),
  }
  return {
    customerType,
    email,
    phoneNumber,
    region,
    currencies: currencies ?? [],
    platformCustomerId: platformCustomerId ?? id,
    umaAddress: umaAddress ?? `$${id.slice(0, 13)}@${umaDomain}`,
    profile,
    kycStatus: kycStatusOf(body, environment),
  }
}
