/** What a wallet's device is asked to stamp before a signed retry. */
import { activity } from '../resources/quotes.ts'
import { fiveMinutesLater, type Shown } from '../resources/shared.ts'
import { given } from '../useCases/given.ts'

/** The answer to a first call. @param credential its kind, where the call is about one */
export function challenge(payloadToSign: string, credential?: string): Shown {
  return {
    ...(credential !== undefined && { type: credential }),
    payloadToSign,
    requestId: given.request,
    expiresAt: fiveMinutesLater,
  }
}

const userId = 'a50c6028-3ef0-428a-9e00-d02f7266dfdb'

/** Of a call about a credential: an activity at the wallet provider for the wallet's user. */
export function userChallenge(credential: string, type: string, parameters: Shown): Shown {
  return challenge(activity(type, { ...parameters, userId }), credential)
}
