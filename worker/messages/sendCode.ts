/**
 * Sends the code of a challenge. It runs as a job that the challenge's own transaction has made, and is
 * repeated until the message was taken or the code is not valid any more; a repeat is the same message.
 */
import type { Database } from '../../db/database.ts'
import { codeMessage } from '../../domain/sca/codeMessage.ts'
import type { OutsideParties } from '../../providers/outsideParties.ts'
import type { OneTimeCodes } from '../../runtime/oneTimeCodes.ts'

export type SendCodeDependencies = {
  readonly database: Pick<Database, 'call'>
  readonly outside: Pick<OutsideParties, 'messages'>
  readonly codes: OneTimeCodes
}

/**
 * @param challengeId UUID without prefix
 * @param number of the message: 0, then one more each time it is asked for again
 * @throws Error where the message was not taken; PartyNotConfigured, UnknownKey: another worker may
 *   have what this one lacks
 */
export async function sendCode(
  { database, outside, codes }: SendCodeDependencies,
  challengeId: string,
  number: number,
): Promise<void> {
  const challenge = await database.call('code_to_send', challengeId)
  if (challenge === null) return
  const { environment, appName, factor, purpose, message, recipient, platformId } = challenge
  await outside.messages(environment).send({
    id: `${challengeId}.${number}`,
    channel: factor === 'EMAIL_OTP' ? 'EMAIL' : 'SMS',
    to: recipient,
    from: appName,
    platformId,
    ...codeMessage(purpose, codes.codeOf(challenge), { appName, ...message }),
  })
  await database.call('record_code_sent', challengeId)
}
