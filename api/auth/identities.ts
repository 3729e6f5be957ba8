/** Identity tokens at the edge: claims always, the signature in production. */
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { systemClock } from '../../contract/time.ts'
import {
  type IdToken,
  type IdTokenCheck,
  OidcError,
  readIdToken,
} from '../../domain/wallet/oidc/index.ts'
import type { Call } from '../operation.ts'

/**
 * @throws Refusal INVALID_INPUT for a token that cannot be read or whose issuer is not supported,
 *   UNAUTHORIZED for one that does not prove what it should
 */
export async function requireIdToken(
  { platform, dependencies }: Pick<Call, 'platform' | 'dependencies'>,
  oidcToken: string,
  check: Omit<IdTokenCheck, 'now' | 'issuers'>,
): Promise<IdToken> {
  try {
    const { identityIssuers: issuers, config } = dependencies
    // An issuer does not follow a test clock.
    const clock = config.TEST_CLOCK ? systemClock : dependencies.clock
    const token = readIdToken(oidcToken, { ...check, issuers, now: clock.now() })
    if (platform.environment === 'PRODUCTION') await dependencies.verifyIdToken(oidcToken)
    return token
  } catch (error) {
    if (!(error instanceof OidcError)) throw error
    if (error.kind === 'MALFORMED' || error.kind === 'UNSUPPORTED_ISSUER') {
      throw invalidInput([{ field: 'oidcToken', constraint: 'format', message: error.reason }])
    }
    if (error.kind === 'UNAVAILABLE') {
      throw new Refusal('SERVICE_UNAVAILABLE', { reason: error.reason, retryAfterSeconds: 5 })
    }
    throw new Refusal('UNAUTHORIZED', { reason: `Identity token: ${error.reason}` })
  }
}
