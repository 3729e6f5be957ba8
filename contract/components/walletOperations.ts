/** The end of a wallet operation, as an event has it: what was done or not, and nothing secret. */
import { idSchema } from '../ids.ts'

const facts = {
  operationId: idSchema('Operation', 'Names the operation; one event has it.'),
  requestId: idSchema('Request', 'The `Request-Id` of the signed retry.'),
  operationType: {
    type: 'string',
    enum: ['auth_credential.create', 'auth_credential.delete', 'session.revoke', 'wallet.export'],
    description:
      'What was asked for: a credential that is added or deleted, a session that is ended, the export of a wallet. ' +
      'What is exported is in no event: the signed retry answers it.',
  },
  resourceType: {
    type: 'string',
    enum: ['AUTH_METHOD', 'SESSION', 'INTERNAL_ACCOUNT'],
    description: 'What `resourceId` names: a credential, a session, or the account of the wallet.',
  },
  resourceId: {
    type: 'string',
    example: 'AuthMethod:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
    description: 'Id of what the operation is about; of a credential that is added, its new one.',
  },
} as const
const always = [
  'operationId',
  'requestId',
  'operationType',
  'resourceType',
  'resourceId',
  'status',
] as const

export const CompletedWalletOperation = {
  type: 'object',
  required: always,
  properties: {
    ...facts,
    status: {
      type: 'string',
      enum: ['completed'],
      description: 'The operation is done, and what it changes can be read.',
    },
  },
} as const

export const FailedWalletOperation = {
  type: 'object',
  required: [...always, 'error'],
  properties: {
    ...facts,
    status: {
      type: 'string',
      enum: ['failed'],
      description: 'It has failed for good, and changed nothing.',
    },
    error: {
      type: 'object',
      required: ['code'],
      description: 'Why it has failed, as the answer to the signed retry says it.',
      properties: {
        code: {
          type: 'string',
          example: 'WALLET_SIGNATURE_INVALID',
          description: 'The error code that the signed retry is answered with. The list grows.',
        },
      },
    },
  },
} as const

export const WalletOperation = {
  type: 'object',
  required: ['status'],
  discriminator: { propertyName: 'status' },
  oneOf: [CompletedWalletOperation, FailedWalletOperation],
} as const
