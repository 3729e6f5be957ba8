import { challengeAuthCredential } from './challengeAuthCredential.ts'
import { listAuthCredentials } from './listAuthCredentials.ts'
import { verifyAuthCredential } from './verifyAuthCredential.ts'

export default [listAuthCredentials, challengeAuthCredential, verifyAuthCredential]
