/** The program `payments`, as operators type it. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect } from 'vitest'
import { exitCodes } from '../../cli/failure.ts'
import { openDatabase } from '../../db/database.ts'
import type { OperatorRole } from '../../db/operators.ts'
import { hashSecret } from '../../db/secrets.ts'
import { readStackFile } from '../../scripts/devstack/stackFile.ts'
import { argumentsOf } from './programs.ts'
import { bareEnvironment } from './stack.ts'

export type Typed = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** Runs it without a terminal. @param env beside this process's own without settings */
export function payments(
  env: Readonly<Record<string, string | undefined>>,
  ...given: readonly string[]
): Promise<Typed> {
  const config = join(process.env.TMPDIR ?? '/tmp', `payments-config-${process.pid}`)
  return new Promise((resolve) => {
    const options = {
      env: { ...bareEnvironment(), XDG_CONFIG_HOME: config, ...env },
      maxBuffer: 64 * 1024 * 1024,
    }
    const child = execFile(
      process.execPath,
      [...argumentsOf('cli/main'), ...given],
      options,
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
    child.stdin?.end()
  })
}

/** The environment of an operator at a stack; of one name in every file that shares it. */
export async function operatorAt(
  { dataDir }: { readonly dataDir: string },
  role: OperatorRole = 'DECIDE',
  name = 'Grace Hopper',
): Promise<{ readonly PAYMENTS_OPERATORS_URL: string; readonly PAYMENTS_OPERATOR_TOKEN: string }> {
  const { DATABASE_URL: url = '', OPERATOR_URL: operators = '' } = readStackFile(dataDir) ?? {}
  const token = `opr_${role}_${name.replaceAll(' ', '_')}`
  const database = openDatabase(url, { poolMax: 1 })
  try {
    await database.query({
      text: `insert into operators (id, name, role, token_hash) values ($1, $2, $3, $4) on conflict do nothing`,
      values: [randomUUID(), name, role, hashSecret(token)],
    })
  } finally {
    await database.close()
  }
  return { PAYMENTS_OPERATORS_URL: operators, PAYMENTS_OPERATOR_TOKEN: token }
}

/** The environment of an operator at a listener of the test. */
export function operatorOn({ port }: { readonly port: number }, token: string | undefined) {
  return {
    PAYMENTS_OPERATORS_URL: `http://127.0.0.1:${port}`,
    PAYMENTS_OPERATOR_TOKEN: token,
  } as const
}

/**
 * Runs it at a stack, as an operator who decides.
 *
 * @returns what it printed
 * @throws Error with its line when it refuses
 */
export async function asOperator(
  stack: { readonly dataDir: string },
  ...given: readonly string[]
): Promise<string> {
  const { code, stdout, stderr } = await payments(await operatorAt(stack), ...given)
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr}${stdout}`)
  return stdout
}

/** Options of a decision in a script. */
export const withoutAsking = ['--yes', '--reason', 'the bank confirmed by telephone'] as const

/** Both are there before the first decision. */
export async function twoOperators(stack: { readonly dataDir: string }): Promise<void> {
  await operatorAt(stack, 'DECIDE', 'Ada Lovelace')
  await operatorAt(stack)
}

/** Decided by one person, and confirmed by another one; `twoOperators` has made them. */
export async function decideByTwo(
  stack: { readonly dataDir: string },
  ...given: readonly string[]
): Promise<void> {
  const first = await payments(await operatorAt(stack), ...given, ...withoutAsking)
  expect([first.code, first.stdout, first.stderr]).toEqual([
    exitCodes.NEEDS_SECOND_PERSON,
    expect.stringContaining('Another person must confirm it'),
    expect.any(String),
  ])
  const id = /decision confirm (\S+)/.exec(first.stdout)?.[1] ?? ''
  const self = await payments(await operatorAt(stack), 'decision', 'confirm', id, '--yes')
  expect(self.code).not.toBe(0)
  const second = await operatorAt(stack, 'DECIDE', 'Ada Lovelace')
  const confirmed = await payments(second, 'decision', 'confirm', id, '--yes')
  expect([confirmed.code, confirmed.stderr]).toEqual([0, ''])
}

/**
 * Decides about a payment.
 *
 * @param id of the payment: `Quote:<uuid>` or `Transaction:<uuid>`
 * @throws Error with the command's line when it refuses
 */
export function resolvePayment(
  stack: { readonly dataDir: string },
  id: unknown,
  decision: 'paid' | 'refund' | 'retry',
): Promise<string> {
  return asOperator(stack, 'payment', decision, String(id), ...withoutAsking)
}
