import { AuthMethod } from '../../contract/components/auth.ts'
import { presentCredential } from '../../contract/present/auth.ts'
import { operation } from '../operation.ts'
import { findCredential } from './otpCredential.ts'

export const unlockAuthCredential = operation({
  id: 'unlockAuthCredential',
  group: 'Embedded Wallet Auth',
  method: 'post',
  path: '/auth/credentials/:id/unlock',
  permission: 'MANAGE',
  summary: 'Unlock a one-time-code credential',
  description:
    'A hundred wrong codes in a row lock a credential: challenge and verify answer `423 ' +
    'ACCOUNT_LOCKED`. A stamped operation of the same wallet unlocks it, or the platform does, here. ' +
    'A credential that is not locked stays as it is, and so does one that is locked for an hour because of too many ' +
    'wrong codes of its customer.',
  status: 200,
  responses: { 200: AuthMethod },
  errors: ['AUTH_METHOD_NOT_FOUND'],
  async handle({ dependencies, platform, params }) {
    const credential = await findCredential(dependencies, platform.id, params.id)
    const { account_id: accountId, id } = credential
    await dependencies.database.call('unlock_credentials', accountId, id, 'the platform')
    return presentCredential(await findCredential(dependencies, platform.id, params.id))
  },
})
