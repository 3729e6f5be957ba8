/** Accounts of operators who sign in at the issuer: who has one, who gets one, and whom an ADMIN has invited. */
import { createHash, randomUUID } from 'node:crypto'
import { composedText } from '../contract/composedText.ts'
import { type Queryable, violates } from './database.ts'
import { addAudit, type Operator, type OperatorRole, waitForRevocations } from './operators.ts'

/** How long an invitation can be accepted. */
export const INVITATION_SECONDS = 72 * 3_600

/** An e-mail address as a schema; it is kept in lower case, and must fit into a name. */
export const invitedAddress = {
  type: 'string',
  maxLength: 100,
  pattern: '^[!-+\\--?A-~]+@[!-+\\--?A-~]+$',
} as const

/**
 * Creates an account that waits for the first sign-in of an address; no token of it exists. Of who has not signed in yet
 * the invitation is renewed. The caller writes the audit.
 *
 * @returns the name of the account that the address has already, of which an invitation could change nothing
 * @throws Error of PostgreSQL that `isOperatorNameTaken` or `isAddressInvited` knows
 */
export async function inviteOperator(
  tx: Queryable,
  { name, role, email }: Pick<Operator, 'name' | 'role'> & { readonly email: string },
  invitedBy: Pick<Operator, 'id'>,
): Promise<{ readonly invitedUntil: Date } | { readonly has: string }> {
  const address = email.toLowerCase()
  const known = await tx.maybeOne<{ name: string }>({
    name: 'operator-of-address',
    text: 'select name from operators where subject is not null and (name = $1 or invited_email = $1) limit 1',
    values: [address],
  })
  if (known !== undefined) return { has: known.name }
  const invited = [composedText(name), role, address, invitedBy.id, INVITATION_SECONDS]
  const renewed = await tx.maybeOne<{ invitedUntil: Date }>({
    name: 'renew-operator-invitation',
    text: `update operators set role = $2, invited_by = $4, invited_until = service_now() + make_interval(secs => $5)
      where name = $1 and invited_email = $3 and subject is null and revoked_at is null
      returning invited_until as "invitedUntil"`,
    values: invited,
  })
  if (renewed !== undefined) return renewed
  // Under another name: an invitation that has run out must not keep the address.
  await tx.query({
    name: 'end-expired-operator-invitation',
    text: `update operators set revoked_at = service_now()
      where invited_email = $1 and subject is null and revoked_at is null and invited_until <= service_now()`,
    values: [address],
  })
  return tx.one<{ invitedUntil: Date }>({
    name: 'invite-operator',
    text: `insert into operators (id, name, role, invited_email, invited_by, invited_until)
      values ($6, $1, $2, $3, $4, service_now() + make_interval(secs => $5)) returning invited_until as "invitedUntil"`,
    values: [...invited, randomUUID()],
  })
}

/** Whether the address has an invitation, under another name, that can still be taken. */
export function isAddressInvited(error: unknown): boolean {
  return violates(error, 'operators_invited')
}

/**
 * Gives the accounts of an issuer to another address of it: the same subjects sign in there. Their sessions end. Those that
 * have an account there already stay where they are. The caller writes the audit.
 *
 * @returns the names of the accounts that have moved
 */
export async function moveIssuer(tx: Queryable, from: string, to: string): Promise<string[]> {
  await waitForRevocations(tx)
  const moved = await tx.query<{ name: string }>({
    text: `with moved as (update operators o set issuer = $2 where o.issuer = $1
        and not exists (select from operators n where n.issuer = $2 and n.subject = o.subject) returning o.id, o.name),
      ended as (delete from operator_sessions s using moved m where s.operator_id = m.id)
      select name from moved order by name`,
    values: [from, to],
  })
  return moved.map(({ name }) => name)
}

/** Who has signed in at the issuer, and the role of the groups that it names. */
export type SigningIn = {
  readonly issuer: string
  readonly subject: string
  /** In lower case; undefined unless the issuer has verified it. */
  readonly email: string | undefined
  /** When the issuer has said all this. */
  readonly issuedAt: Date
  /** Undefined: no group of theirs has a role. */
  readonly groupRole: OperatorRole | undefined
}

/** Why a sign-in gives no account. */
export type SignInRefusal = 'NO_ACCESS' | 'NAME_TAKEN'

type Found = Operator & {
  readonly isRevoked: boolean
  readonly isInvited: boolean
  readonly hasAccess: boolean
  readonly isNewer: boolean
}

/**
 * The account of who signs in: the one of their identity; else the one that a verified address was invited to, which is
 * theirs from now on; else a new one, where a group has a role. A role that came from a group follows it, and access ends
 * with the last group: what the issuer does not vouch for any more counts for nothing. What an older token says changes
 * nothing. A refusal is in the audit.
 */
