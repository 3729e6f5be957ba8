import type { FromSchema } from 'json-schema-to-ts'
import { activityKind, SESSION_SECONDS, secondsSchema } from '../activityKind.ts'
import { removeKeys } from '../apiKeys.ts'
import { invalid } from '../refusals.ts'
import { addOwnKey } from '../sessionToken.ts'
import { lockUser } from '../users.ts'

const parameters = {
  type: 'object',
  required: ['publicKey'],
  properties: {
    publicKey: { type: 'string' },
    expirationSeconds: secondsSchema,
    invalidateExisting: { type: 'boolean' },
  },
} as const

/** A session of the stamper, a passkey or an earlier session, on the key that its client holds. */
export const stampLogin = activityKind<FromSchema<typeof parameters>>({
  type: 'STAMP_LOGIN',
  resultName: 'stampLoginResult',
  stampedBy: 'client',
  organization: 'sub',
  parameters,

  async perform(given, work) {
    const { tx, organizationId, stamperId } = work
    if (stamperId === undefined) throw invalid('a user has to stamp this')
    await lockUser(tx, organizationId, stamperId)
    if (given.invalidateExisting === true) await removeKeys(tx, stamperId)
    const session = await addOwnKey(work, stamperId, {
      publicKey: given.publicKey,
      seconds: Number(given.expirationSeconds ?? SESSION_SECONDS),
      name: 'stamp-login',
      type: 'CREDENTIAL_TYPE_LOGIN',
    })
    return { result: { session } }
  },
})
