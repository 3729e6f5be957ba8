/** The test mode: every answer and every refusal is held against what its operation declares. */
import { Refusal } from '../contract/errors.ts'
import { exactJson } from '../contract/exactJson.ts'
import { type Call, commonErrors, type Operation, Reply } from './operation.ts'
import { type Check, checkOf } from './validate.ts'

/** An answer that its operation did not declare: our bug, shown as 500. */
export class UndeclaredAnswer extends Error {
  constructor(operation: Operation, problem: string) {
    super(`${operation.id} ${problem}`)
    this.name = 'UndeclaredAnswer'
  }
}

/** `handle` of an operation that also throws UndeclaredAnswer. */
export function responseChecker(operation: Operation): (call: Call) => Promise<unknown> {
  const checks = new Map<number, Check | null>()
  for (const [status, schema] of Object.entries(operation.responses)) {
    checks.set(Number(status), schema === null ? null : checkOf(schema))
  }
  const codes = new Set<string>([...operation.errors, ...commonErrors(operation)])
  return async (call) => {
    let answer: unknown
    try {
      answer = await operation.handle(call)
    } catch (error) {
      if (!(error instanceof Refusal) || codes.has(error.code)) throw error
      throw new UndeclaredAnswer(operation, `refuses with undeclared ${error.code}`)
    }
    checkAnswer(operation, checks, answer)
    return answer
  }
}

function checkAnswer(
  operation: Operation,
  checks: ReadonlyMap<number, Check | null>,
  answer: unknown,
): void {
  const { status, body } =
    answer instanceof Reply ? answer : new Reply(operation.status, answer, {})
  const check = checks.get(status)
  if (check === undefined) throw new UndeclaredAnswer(operation, `answers undeclared ${status}`)
  if (check === null) {
    if (body !== undefined) throw new UndeclaredAnswer(operation, `answers ${status} with a body`)
    return
  }
  // As it will be on the wire; undefined is no JSON, and no schema allows it.
  const problems = check(body === undefined ? undefined : JSON.parse(exactJson(body)))
  if (problems.length === 0) return
  const named = problems.map(({ field, message }) => `${field || '(body)'} ${message}`)
  throw new UndeclaredAnswer(operation, `answers ${status}: ${named.join('; ')}`)
}
