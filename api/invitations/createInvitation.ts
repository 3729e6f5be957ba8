import { randomBytes } from 'node:crypto'
import { UmaInvitation, UmaInvitationCreateRequest } from '../../contract/components/invitations.ts'
import { createOnce } from '../createOnce.ts'
import { operation } from '../operation.ts'
import { decided } from './outcome.ts'

/** 128 bits: it cannot be guessed. */
const CODE_BYTES = 16

export const createInvitation = operation({
  id: 'createInvitation',
  group: 'Invitations',
  method: 'post',
  path: '/invitations',
  permission: 'MANAGE',
  summary: 'Create an invitation',
  description:
    'For a customer of this platform. The invited person opens the `url` and claims the invitation, ' +
    'once, through the platform where they become a customer. `amountToSend` is shown only: send it yourself when ' +
    '`INVITATION.CLAIMED` arrives, with a quote that locks the sending side.',
  headers: { idempotencyKey: 'kept' },
  body: UmaInvitationCreateRequest,
  status: 201,
  responses: { 201: UmaInvitation },
  errors: ['DUPLICATE_PAY_REQUEST', 'INVITATIONS_NOT_CONFIGURED'],
  async handle(call) {
    const { body, platform } = call
    const { inviterUma, firstName, amountToSend, expiresAt } = body
    const code = randomBytes(CODE_BYTES).toString('base64url')
    const input = { platformId: platform.id, code, inviterUma, firstName, amountToSend, expiresAt }
    return createOnce(call, async (tx) => decided(await tx.call('create_invitation', input)))
  },
})
