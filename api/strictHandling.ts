/** Whether unknown members of a body are refused: RFC 7240's `Prefer: handling=strict`, or the platform's setting. */
import type { Platform } from './operation.ts'

export const PREFERENCE_APPLIED = 'Preference-Applied'
export const STRICT = 'handling=strict'

/** A preference of the request comes before the platform's; of several the first one counts. */
const handling = /(?:^|[,;])\s*handling\s*=\s*"?(strict|lenient)"?\s*(?=[,;]|$)/i

/**
 * @param prefer the header as it came, several joined by commas
 * @param platform undefined where an operation is open to any caller
 */
export function isStrict(
  prefer: string | undefined,
  platform: Pick<Platform, 'hasStrictHandling'> | undefined,
): boolean {
  const asked = prefer === undefined ? undefined : handling.exec(prefer)?.[1]
  if (asked !== undefined) return asked.toLowerCase() === 'strict'
  return platform?.hasStrictHandling ?? false
}
