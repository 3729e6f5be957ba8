/** A customer's record, made of the request that creates it. */
import { randomUUID } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import type { CustomerCreateRequestOneOf } from '../../contract/components/customers.ts'
import { invalidInput } from '../../contract/errors.ts'
import { customerAccountTypeOf } from '../../contract/money.ts'
import type { NewCustomer } from '../../db/sqlFunctions.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Reading, readingOf } from '../fence.ts'
import type { Platform } from '../operation.ts'
import { requireOutside } from '../outside.ts'
import { recordedConsents } from './agreements.ts'
import { customerProblems, readCustomerFacts, refuseTaken } from './customerRules.ts'
import { sealIdentityNumber } from './identityNumber.ts'
import { identifierOf, profileOf } from './profile.ts'

type Body = FromSchema<typeof CustomerCreateRequestOneOf>

/**
 * What is written of a new customer, once its request has passed the schemas.
 *
 * @param id UUID without prefix
 * @throws Refusal INVALID_INPUT with each field that breaks a rule, what `refuseTaken` refuses, and
 *   NOT_IMPLEMENTED for a wallet where the environment has no wallet provider
 */
export async function newCustomer(
  body: Body,
  id: string,
  platform: Platform,
  dependencies: Dependencies,
  { key, requestHash }: { readonly key: string | undefined; readonly requestHash: string },
): Promise<{ readonly customer: NewCustomer; readonly reading: Reading }> {
  const facts = await readCustomerFacts(dependencies, platform.id, id, body)
  const problems = customerProblems(body, facts)
  if (problems.length > 0) throw invalidInput(problems)
  refuseTaken(facts)
  const reading = readingOf(facts.read_at)
  const accounts = facts.currencies.map((code) => ({
    id: randomUUID(),
    currency: code,
    type: customerAccountTypeOf(code),
  }))
  if (accounts.some(({ type }) => type === 'EMBEDDED_WALLET')) {
    requireOutside({ dependencies, platform }, ['WALLET_PROVIDER'])
  }
  const customer: NewCustomer = {
    ...recordOf(body, id, facts.uma_domain),
    identityNumber: await sealIdentityNumber(dependencies, id, identifierOf(body)),
    ...{ accounts, credentialId: randomUUID(), key, requestHash },
    operation: 'createCustomer',
  }
  return { customer, reading }
}

function recordOf(
  body: Body,
  id: string,
  umaDomain: string,
): Omit<
  NewCustomer,
  'accounts' | 'credentialId' | 'identityNumber' | 'operation' | 'key' | 'requestHash'
> {
  const { customerType, email, phoneNumber, region, currencies, umaAddress, platformCustomerId } =
    body
  return {
    customerType,
    email,
    phoneNumber,
    region,
    currencies: currencies ?? [],
    platformCustomerId: platformCustomerId ?? id,
    umaAddress: umaAddress ?? `$${id.slice(0, 13)}@${umaDomain}`,
    profile: profileOf(body),
    agreementConsents: recordedConsents(body),
  }
}
