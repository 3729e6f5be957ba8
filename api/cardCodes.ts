/**
 * The code with which a device takes a card into its wallet goes from the issuer's event into one message. It
 * is sent before the event is answered, so that it is kept nowhere: until then the issuer has it, and sends it again.
 */
import { Refusal } from '../contract/errors.ts'
import type { Environment } from '../contract/outsideParties.ts'
import { mailOfCode, textOfCode } from '../domain/cards/codeMessage.ts'
import { walletCodeIn } from '../providers/cardIssuer/index.ts'
import { PartyNotConfigured } from '../providers/outsideParties.ts'
import type { Dependencies } from './dependencies.ts'

const BUSY_SECONDS = 5

/**
 * Once for each event, however often it comes. A process that dies between the message and the note that it was
 * taken leaves the event to be sent again: that is the same message, by its id.
 *
 * @param eventToken the issuer's name of the event, the same at each delivery
 * @throws Refusal SERVICE_UNAVAILABLE where the message was not taken, or another process is sending it;
 *   NOT_IMPLEMENTED without mails and text messages
 */
export async function sendCardCode(
  { database, outside, log }: Dependencies,
  environment: Environment,
  eventToken: string,
  event: object,
): Promise<void> {
  const sent = walletCodeIn(event)
  if (sent === undefined) {
    // Not refused: the event would come again and again.
    log.error(
      { environment, eventToken },
      'a code of a card is not sent: its event is of another shape',
    )
    return
  }
  if (!outside.has('MESSAGES', environment)) {
    const { message: reason } = new PartyNotConfigured('MESSAGES', environment)
    throw new Refusal('NOT_IMPLEMENTED', { reason })
  }
  const { cardToken, channel, to, code } = sent
  const begun = await database.call('begin_card_code', { environment, eventToken, cardToken })
  if (begun.outcome === 'BUSY') {
    throw new Refusal('SERVICE_UNAVAILABLE', {
      reason: 'The code is being sent.',
      retryAfterSeconds: BUSY_SECONDS,
    })
  }
  if (begun.outcome !== 'SEND') {
    if (begun.outcome !== 'SENT') log.info({ eventToken, why: begun.outcome }, 'a code is not sent')
    return
  }
  const { platformId } = begun
  const message =
    channel === 'EMAIL' ? mailOfCode({ ...begun, code }) : textOfCode({ ...begun, code })
  const isSent = await outside
    .messages(environment)
    .send({ id: `card-code.${eventToken}`, to, platformId, ...message })
    .then(
      () => true,
      // Of the error its kind alone: a server's answer may repeat what it was sent.
      (error: { name?: unknown; code?: unknown }) => {
        log.error(
          { eventToken, name: error.name, code: error.code },
          'a code of a card was not taken',
        )
        return false
      },
    )
  await database.call('end_card_code', environment, eventToken, isSent)
  if (isSent) return
  throw new Refusal('SERVICE_UNAVAILABLE', {
    reason: 'The message was not taken.',
    retryAfterSeconds: BUSY_SECONDS,
  })
}
