import { challengeAuthCredential } from './challengeAuthCredential.ts'
import { createAuthCredential } from './createAuthCredential.ts'
import { listAuthCredentials } from './listAuthCredentials.ts'
import { listAuthSessions } from './listAuthSessions.ts'
import { refreshAuthSession } from './refreshAuthSession.ts'
import { revokeAuthCredential } from './revokeAuthCredential.ts'
import { revokeAuthSession } from './revokeAuthSession.ts'
import { unlockAuthCredential } from './unlockAuthCredential.ts'
import { verifyAuthCredential } from './verifyAuthCredential.ts'

export default [
  listAuthCredentials,
  createAuthCredential,
  revokeAuthCredential,
  challengeAuthCredential,
  verifyAuthCredential,
  unlockAuthCredential,
  listAuthSessions,
  refreshAuthSession,
  revokeAuthSession,
]
