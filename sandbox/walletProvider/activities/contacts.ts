import type { FromSchema } from 'json-schema-to-ts'
import { activityKind } from '../activityKind.ts'
import { lockUser } from '../users.ts'

const email = {
  type: 'object',
  required: ['userId', 'userEmail'],
  properties: {
    userId: { type: 'string' },
    userEmail: { type: 'string', maxLength: 320, pattern: '^([^@\\s]+@[^@\\s]+)?$' },
    verificationToken: { type: 'string', maxLength: 4096 },
  },
} as const

/** Sets or, with empty text, removes the address by whose codes a user logs in. */
export const updateUserEmail = activityKind<FromSchema<typeof email>>({
  type: 'UPDATE_USER_EMAIL',
  resultName: 'updateUserEmailResult',
  stampedBy: 'client',
  organization: 'sub',
  parameters: email,

  async perform({ userId, userEmail }, { tx, organizationId }) {
    await lockUser(tx, organizationId, userId)
    await tx.query("update users set email = nullif($2, '') where id = $1", [userId, userEmail])
    return { result: { userId } }
  },
})

const phoneNumber = {
  type: 'object',
  required: ['userId', 'userPhoneNumber'],
  properties: {
    userId: { type: 'string' },
    userPhoneNumber: { type: 'string', pattern: '^(\\+[0-9]{7,15})?$' },
    verificationToken: { type: 'string', maxLength: 4096 },
  },
} as const

/** Sets or, with empty text, removes the phone number by whose codes a user logs in. */
export const updateUserPhoneNumber = activityKind<FromSchema<typeof phoneNumber>>({
  type: 'UPDATE_USER_PHONE_NUMBER',
  resultName: 'updateUserPhoneNumberResult',
  stampedBy: 'client',
  organization: 'sub',
  parameters: phoneNumber,

  async perform({ userId, userPhoneNumber }, { tx, organizationId }) {
    await lockUser(tx, organizationId, userId)
    await tx.query("update users set phone_number = nullif($2, '') where id = $1", [
      userId,
      userPhoneNumber,
    ])
    return { result: { userId } }
  },
})
