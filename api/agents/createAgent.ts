import { AgentCreateRequest, AgentCreateResponse } from '../../contract/components/agents.ts'
import { type FieldError, Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { presentAgent } from '../../contract/present/agents.ts'
import type { CustomerRow } from '../../contract/present/index.ts'
import { looseOf, mergedPolicy } from '../../domain/agents/policy.ts'
import { createOnce } from '../createOnce.ts'
import { findCustomer } from '../customers/getCustomer.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation, type ValidationInput } from '../operation.ts'
import { newDeviceCode, presentDeviceCode } from './deviceCode.ts'
import { newPolicyProblems, refuseProblems } from './policyFacts.ts'

export const createAgent = operation({
  id: 'createAgent',
  group: 'Agent Management',
  method: 'post',
  path: '/agents',
  permission: 'MANAGE',
  answersSecret: true,
  summary: 'Create an agent of a customer',
  description:
    'An agent is a program that acts for one customer within its policy. Only this response contains ' +
    'its device code: the program redeems it within 15 minutes for an access token. A policy that ' +
    "contradicts itself or names another customer's account is refused; the error lists every problem.",
  headers: { idempotencyKey: 'kept' },
  body: AgentCreateRequest,
  validate: validateCreation,
  status: 201,
  responses: { 201: AgentCreateResponse },
  errors: ['DUPLICATE_PAY_REQUEST', 'USER_NOT_FOUND'],
  async handle(call) {
    const { body, platform, dependencies } = call
    const customer = await findUndeletedCustomer(dependencies, platform.id, body.customerId)
    if (customer === undefined) throw new Refusal('USER_NOT_FOUND')
    const policy = mergedPolicy(undefined, body.policy)
    return createOnce(call, async (tx, id) => {
      // Serializes with the deletion of the customer: the row lock makes each wait for the other.
      const undeleted = await tx.maybeOne({
        text: 'select 1 from customers where id = $1 and not is_deleted for share',
        values: [customer.id],
      })
      if (undeleted === undefined) throw new Refusal('USER_NOT_FOUND')
      refuseProblems(await newPolicyProblems(tx, customer.id, policy))
      const device = newDeviceCode()
      const { agent, codeExpiresAt } = await tx.call('create_agent', {
        id,
        platformId: platform.id,
        customerId: customer.id,
        name: body.name,
        policy,
        changedBy: idOf('Token', platform.tokenId),
        codeId: device.id,
        codeHash: device.hash.toString('hex'),
      })
      return {
        agent: presentAgent(agent),
        deviceCode: presentDeviceCode(device.code, agent.id, codeExpiresAt),
      }
    })
  },
})

async function findUndeletedCustomer(
  dependencies: Dependencies,
  platformId: string,
  customerId: unknown,
): Promise<CustomerRow | undefined> {
  if (typeof customerId !== 'string') return undefined
  const customer = await findCustomer(dependencies, platformId, customerId)
  return customer?.is_deleted ? undefined : customer
}

/** Adds policy errors to schema errors. If the schema is satisfied, the handler checks the policy, once. */
async function validateCreation(given: ValidationInput): Promise<FieldError[]> {
  if (!given.isSchemaInvalid) return []
  const { dependencies, platform } = given
  const { customerId, policy } = looseOf(given.body)
  const customer = await findUndeletedCustomer(dependencies, platform.id, customerId)
  const merged = mergedPolicy(undefined, looseOf(policy))
  return newPolicyProblems(dependencies.database, customer?.id, merged)
}
