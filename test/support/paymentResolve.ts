import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { argumentsOf } from './programs.ts'
import { bareEnvironment, type SharedStack } from './stack.ts'

/**
 * Runs `npm run payment:resolve` against a stack, as an operator does.
 *
 * @param id of the payment: `Quote:<uuid>` or `Transaction:<uuid>`
 * @throws Error with the command's output when it refuses
 */
export function resolvePayment(
  { dataDir }: Pick<SharedStack, 'dataDir'>,
  id: unknown,
  decision: '--paid' | '--refund' | '--retry',
): Promise<{ readonly stdout: string }> {
  const operator = ['--by', 'Grace Hopper', '--reason', 'the bank confirmed by telephone']
  return promisify(execFile)(
    process.execPath,
    [...argumentsOf('scripts/paymentResolve'), String(id), decision, ...operator],
    { env: { ...bareEnvironment(), DATA_DIR: dataDir } },
  )
}
