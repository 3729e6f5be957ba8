/** Accounts of operators, their sessions in a browser, and the audit of what they read and do. */
import { randomUUID } from 'node:crypto'
import { composedText } from '../contract/composedText.ts'
import { type Queryable, violates } from './database.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** Each may what those before it may: VIEW reads, DECIDE decides, ADMIN keeps platforms, tokens and operators. */
export const operatorRoles = ['VIEW', 'DECIDE', 'ADMIN'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Whether an account of the role may do what asks for the other one. */
export function isRoleAtLeast(role: OperatorRole, asked: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(asked)
}

export type Operator = {
  readonly id: string
  readonly name: string
  readonly role: OperatorRole
  /** By which it acts now; undefined: by its token. */
  readonly sessionHash?: Buffer | undefined
}

/** A session ends after this time without a request, */
export const SESSION_IDLE_SECONDS = 30 * 60
/** and this time after the login at the latest. */
export const SESSION_SECONDS = 12 * 3_600

/** By them scanners recognise a token, and a session of a command. */
const TOKEN_PREFIX = 'opr_'
const SESSION_PREFIX = 'ops_'

/** Who acts by a command on the machine. */
export const COMMAND_LINE = 'command line'

function anyCaseOf(words: string): string {
  return words.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
}

/**
 * What an account may be named, as a schema: the audit shows it, so it must look like no other one. No comma: a confirmed
 * decision is by "one, confirmed by another". No @: addresses are the issuer's to give. No invisible letters, and no
 * Latin ones among those of another script that look the same.
 */
export const operatorName = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  pattern:
    `^(?!${anyCaseOf(COMMAND_LINE)}$)(?!.*\\p{Default_Ignorable_Code_Point})` +
    '(?!(?=.*\\p{Script=Latin}).*[\\p{Script=Cyrillic}\\p{Script=Greek}])' +
    "[\\p{L}\\p{N}]([\\p{L}\\p{M}\\p{N} .'’_-]*[\\p{L}\\p{M}\\p{N}.])?$",
} as const

/**
 * Creates an account. The caller writes the audit.
 *
 * @param createdBy who sees its token; none: it is made at the database
 * @returns the token; it can't be read again
 * @throws Error of PostgreSQL that `isOperatorNameTaken` knows
 */
export async function createOperator(
  tx: Queryable,
  { name, role }: Pick<Operator, 'name' | 'role'>,
  createdBy?: Pick<Operator, 'id'>,
): Promise<{ readonly operator: Operator; readonly token: string }> {
  const id = randomUUID()
  const token = `${TOKEN_PREFIX}${newSecret()}`
  await tx.query({
    text: 'insert into operators (id, name, role, token_hash, created_by) values ($1, $2, $3, $4, $5)',
    // One spelling: what looks the same is the same.
    values: [id, composedText(name), role, hashSecret(token), createdBy?.id ?? null],
  })
  return { operator: { id, name, role }, token }
}

/** Whether an account has, or had, the name: the audit keeps it. */
export function isOperatorNameTaken(error: unknown): boolean {
  return violates(error, 'operators_name')
}

/** Ends an account and its sessions at once. The caller writes the audit. False: there is none that is not revoked. */
export async function revokeOperator(tx: Queryable, name: string): Promise<boolean> {
  await tx.query({
    text: `select pg_advisory_xact_lock(${actsOf('id')}) from operators where name = $1`,
    values: [name],
  })
  const revoked = await tx.maybeOne<{ id: string }>({
    text: `update operators set revoked_at = service_now() where name = $1 and revoked_at is null
      returning id`,
    values: [name],
  })
  if (revoked === undefined) return false
  await endSessions(tx, revoked.id)
  return true
}

/** As those of `db/migrate.ts` and `cli/admin/restore/oneAtATime.ts`, of all advisory locks of the database. */
const REVOCATIONS_LOCK = 7_300_130

/**
 * Has revocations wait for each other until the transaction ends: of two ADMINs who revoke each other at once the
 * second one finds that it is revoked. Taken before any row of an account is.
 */
export async function waitForRevocations(tx: Queryable): Promise<void> {
  await tx.query({
    name: 'wait-for-revocations',
    text: 'select pg_advisory_xact_lock($1)',
    values: [REVOCATIONS_LOCK],
  })
}

/**
 * Whether no other account could do what it can: the last with ADMIN, or the last of these with a token, which acts while the
 * issuer is away. Call it after `waitForRevocations`.
 *
 * @param issuer by which people sign in; undefined: single sign-on is not set up
 */
