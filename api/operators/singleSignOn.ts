/** Single sign-on of operators by the settings: the issuer, and the role of each group. */
import type { Clock } from '../../contract/time.ts'
import { isRoleAtLeast, type OperatorRole } from '../../db/operators.ts'
import {
  createOpenIdProvider,
  isIssuerAddress,
  type OpenIdProvider,
} from '../../providers/identityIssuers/openIdProvider.ts'
import { type Config, ConfigError } from '../../runtime/config.ts'

type Settings = Pick<
  Config,
  | 'ENVIRONMENT'
  | 'OPERATOR_SSO_ISSUER'
  | 'OPERATOR_SSO_CLIENT_ID'
  | 'OPERATOR_SSO_CLIENT_SECRET'
  | 'OPERATOR_SSO_SCOPES'
  | 'OPERATOR_SSO_ALGORITHMS'
  | 'OPERATOR_SSO_GROUPS_CLAIM'
>

/**
 * The issuer by which operators sign in; undefined where none is set. It is asked when somebody signs in, and not before.
 *
 * @throws ConfigError for an address that could lead elsewhere, and for a client without a name
 */
export function operatorSignIn(config: Settings, clock: Clock): OpenIdProvider | undefined {
  const { OPERATOR_SSO_ISSUER: issuer, OPERATOR_SSO_CLIENT_ID: clientId } = config
  if (issuer === undefined) return undefined
  // As webhooks of a sandbox platform: this machine and http, unless the service is in production.
  const reach = config.ENVIRONMENT === 'production' ? 'PUBLIC' : 'LOCAL'
  if (!isIssuerAddress(issuer, reach)) {
    const wanted = reach === 'PUBLIC' ? 'a public https address' : 'an address'
    throw new ConfigError(`Configuration: OPERATOR_SSO_ISSUER must be ${wanted} without a query`)
  }
  if (clientId === undefined) {
    throw new ConfigError('Configuration: OPERATOR_SSO_ISSUER needs OPERATOR_SSO_CLIENT_ID')
  }
  return createOpenIdProvider(
    {
      issuer,
      clientId,
      clientSecret: config.OPERATOR_SSO_CLIENT_SECRET,
      scopes: config.OPERATOR_SSO_SCOPES,
      algorithms: config.OPERATOR_SSO_ALGORITHMS.split(','),
      groupsClaim: config.OPERATOR_SSO_GROUPS_CLAIM,
      reach,
    },
    clock,
  )
}

/** The highest role that a group of the settings gives; undefined: none does. */
export function roleOfGroups(
  groups: readonly string[],
  { OPERATOR_SSO_ROLES: setting }: Pick<Config, 'OPERATOR_SSO_ROLES'>,
): OperatorRole | undefined {
  const given = (setting?.split(',') ?? []).map((entry) => entry.split('='))
  const roles = given
    .filter(([group = '']) => groups.includes(group))
    .map(([, role]) => role as OperatorRole)
  return roles.find((role) => roles.every((other) => isRoleAtLeast(role, other)))
}
