import { randomUUID } from 'node:crypto'
import { ScaFactorEnrollRequest, ScaFactorEnrollStart } from '../../contract/components/sca.ts'
import { totpSecretOf } from '../../contract/sealedText.ts'
import type { Shown } from '../../contract/shown.ts'
import { newTotpSecret, totpSecretHex, totpUri } from '../../domain/sca/totp.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { customerQuery, knownCustomer, requireScaCustomer, type ScaCustomer } from './customer.ts'
import { creationOptions, newPasskeyChallenge, relyingPartyShown } from './passkeyOptions.ts'

export const startScaFactorEnrollment = operation({
  id: 'startScaFactorEnrollment',
  group: 'Strong Customer Authentication',
  method: 'post',
  path: '/sca/factors',
  permission: 'TRANSACT',
  answersSecret: true,
  summary: 'Start the enrolment of a factor',
  description:
    'The customer must have logged in, or have completed a reset of that factor. A customer who has no ' +
    'factor at all enrols the first one once its contacts are verified. It is confirmed within 15 minutes.',
  query: customerQuery,
  body: ScaFactorEnrollRequest,
  validate: knownCustomer,
  status: 200,
  responses: { 200: ScaFactorEnrollStart },
  errors: [
    'USER_NOT_FOUND',
    'USER_NOT_READY',
    'CONFLICT',
    'SCA_SESSION_REQUIRED',
    'PASSKEY_ALREADY_ENROLLED',
  ],
  async handle(call) {
    const { dependencies, body, query } = call
    const customer = await requireScaCustomer(call, query.customerId)
    return body.type === 'TOTP'
      ? startTotp(dependencies, customer)
      : startPasskey(dependencies, customer)
  },
})

async function startTotp(
  dependencies: Dependencies,
  customer: ScaCustomer,
): Promise<Shown<typeof ScaFactorEnrollStart>> {
  const id = randomUUID()
  const secret = newTotpSecret()
  const sealed = await dependencies.records.seal(secret, totpSecretOf(id))
  await start(dependencies, customer, { id, type: 'TOTP', secret: sealed })
  const names = {
    issuer: customer.platformName,
    label: customer.email ?? customer.phone ?? customer.platformCustomerId,
  }
  return {
    type: 'TOTP',
    secret: totpSecretHex(secret),
    secretBase32Encoded: secret,
    totpUri: totpUri(secret, names),
  }
}

async function startPasskey(
  dependencies: Dependencies,
  customer: ScaCustomer,
): Promise<Shown<typeof ScaFactorEnrollStart>> {
  const challenge = newPasskeyChallenge()
  const registrationChallenge = challenge.toString('hex')
  await start(dependencies, customer, { id: randomUUID(), type: 'PASSKEY', registrationChallenge })
  return {
    type: 'PASSKEY',
    options: await creationOptions(customer, challenge),
    ...relyingPartyShown(customer),
  }
}

async function start(
  { database }: Dependencies,
  { id: customerId, platformId }: ScaCustomer,
  factor: {
    readonly id: string
    readonly type: 'TOTP' | 'PASSKEY'
    readonly secret?: string
    readonly registrationChallenge?: string
  },
): Promise<void> {
  const started = await database.call('start_sca_enrollment', { platformId, customerId, ...factor })
  if (started.outcome === 'REFUSED') throw refusalOf(started)
}
