/** Who calls an operation: a platform's token, an agent's, or any client where it is open. */
import { Refusal } from '../../contract/errors.ts'
import { permits } from '../../contract/permissions.ts'
import { becomeKnown } from '../connections.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Agent, Operation, Platform } from '../operation.ts'
import { agentAuthentication } from './agentAuthentication.ts'
import { authentication } from './authentication.ts'
import type { Context } from './state.ts'

export type Caller = { readonly platform: Platform; readonly agent: Agent | undefined }

export type Identify = (context: Context, operation: Operation) => Promise<Caller>

/** An open operation has no caller, and its handler's type no platform. */
const anonymous = { platform: undefined as never, agent: undefined }

/**
 * Makes the first step of every operation: it answers who calls, or throws `UNAUTHORIZED` where the
 * credentials are not of the kind that the operation takes, `RATE_LIMITED` for too many wrong ones,
 * and `FORBIDDEN` for a caller that may not do this.
 */
export function callers(
  dependencies: Pick<Dependencies, 'config' | 'clock' | 'database' | 'log'>,
): Identify {
  const authenticatePlatform = authentication(dependencies)
  const agents = agentAuthentication(dependencies)
  return async (context, operation) => {
    if (operation.security === 'OPEN') return anonymous
    if (operation.security === 'AGENT') {
      const caller = await agents.authenticate(context)
      becomeKnown(context.req, caller.platform.id)
      await agents.requirePermission(caller.agent, operation)
      return caller
    }
    const platform = await authenticatePlatform(context)
    becomeKnown(context.req, platform.id)
    requirePermission(platform, operation)
    return { platform, agent: undefined }
  }
}

function requirePermission(platform: Platform, operation: Operation): void {
  const { permission, sandboxOnly } = operation
  if (permission === undefined || !permits(platform.permissions, permission)) {
    throw new Refusal('FORBIDDEN', { reason: `The token lacks the permission ${permission}.` })
  }
  if (sandboxOnly && platform.environment !== 'SANDBOX') {
    if (sandboxOnly === 'HIDDEN') throw new Refusal('NOT_FOUND')
    throw new Refusal('FORBIDDEN', { reason: 'Only sandbox credentials can do this.' })
  }
}
