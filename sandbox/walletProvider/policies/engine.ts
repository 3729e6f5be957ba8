/** What a user may do: root users everything, others what the organization's policies allow. */
import type { Store } from '../../store/store.ts'
import type { ActivityKind } from '../activityKind.ts'
import { forbidden } from '../refusals.ts'
import { parsePolicy, type Scope } from './language.ts'

type Policy = {
  readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY'
  readonly consensus: string | null
  readonly condition: string | null
}

type Attempt = {
  readonly kind: ActivityKind
  readonly organizationId: string
  readonly userId: string
  readonly parameters: unknown
}

/**
 * A denial by one policy outweighs what others allow, and what none allows is denied. Users may end their
 * own keys.
 *
 * @throws Refusal 403
 */
export async function requirePermission(store: Store, attempt: Attempt): Promise<void> {
  const { kind, organizationId, userId, parameters } = attempt
  const { rows } = await store.pool.query<{ is_root: boolean; policies: Policy[] }>({
    name: 'find-permissions',
    text: `select u.is_root, case when u.is_root then '[]' else (
             select coalesce(jsonb_agg(jsonb_build_object('effect', p.effect, 'consensus', p.consensus,
               'condition', p.condition)), '[]')
             from policies p where p.organization_id = u.organization_id) end as policies
           from users u where u.organization_id = $1 and u.id = $2`,
    values: [organizationId, userId],
  })
  const [user] = rows
  if (user?.is_root) return
  const params = snakeCased(parameters)
  if (kind.type === 'DELETE_API_KEYS' && params.user_id === userId) return
  const scope = {
    approvers: [{ id: userId, tags: [] }],
    activity: { type: `ACTIVITY_TYPE_${kind.type}`, params },
    ...(typeof params.sign_with === 'string' && { wallet_account: { address: params.sign_with } }),
  }
  const applicable = (user?.policies ?? []).filter((policy) => applies(policy, scope))
  const isAllowed =
    applicable.length > 0 && applicable.every(({ effect }) => effect === 'EFFECT_ALLOW')
  if (!isAllowed) throw forbidden('you do not have sufficient permissions for this activity')
}

/** A policy that cannot be evaluated for an activity does not apply to it. */
function applies({ consensus, condition }: Policy, scope: Scope): boolean {
  try {
    return [consensus, condition].every((text) => text === null || parsePolicy(text)(scope))
  } catch {
    return false
  }
}

function snakeCased(parameters: unknown): Readonly<Record<string, unknown>> {
  const members = Object.entries((parameters ?? {}) as Record<string, unknown>)
  return Object.fromEntries(
    members.map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )
}
