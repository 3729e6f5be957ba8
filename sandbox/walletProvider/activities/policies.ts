import { randomUUID } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import { activityKind } from '../activityKind.ts'
import { PolicyError, parsePolicy } from '../policies/language.ts'
import { invalid } from '../refusals.ts'

const parameters = {
  type: 'object',
  required: ['policyName', 'effect', 'notes'],
  properties: {
    policyName: { type: 'string', minLength: 1, maxLength: 255 },
    effect: { enum: ['EFFECT_ALLOW', 'EFFECT_DENY'] },
    condition: { type: 'string', minLength: 1, maxLength: 4096 },
    consensus: { type: 'string', minLength: 1, maxLength: 4096 },
    notes: { type: 'string', maxLength: 1024 },
  },
} as const

/** A rule about what users besides the root one may do. */
export const createPolicy = activityKind<FromSchema<typeof parameters>>({
  type: 'CREATE_POLICY_V3',
  resultName: 'createPolicyResult',
  stampedBy: 'client',
  organization: 'sub',
  parameters,

  async perform(policy, { tx, organizationId }) {
    const { policyName, effect, condition, consensus, notes } = policy
    requireReadable(condition, 'condition')
    requireReadable(consensus, 'consensus')
    const policyId = randomUUID()
    const { rowCount } = await tx.query(
      `insert into policies (id, organization_id, name, effect, consensus, condition, notes)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (organization_id, name) do nothing`,
      [policyId, organizationId, policyName, effect, consensus, condition, notes],
    )
    if (rowCount === 0) throw invalid('a policy of that name exists')
    return { result: { policyId } }
  },
})

function requireReadable(text: string | undefined, name: string): void {
  try {
    if (text !== undefined) parsePolicy(text)
  } catch (error) {
    if (error instanceof PolicyError) throw invalid(`${name}: ${error.message}`)
    throw error
  }
}
