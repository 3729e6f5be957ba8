import { randomUUID } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import {
  IndividualCustomer,
  IndividualCustomerCreateRequest,
} from '../../contract/components/customers.ts'
import { type FieldError, invalidInput } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { currencyOf } from '../../contract/money.ts'
import { presentCustomer } from '../../contract/present/index.ts'
import type { CustomerOnboardingAnswer } from '../../workflows/customerOnboarding.ts'
import { startCustomerOnboarding } from '../../workflows/starts.ts'
import { operation } from '../operation.ts'
import { notKnownYet, refusalOf } from '../outcomes.ts'
import { findCustomer } from './getCustomer.ts'

export const createCustomer = operation({
  id: 'createCustomer',
  group: 'Customers',
  method: 'post',
  path: '/customers',
  permission: 'MANAGE',
  summary: 'Create a customer',
  description:
    'One internal account per currency of the platform appears with the customer; for USDB it is ' +
    'the embedded wallet, with an EMAIL_OTP credential of the email. The wallet is `PENDING` ' +
    'until the wallet provider has made it.',
  body: IndividualCustomerCreateRequest,
  status: 201,
  responses: { 201: IndividualCustomer },
  errors: ['CONFLICT', 'UMA_ADDRESS_EXISTS'],
  async handle({ body, platform, dependencies, trace }) {
    const customerId = randomUUID()
    const side = await readSide(dependencies, platform.id)
    refuseWrongFields(body, side)
    const accounts = side.currencies.map((code) => ({
      id: randomUUID(),
      currency: code,
      type: accountTypeOf(code),
    }))
    const start = startCustomerOnboarding({
      attempt: 1,
      platformId: platform.id,
      customerId,
      walletAccountId: accounts.find(({ type }) => type === 'EMBEDDED_WALLET')?.id,
      outsideTaskQueue: dependencies.config.OUTSIDE_TASK_QUEUE,
      customer: {
        ...recordOf(body, customerId, side.uma_domain, platform.environment),
        accounts,
        credentialId: randomUUID(),
      },
    })
    trace.workflowId = start.workflowId
    const begun = await dependencies.temporal.begin<CustomerOnboardingAnswer>(start)
    if (begun.state === 'ANSWERED' && begun.answer.outcome === 'REFUSED') {
      throw refusalOf(begun.answer)
    }
    // The wallet may still be on its way: the row says whether the customer is there.
    const row = await findCustomer(dependencies, platform.id, idOf('Customer', customerId))
    if (row === undefined) throw notKnownYet()
    return presentCustomer(row)
  },
})

type Body = FromSchema<typeof IndividualCustomerCreateRequest>
type Side = {
  readonly uma_domain: string
  readonly currencies: readonly string[]
  readonly today: string
}

async function readSide(
  { database }: Parameters<typeof findCustomer>[0],
  platformId: string,
): Promise<Side> {
  const [side] = await database.query<Side>({
    name: 'platform_side',
    text: `select uma_domain, service_now()::date::text as today,
        (select array_agg(c ->> 'currencyCode') from jsonb_array_elements(supported_currencies) c) as currencies
      from platforms where id = $1`,
    values: [platformId],
  })
  if (side === undefined) throw new Error('the platform has no row')
  return side
}

function accountTypeOf(code: string): string {
  if (code === 'USDB') return 'EMBEDDED_WALLET'
  return currencyOf(code).decimals > 2 ? 'INTERNAL_CRYPTO' : 'INTERNAL_FIAT'
}

/** What a schema can't say: meaning across fields and against the platform. */
function refuseWrongFields(body: Body, side: Side): void {
  const problems: FieldError[] = []
  if (body.birthDate !== undefined && body.birthDate > side.today) {
    problems.push({
      field: 'birthDate',
      constraint: 'maximum',
      message: 'must not be in the future',
    })
  }
  for (const [index, code] of (body.currencies ?? []).entries()) {
    if (!side.currencies.includes(code)) {
      const message = 'is not supported by the platform'
      problems.push({ field: `currencies.${index}`, constraint: 'enum', message })
    }
  }
  const domain = body.umaAddress?.split('@')[1]
  if (domain !== undefined && domain.toLowerCase() !== side.uma_domain.toLowerCase()) {
    const message = `must be of the platform's domain ${side.uma_domain}`
    problems.push({ field: 'umaAddress', constraint: 'const', message })
  }
  problems.push(...identityProblems(body))
  if (problems.length > 0) throw invalidInput(problems)
}

function identityProblems(body: Body): FieldError[] {
  const problems: FieldError[] = []
  const { idType, identifier, countryOfIssuance } = body
  if (idType === 'SSN' && identifier !== undefined && !/^\d{3}-\d{2}-\d{4}$/.test(identifier)) {
    problems.push({ field: 'identifier', constraint: 'pattern', message: 'must be ###-##-####' })
  }
  if (idType === 'EIN') {
    const message = 'individuals have an SSN or an ITIN'
    problems.push({ field: 'idType', constraint: 'enum', message })
  }
  if ((idType === 'SSN' || idType === 'ITIN') && (countryOfIssuance ?? 'US') !== 'US') {
    problems.push({ field: 'countryOfIssuance', constraint: 'const', message: 'must be US' })
  }
  return problems
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

function recordOf(body: Body, id: string, umaDomain: string, environment: string): object {
  const { customerType, email, phoneNumber, region, currencies, umaAddress, platformCustomerId } =
    body
  const { fullName, birthDate, nationality, address, idType, identifier } = body
  const profile = {
    fullName,
    birthDate,
    nationality,
    address,
    idType,
    countryOfIssuance:
      body.countryOfIssuance ?? (idType && idType !== 'NON_US_TAX_ID' ? 'US' : undefined),
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
    identityNumber: identifier,
    kycStatus: kycStatusOf(body, environment),
  }
}
