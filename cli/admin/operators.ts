/** Accounts of operators: the first one, and the end of any, where the API cannot be asked. */
import { composedText } from '../../contract/composedText.ts'
import { moveIssuer } from '../../db/operatorSignIns.ts'
import type { OperatorRole } from '../../db/operators.ts'
import {
  createOperator,
  isOperatorNameTaken,
  operatorName,
  revokeOperator,
} from '../../db/operators.ts'
import { Failure } from '../failure.ts'
import { findPlace, keepLogin, loginFile } from '../login.ts'
import { adminConfig, auditCommand, environment, print, withDatabase } from './shared.ts'

export type CreateOptions = {
  readonly name: string
  readonly role: OperatorRole
  readonly login?: boolean
  readonly by?: string
  readonly url?: string
  readonly json?: boolean
}

/** Creates an account, and prints its token, which is not shown again. @throws Failure */
export async function operatorCreate({ role, login, by, ...given }: CreateOptions): Promise<void> {
  const name = composedText(given.name.trim())
  const { pattern, maxLength } = operatorName
  if (name.length > maxLength || !new RegExp(pattern, 'u').test(name)) {
    throw new Failure('USAGE', `--name is a name of up to ${maxLength} signs.`)
  }
  // Before the account is made: a token that cannot be kept would be lost to a script.
  const url = login ? findPlace(given.url ?? environment().OPERATOR_URL).url : undefined
  const token = await withDatabase(adminConfig('DATABASE_URL'), { poolMax: 1 }, (database) =>
    database.transaction(async (tx) => {
      const made = await createOperator(tx, { name, role })
      const entry = { action: 'operator:create', subject: name, details: { name, role } }
      await auditCommand(tx, by, entry)
      return made.token
    }),
  ).catch((error: unknown) => {
    if (!isOperatorNameTaken(error)) throw error
    const reason = `There is, or was, an operator named ${name}: names are not given twice.`
    throw new Failure('REFUSED', reason)
  })
  if (given.json) print(JSON.stringify({ name, role, token }))
  else print(`role   ${role}\ntoken  ${token}\nThe token is not shown again.`)
  if (url === undefined) return
  keepLogin({ url, token })
  if (!given.json) print(`You are ${name} at ${url} on this machine. Kept in ${loginFile()}.`)
}

/** Ends any account at once, the last ADMIN's too. @throws Failure when there is none */
export async function operatorRevoke(
  name: string,
  { by }: { readonly by?: string },
): Promise<void> {
  await withDatabase(adminConfig('DATABASE_URL'), { poolMax: 1 }, (database) =>
    database.transaction(async (tx) => {
      if (!(await revokeOperator(tx, name))) {
        const reason = `There is no operator named ${name} who is not revoked.`
        throw new Failure('NOT_FOUND', reason)
      }
      await auditCommand(tx, by, { action: 'operator:revoke', subject: name, details: { name } })
    }),
  )
  print(`${name} is revoked.`)
}

/** Gives the accounts of people who sign in to another address of their issuer. @throws Failure when there are none */
export async function operatorMoveIssuer(
  from: string,
  { to, by }: { readonly to: string; readonly by?: string },
): Promise<void> {
  const names = await withDatabase(adminConfig('DATABASE_URL'), { poolMax: 1 }, (database) =>
    database.transaction(async (tx) => {
      const moved = await moveIssuer(tx, from, to)
      const details = { from, to, accounts: moved }
      if (moved.length > 0) await auditCommand(tx, by, { action: 'operator:moveIssuer', details })
      return moved
    }),
  )
  if (names.length === 0) throw new Failure('NOT_FOUND', `No account of ${from} can move.`)
  print(names.map((name) => `${name} signs in at ${to} now.`).join('\n'))
}
