/** Calls the SQL functions of strong customer authentication, so that the plan of each statement in them is read. */
import { randomUUID } from 'node:crypto'
import type { Database, Queryable } from '../../db/database.ts'
import type { AnswerChallengeInput, OpenedChallenge, ScaFactor } from '../../db/scaFunctions.ts'

/** @param customerId of a customer whose contacts may change */
export async function callSca(
  queryable: Queryable,
  platformId: string,
  customerId: string,
): Promise<void> {
  const database = queryable as Database
  await database.query({
    text: `update customers set region = 'DE', email = 'sca@example.com', phone_number = '+491711234567' where id = $1`,
    values: [customerId],
  })
  const whose = { platformId, customerId }
  for (const purpose of ['VERIFY_EMAIL', 'VERIFY_PHONE'] as const) {
    const id = randomUUID()
    await database.call('open_contact_verification', { ...whose, id, purpose, codeKey: 'x' })
    await database.call('open_contact_verification', { ...whose, id, purpose, codeKey: 'x' })
    await database.call('code_to_send', id)
    await database.call('record_code_sent', id)
    const answer = { customerId, challengeId: id, purpose }
    for (const isRight of [false, true, true]) {
      await database.call('confirm_contact', { ...answer, isRight })
    }
  }
  const login = async (factor: ScaFactor, isRight: boolean): Promise<void> => {
    const challengeId = idIn(
      await database.call('open_sca_challenge', {
        ...{ ...whose, id: randomUUID(), purpose: 'LOGIN', factor },
        ...{ recipient: '+491711234567', codeKey: 'x', passkeyChallenge: 'ab' },
      }),
    )
    await database.call('resend_code', challengeId)
    const proof: AnswerChallengeInput['proof'] = { kind: 'CODE' }
    const answer = { ...whose, factor, challengeId, isRight, proof, endUserIpAddress: '192.0.2.1' }
    await database.call('complete_sca_login', answer)
  }
  for (const factor of ['SMS_OTP', 'SMS_OTP', 'PASSKEY'] as const) {
    await database.call('start_sca_login', {
      ...{ ...whose, id: randomUUID(), factor, recipient: '+491711234567' },
      ...{ codeKey: 'x', passkeyChallenge: 'ab' },
    })
  }
  await login('SMS_OTP', false)
  await login('SMS_OTP', true)
  await enrol(database, whose, 'TOTP')
  await enrol(database, whose, 'PASSKEY')
  await database.call('delete_sca_passkey', platformId, customerId, 'credential')
  for (const proof of [
    { kind: 'TOTP', factorId: randomUUID(), step: 1 },
    { kind: 'PASSKEY', factorId: randomUUID(), counter: 1 },
    { kind: 'RECOVERY_CODE', hash: 'ab' },
  ] as const) {
    const answer = { ...whose, factor: 'TOTP' as const, isRight: true, proof }
    await database.call('answer_sca_challenge', { ...answer, purpose: 'LOGIN' })
  }
  await database.call('release_sca_region', customerId, 'x', 'x')
  await database.call('record_security_event', customerId, 'FAILED_LOGIN_ATTEMPT')
  await database.call('record_security_event', customerId, 'RESET_PASSWORD_COMPLETED')
  for (const factor of ['TOTP', 'SMS_OTP'] as const) {
    const reset = { ...whose, resetId: randomUUID() }
    await database.call('start_sca_reset', { ...reset, factor })
    await database.call('open_sca_reset', reset.resetId)
    await database.call('complete_sca_reset', reset)
    await database.call('move_sca_reset', reset.resetId, 'LIVENESS_PASSED')
    await database.call('complete_sca_reset', { ...reset, phoneNumber: '+491711234569' })
  }
  await database.query({
    text: `update customers set email = 'other@example.com', phone_number = '+491711234568' where id = $1`,
    values: [customerId],
  })
  await database.call('end_sca_sessions', customerId)
}

async function enrol(
  database: Database,
  whose: { platformId: string; customerId: string },
  type: 'TOTP' | 'PASSKEY',
): Promise<void> {
  const id = randomUUID()
  const secrets = { secret: 'x', registrationChallenge: 'ab' }
  await database.call('start_sca_enrollment', { ...whose, id, type, ...secrets })
  for (const isRight of [false, true]) {
    await database.call('confirm_sca_enrollment', {
      ...{ customerId: whose.customerId, factorId: id, isRight, step: 1, recoveryCodes: ['ab'] },
      ...{ credentialId: 'credential', transports: ['usb'] },
    })
  }
}

function idIn(opened: OpenedChallenge): string {
  if (opened.outcome === 'REFUSED') throw new Error(opened.code)
  return opened.challenge.id
}
