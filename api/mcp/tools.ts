/** The tools as a server offers them: schemas made once, calls run by the operations. */
import { fromJsonSchema } from '@modelcontextprotocol/server'
import type { Operation } from '../operation.ts'
import { type Check, checkOf } from '../validate.ts'
import { type Plan, plans } from './plans.ts'
import { recipientFields } from './recipientFields.ts'
import { type Arguments, requestOf } from './request.ts'
import { resultOf } from './result.ts'
import { inputSchemaOf, listedSchema, outputSchemaOf } from './schemas.ts'
import type { OwnTool, Tool } from './tool.ts'
import { waitForDecision } from './waitForDecision.ts'

/** The tools of the operations that there are. */
export function toolsOf(operations: readonly Operation[]): readonly Tool[] {
  const find = (id: string): Operation | undefined => operations.find((each) => each.id === id)
  const planned = plans.flatMap((plan) => {
    const operation = find(plan.operation)
    return operation === undefined ? [] : [toolOf(plan, operation)]
  })
  const [read, create] = [find('agentGetAction'), find('agentCreateExternalAccount')]
  return [
    ...planned,
    ...(read === undefined ? [] : [own(waitForDecision(read))]),
    ...(create === undefined ? [] : [own(recipientFields(create))]),
  ]
}

function toolOf({ operation: _, guidance, ...shown }: Plan, operation: Operation): Tool {
  return own({
    ...shown,
    inputSchema: inputSchemaOf(operation),
    outputSchema: outputSchemaOf(operation),
    run: async (given, call) => resultOf(await call(requestOf(operation, given)), guidance),
  })
}

function own({ inputSchema, outputSchema, ...rest }: OwnTool): Tool {
  // Compiled at the first call: `bind` has compiled the same schemas, and a client over stdio waits
  // for its start.
  let compiled: Check | undefined
  const check: Check = (value) => {
    compiled ??= checkOf(inputSchema)
    return compiled(value)
  }
  return {
    ...rest,
    input: fromJsonSchema<Arguments>(listedSchema(inputSchema), { getValidator: () => by(check) }),
    // Answers are the operations' own: tests hold them against their schemas.
    output: fromJsonSchema(listedSchema(outputSchema), { getValidator: () => accept }),
  }
}

type Verdict<T> =
  | { valid: true; data: T; errorMessage: undefined }
  | { valid: false; data: undefined; errorMessage: string }

/** Our own validator, which knows our formats and says what would be right. */
function by<T>(check: Check): (input: unknown) => Verdict<T> {
  return (input) => {
    const problems = check(input)
    if (problems.length === 0) return accept(input)
    const errorMessage = problems.map(({ field, message }) => `${field} ${message}`).join('; ')
    return { valid: false, data: undefined, errorMessage }
  }
}

function accept<T>(input: unknown): Verdict<T> {
  return { valid: true, data: input as T, errorMessage: undefined }
}
