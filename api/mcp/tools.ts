/** MCP tools: schemas compiled once; calls run the API operations. */
import { fromJsonSchema } from '@modelcontextprotocol/server'
import type { Operation } from '../operation.ts'
import { type Check, checkOf } from '../validate.ts'
import { type Definition, definitions } from './definitions.ts'
import { recipientFields } from './recipientFields.ts'
import { answered, repeatArgument } from './repeats.ts'
import type { Arguments } from './request.ts'
import { resultOf } from './result.ts'
import { inputSchemaOf, listedAnswer, listedSchema, outputSchemaOf } from './schemas.ts'
import type { OwnTool, Tool } from './tool.ts'
import { waitForDecision } from './waitForDecision.ts'

/** Tools for the given operations. A tool whose operation is absent is left out. */
export function toolsOf(operations: readonly Operation[]): readonly Tool[] {
  const find = (id: string): Operation | undefined => operations.find((each) => each.id === id)
  const defined = definitions.flatMap((definition) => {
    const operation = find(definition.operation)
    const { current } = definition
    return operation === undefined
      ? []
      : [toolOf(definition, operation, current === undefined ? undefined : find(current))]
  })
  const [read, create] = [find('agentGetAction'), find('agentCreateExternalAccount')]
  return [
    ...defined,
    ...(read === undefined ? [] : [withValidators(waitForDecision(read))]),
    ...(create === undefined ? [] : [withValidators(recipientFields(create))]),
  ]
}

function toolOf(
  definition: Definition,
  operation: Operation,
  current: Operation | undefined,
): Tool {
  const { operation: _, current: _current, guidance, repeats, ...shown } = definition
  return withValidators({
    ...shown,
    inputSchema: inputSchemaOf(operation, repeatArgument(definition)),
    outputSchema: outputSchemaOf(operation),
    async run(given, call) {
      const { answer, before } = await answered(definition, [operation, current], given, call)
      return resultOf(answer, guidance && ((result) => guidance(result, before)))
    },
  })
}

function withValidators({ inputSchema, outputSchema, ...rest }: OwnTool): Tool {
  // `bind` has compiled the same schemas, and a client over stdio waits for its start.
  const check = checkOf(inputSchema)
  return {
    ...rest,
    input: fromJsonSchema<Arguments>(listedSchema(inputSchema), {
      getValidator: () => validatorFrom(check),
    }),
    // Not validated at run time: tests check operation responses against these schemas.
    output: fromJsonSchema(listedAnswer(outputSchema), { getValidator: () => accept }),
  }
}

type ValidationResult<T> =
  | { valid: true; data: T; errorMessage: undefined }
  | { valid: false; data: undefined; errorMessage: string }

/** Our own validator: it knows our formats, and its messages say what is expected. */
function validatorFrom<T>(check: Check): (input: unknown) => ValidationResult<T> {
  return (input) => {
    const problems = check(input)
    if (problems.length === 0) return accept(input)
    const errorMessage = problems.map(({ field, message }) => `${field} ${message}`).join('; ')
    return { valid: false, data: undefined, errorMessage }
  }
}

function accept<T>(input: unknown): ValidationResult<T> {
  return { valid: true, data: input as T, errorMessage: undefined }
}