export async function isLastAdmin(
  tx: Queryable,
  name: string,
  issuer: string | undefined,
): Promise<boolean> {
  const admins = await tx.query<{ name: string; has_token: boolean }>({
    name: 'operators-with-admin',
    text: `select name, token_hash is not null as has_token from operators
      where role = 'ADMIN' and revoked_at is null and has_access and (token_hash is not null or issuer = $1)`,
    values: [issuer ?? null],
  })
  const ended = admins.find((one) => one.name === name)
  const others = admins.filter((one) => one !== ended)
  return ended !== undefined && !others.some((one) => one.has_token || !ended.has_token)
}

/** Ends the sessions of an account, which goes on. @returns how many there were; undefined: there is no such account */
export async function endSessionsOf(tx: Queryable, name: string): Promise<number | undefined> {
  const found = await tx.maybeOne<{ id: string }>(byName(name))
  if (found === undefined) return undefined
  return endSessions(tx, found.id)
}

async function endSessions(tx: Queryable, id: string): Promise<number> {
  const ended = await tx.query({
    name: 'end-sessions-of-operator',
    text: 'delete from operator_sessions where operator_id = $1 returning 1',
    values: [id],
  })
  return ended.length
}

function byName(name: string) {
  return {
    name: 'operator-by-name',
    text: 'select id from operators where name = $1',
    values: [name],
  }
}

export type AuditEntry = {
  readonly action: string
  /** As the API shows it. */
  readonly subject?: string | undefined
  readonly platformId?: string | undefined
  readonly requestId?: string | undefined
  readonly details?: object | undefined
}

/** Writes an audit row: call it in the transaction of what it records. */
export async function addAudit(
  tx: Queryable,
  by: { readonly id?: string; readonly name: string },
  { action, subject, platformId, requestId, details }: AuditEntry,
): Promise<void> {
  await tx.query({
    name: 'add-operator-audit',
    text: `insert into operator_audit (operator_id, operator_name, action, subject, platform_id, request_id, details)
      values ($1, $2, $3, $4, (select id from platforms where id = $5), $6, $7)`,
    values: [
      by.id ?? null,
      by.name,
      action,
      subject ?? null,
      platformId ?? null,
      requestId ?? null,
      JSON.stringify(details ?? {}),
    ],
  })
}

/** The account of a token; undefined for an unknown or revoked one. */
export function operatorOfToken(database: Queryable, token: string): Promise<Operator | undefined> {
  return database.maybeOne<Operator>({
    name: 'operator-of-token',
    // The use is noted to the minute: most calls write nothing.
    text: `with found as (select id, name, role, last_used_at from operators
        where token_hash = $1 and revoked_at is null),
      noted as (update operators o set last_used_at = service_now() from found f where o.id = f.id
        and (f.last_used_at is null or f.last_used_at < service_now() - interval '1 minute'))
      select id, name, role from found`,
    values: [hashSecret(token)],
  })
}

/** The advisory lock of an account: its acts share it; its end takes it alone, so that it waits for acts and later acts for it. */
const actsOf = (id: string): string => `hashtextextended('operator/' || ${id}, 0)`

/**
 * Whether the account is not revoked, its session has not ended, and it may do what asks for the role; it stays so until
 * the transaction ends. Locks of
 * its row would not queue: an account that never stops could not be ended.
 */
export async function holdsAccount(
  tx: Queryable,
  { id, sessionHash }: Operator,
  asked: OperatorRole,
): Promise<boolean> {
  const found = await tx.maybeOne<{ role: OperatorRole }>({
    name: 'operator-holds-account',
    text: `with shared as materialized (select pg_advisory_xact_lock_shared(${actsOf('$1::uuid')}))
      select role from shared, operators where id = $1 and revoked_at is null and has_access
        and ($2::bytea is null or exists (select from operator_sessions where secret_hash = $2))
        for share of operators`,
    values: [id, sessionHash ?? null],
  })
  return found !== undefined && isRoleAtLeast(found.role, asked)
}

/**
 * Begins a session, with the audit row. A command sends its secret as a token, a browser as a cookie.
 *
 * @returns its secret; it can't be read again
 */
export async function beginSession(
  tx: Queryable,
  operator: Operator,
  { requestId, of }: { readonly requestId: string; readonly of: 'BROWSER' | 'COMMAND' },
): Promise<string> {
  const secret = of === 'COMMAND' ? `${SESSION_PREFIX}${newSecret()}` : newSecret()
  await tx.query({
    name: 'begin-operator-session',
    text: `with ended as (delete from operator_sessions where created_at < service_now() - make_interval(secs => $3))
      insert into operator_sessions (secret_hash, operator_id) values ($1, $2)`,
    values: [hashSecret(secret), operator.id, SESSION_SECONDS],
  })
  await addAudit(tx, operator, { action: 'login', requestId, details: { of } })
  return secret
}