export async function operatorSigningIn(
  tx: Queryable,
  person: SigningIn,
  requestId: string,
): Promise<Operator | SignInRefusal> {
  await waitForRevocations(tx)
  const found = await accountOf(tx, person, requestId)
  if (typeof found === 'string') {
    const { email, issuer, subject } = person
    const details = { why: found, email, issuer, subject }
    await addAudit(tx, { name: 'sign-in' }, { action: 'signInRefused', requestId, details })
    return found
  }
  await tx.query({
    name: 'note-operator-sign-in',
    text: 'update operators set last_used_at = service_now(), token_issued_at = greatest(token_issued_at, $2) where id = $1',
    values: [found.id, person.issuedAt],
  })
  return found
}

async function accountOf(
  tx: Queryable,
  person: SigningIn,
  requestId: string,
): Promise<Operator | SignInRefusal> {
  const known = await tx.maybeOne<Found>({
    name: 'operator-of-identity',
    text: `select id, name, role, revoked_at is not null as "isRevoked", invited_email is not null as "isInvited",
        has_access as "hasAccess", coalesce(token_issued_at > $3, false) as "isNewer"
      from operators where issuer = $1 and subject = $2`,
    values: [person.issuer, person.subject, person.issuedAt],
  })
  if (known?.isRevoked) return 'NO_ACCESS'
  if (known !== undefined) return followGroup(tx, known, person, requestId)
  const joined = await joinInvited(tx, person, requestId)
  if (joined !== undefined) return joined
  if (person.groupRole === undefined) return 'NO_ACCESS'
  return createOfGroup(tx, person, person.groupRole, requestId)
}

async function followGroup(
  tx: Queryable,
  { id, name, role, isInvited, hasAccess, isNewer }: Found,
  { groupRole, issuedAt }: SigningIn,
  requestId: string,
): Promise<Operator | SignInRefusal> {
  // What an ADMIN has given is an ADMIN's to take.
  if (isInvited) return { id, name, role }
  if (isNewer) return hasAccess ? { id, name, role } : 'NO_ACCESS'
  const isIn = groupRole !== undefined
  if (hasAccess !== isIn || (isIn && groupRole !== role)) {
    await tx.query({
      name: 'operator-follows-group',
      text: `with ended as (delete from operator_sessions where operator_id = $1 and not $3)
        update operators set role = coalesce($2, role), has_access = $3, token_issued_at = $4 where id = $1`,
      values: [id, groupRole ?? null, isIn, issuedAt],
    })
    const details = { from: hasAccess ? role : null, to: groupRole ?? null }
    await addAudit(tx, { id, name }, { action: 'roleOfGroup', subject: name, requestId, details })
  }
  return isIn ? { id, name, role: groupRole } : 'NO_ACCESS'
}

async function joinInvited(
  tx: Queryable,
  { issuer, subject, email }: SigningIn,
  requestId: string,
): Promise<Operator | undefined> {
  if (email === undefined) return undefined
  const joined = await tx.maybeOne<Operator>({
    name: 'operator-joins',
    // An invitation is worth what its ADMIN is now.
    text: `update operators o set issuer = $2, subject = $3, joined_at = service_now() from operators by
      where o.invited_email = $1 and o.subject is null and o.revoked_at is null and o.invited_until > service_now()
        and by.id = o.invited_by and by.role = 'ADMIN' and by.revoked_at is null and by.has_access
      returning o.id, o.name, o.role`,
    values: [email, issuer, subject],
  })
  if (joined !== undefined) {
    const details = { email, issuer, subject }
    await addAudit(tx, joined, { action: 'joinInvited', subject: joined.name, requestId, details })
  }
  return joined
}

async function createOfGroup(
  tx: Queryable,
  { issuer, subject, email }: SigningIn,
  role: OperatorRole,
  requestId: string,
): Promise<Operator | SignInRefusal> {
  const name = email ?? nameOf(issuer, subject)
  const id = randomUUID()
  // Looked for before: a violation would end the transaction, which has other things to write.
  const taken = await tx.maybeOne({
    name: 'operator-name-is-taken',
    text: 'select 1 from operators where lower(name) = lower($1)',
    values: [name],
  })
  if (taken !== undefined) return 'NAME_TAKEN'
  await tx.query({
    name: 'create-operator-of-group',
    text: 'insert into operators (id, name, role, issuer, subject) values ($1, $2, $3, $4, $5)',
    values: [id, name, role, issuer, subject],
  })
  const details = { name, role, issuer, subject }
  await addAudit(tx, { id, name }, { action: 'accountOfGroup', subject: name, requestId, details })
  return { id, name, role }
}

/** The name of a person without a verified address: the beginning of the subject, to recognise, and a digest of it, to be unique. */
function nameOf(issuer: string, subject: string): string {
  const digest = createHash('sha256').update(subject).digest('hex').slice(0, 12)
  const beginning = subject.replaceAll(/[^\w.-]/g, '-').slice(0, 40)
  return `${beginning}-${digest} at ${new URL(issuer).host.slice(0, 40)}`
}
