import { randomUUID } from 'node:crypto'
import { ScaLoginStart, ScaLoginStartRequest } from '../../contract/components/sca.ts'
import { idOf } from '../../contract/ids.ts'
import { shownInstant } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import type { OpenChallengeInput, ScaChallengeRow } from '../../db/scaFunctions.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { requireOutside } from '../outside.ts'
import { customerQuery, knownCustomer, requireScaCustomer, type ScaCustomer } from './customer.ts'
import { enrolledFactors } from './factors.ts'
import { newPasskeyChallenge, relyingPartyShown, requestOptions } from './passkeyOptions.ts'
import { notEnrolled } from './proof.ts'

export const startScaLogin = operation({
  id: 'startScaLogin',
  group: 'Strong Customer Authentication',
  method: 'post',
  path: '/sca/login/start',
  permission: 'TRANSACT',
  summary: 'Start the login of a customer',
  description:
    'SMS_OTP sends a code, and the same one again while it is valid: three times at most. TOTP needs no ' +
    'start. A challenge is valid for five minutes.',
  query: customerQuery,
  body: ScaLoginStartRequest,
  validate: knownCustomer,
  status: 200,
  responses: { 200: ScaLoginStart },
  outside: { byRequest: ['MESSAGES'] },
  errors: ['USER_NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  async handle(call) {
    const { dependencies, body, query } = call
    const customer = await requireScaCustomer(call, query.customerId)
    const factors = await enrolledFactors(dependencies, customer)
    const factor = factors.find((one) => one.factor === body.factor)
    if (factor === undefined) throw notEnrolled(body.factor)
    if (body.factor === 'TOTP') return { factor: 'TOTP' as const }
    if (body.factor === 'SMS_OTP') {
      requireOutside(call, ['MESSAGES'])
      const code = {
        recipient: customer.verifiedPhone ?? '',
        codeKey: dependencies.codes.currentKey,
      }
      const challenge = await open(dependencies, customer, { factor: 'SMS_OTP', ...code })
      return { factor: 'SMS_OTP' as const, ...shown(challenge) }
    }
    const bytes = newPasskeyChallenge()
    const passkeyChallenge = bytes.toString('hex')
    const challenge = await open(dependencies, customer, { factor: 'PASSKEY', passkeyChallenge })
    const { rpId = '', credentialId = '' } = factor
    return {
      factor: 'PASSKEY' as const,
      ...shown(challenge),
      passkeyOptions: await requestOptions({ rpId, credentialId }, bytes),
      ...relyingPartyShown(customer),
    }
  },
})

async function open(
  { database }: Dependencies,
  { id: customerId, platformId }: ScaCustomer,
  proof: Pick<OpenChallengeInput, 'factor' | 'recipient' | 'codeKey' | 'passkeyChallenge'>,
): Promise<ScaChallengeRow> {
  const opened = await database.call('start_sca_login', {
    id: randomUUID(),
    platformId,
    customerId,
    ...proof,
  })
  if (opened.outcome === 'REFUSED') throw refusalOf(opened)
  return opened.challenge
}

function shown(
  challenge: ScaChallengeRow,
): Pick<Shown<typeof ScaLoginStart>, 'challengeId' | 'expiresAt'> {
  return {
    challengeId: idOf('ScaChallenge', challenge.id),
    expiresAt: shownInstant(challenge.expires_at),
  }
}