/** Whether what a program sends is a session's secret, and not an account's token. */
export function isSessionSecret(token: string): boolean {
  return token.startsWith(SESSION_PREFIX)
}

/**
 * The account of a session that has not ended; its use is noted to the minute.
 *
 * @param issuer by which people sign in: the sessions of another one's people do not hold
 */
export async function operatorOfSession(
  database: Queryable,
  secret: string,
  issuer: string | undefined,
): Promise<Operator | undefined> {
  const sessionHash = hashSecret(secret)
  const operator = await database.maybeOne<Operator>({
    name: 'operator-of-session',
    text: `with found as (select s.secret_hash, s.used_at, o.id, o.name, o.role
        from operator_sessions s join operators o on o.id = s.operator_id
        where s.secret_hash = $1 and o.revoked_at is null and o.has_access
          and (o.issuer is null or o.issuer = $4)
          and s.used_at > service_now() - make_interval(secs => $2)
          and s.created_at > service_now() - make_interval(secs => $3)),
      noted as (update operator_sessions s set used_at = service_now() from found f
        where s.secret_hash = f.secret_hash and f.used_at < service_now() - interval '1 minute')
      select id, name, role from found`,
    values: [sessionHash, SESSION_IDLE_SECONDS, SESSION_SECONDS, issuer ?? null],
  })
  return operator && { ...operator, sessionHash }
}

/** Ends a session. False: there was none. */
export async function endSession(tx: Queryable, secret: string): Promise<boolean> {
  const ended = await tx.query({
    name: 'end-operator-session',
    text: 'delete from operator_sessions where secret_hash = $1 returning 1',
    values: [hashSecret(secret)],
  })
  return ended.length > 0
}

export type ListedOperator = {
  readonly name: string
  readonly role: OperatorRole
  /** How it acts: by its token, by sign-ins at the issuer, or not yet, because who is invited has not signed in. */
  readonly actsBy: 'TOKEN' | 'SIGN_IN' | 'INVITED'
  /** False: the issuer names no group of theirs that has a role. */
  readonly hasAccess: boolean
  readonly invitedEmail: string | null
  readonly invitedUntil: Date | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** All accounts, the revoked ones too, the oldest first. */
export function listOperators(database: Queryable): Promise<ListedOperator[]> {
  return database.query<ListedOperator>({
    text: `select name, role, case when token_hash is not null then 'TOKEN' when subject is not null then 'SIGN_IN' else 'INVITED' end
        as "actsBy", has_access as "hasAccess", invited_email as "invitedEmail", invited_until as "invitedUntil", created_at as "createdAt",
        last_used_at as "lastUsedAt", revoked_at as "revokedAt"
      from operators order by created_at, id`,
  })
}

export type AuditFilter = {
  readonly operator?: string | undefined
  readonly subject?: string | undefined
  readonly platformId?: string | undefined
  /** Only rows before this one. */
  readonly before?: string | undefined
  readonly limit: number
}

export type AuditRow = {
  readonly id: string
  readonly at: Date
  readonly operator: string
  readonly action: string
  readonly subject: string | null
  readonly platformId: string | null
  readonly requestId: string | null
  readonly details: object
}

const AUDIT_COLUMNS = `id::text, at, operator_name as operator, action, subject, platform_id as "platformId",
        request_id as "requestId", details`

/** The newest first. */
export function listAudit(database: Queryable, filter: AuditFilter): Promise<AuditRow[]> {
  const { operator, subject, platformId, before, limit } = filter
  const values: unknown[] = [limit]
  const conditions = (
    [
      ['operator_name =', operator],
      ['subject =', subject],
      ['platform_id =', platformId],
      ['id <', before],
    ] as const
  ).flatMap(([condition, value]) =>
    value === undefined ? [] : [`${condition} $${values.push(value)}`],
  )
  return database.query<AuditRow>({
    text: `select ${AUDIT_COLUMNS}
      from operator_audit ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
      order by operator_audit.id desc limit $1`,
    values,
  })
}

/** What one operator has read and done, the oldest first, after that row; undefined: there is no such operator. */
export async function auditOfOperator(
  database: Queryable,
  name: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<AuditRow[] | undefined> {
  const operator = await database.maybeOne<{ id: string }>(byName(name))
  return (
    operator &&
    database.query<AuditRow>({
      name: 'operator-audit-of-one',
      text: `select ${AUDIT_COLUMNS}
        from operator_audit where operator_id = $1 and operator_audit.id > $2 order by operator_audit.id limit $3`,
      values: [operator.id, after, limit],
    })
  )
}
