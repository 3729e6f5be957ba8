/** Accounts of operators who sign in at the issuer: who has one, who gets one, and whom an ADMIN has invited. */
import { randomUUID } from 'node:crypto'
import { type Queryable, violates } from './database.ts'
import {
  addAudit,
  type Operator,
  type OperatorRole,
  operatorName,
  waitForRevocations,
} from './operators.ts'

/** An invitation can be taken for so long. */
export const INVITATION_SECONDS = 72 * 3_600

/** An e-mail address as a schema; it is kept in lower case, and must fit into a name. */
export const invitedAddress = {
  type: 'string',
  maxLength: 100,
  pattern: '^[!-+\\--~]+@[!-+\\--~]+$',
} as const

/**
 * Creates an account that waits for the first sign-in of an address; no token of it exists. Of who has not signed in yet
 * the invitation is renewed. The caller writes the audit.
 *
 * @throws Error of PostgreSQL that `isOperatorNameTaken` or `isAddressInvited` knows
 */
export async function inviteOperator(
  tx: Queryable,
  { name, role, email }: Pick<Operator, 'name' | 'role'> & { readonly email: string },
  invitedBy: Pick<Operator, 'id'>,
): Promise<{ readonly invitedUntil: Date }> {
  const invited = [name, role, email.toLowerCase(), invitedBy.id, INVITATION_SECONDS]
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
    values: [email.toLowerCase()],
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

/** Who has signed in at the issuer, and the role of the groups that it names. */
export type SigningIn = {
  readonly issuer: string
  readonly subject: string
  /** In lower case; undefined unless the issuer has verified it. */
  readonly email: string | undefined
  /** Undefined: no group of theirs has a role. */
  readonly groupRole: OperatorRole | undefined
}

/** Why nobody acts by a sign-in. */
export type SignInRefusal = 'NO_ACCESS' | 'NAME_TAKEN'

type Found = Operator & { readonly isRevoked: boolean; readonly isInvited: boolean }

/**
 * The account of who signs in: the one of their identity; else the one that a verified address was invited to, which is
 * theirs from now on; else a new one, where a group has a role. A role that came from a group follows it.
 *
 * Without access every session of the account ends: the issuer does not vouch for it any more.
 */
export async function operatorSigningIn(
  tx: Queryable,
  person: SigningIn,
  requestId: string,
): Promise<Operator | SignInRefusal> {
  await waitForRevocations(tx)
  const known = await accountOf(tx, person)
  if (known?.isRevoked) return 'NO_ACCESS'
  if (known !== undefined) return followGroup(tx, known, person, requestId)
  const joined = await joinInvited(tx, person, requestId)
  if (joined !== undefined) return joined
  if (person.groupRole === undefined) return 'NO_ACCESS'
  return createOfGroup(tx, person, person.groupRole, requestId)
}

function accountOf(tx: Queryable, { issuer, subject }: SigningIn): Promise<Found | undefined> {
  return tx.maybeOne<Found>({
    name: 'operator-of-identity',
    text: `select id, name, role, revoked_at is not null as "isRevoked", invited_email is not null as "isInvited"
      from operators where issuer = $1 and subject = $2`,
    values: [issuer, subject],
  })
}

async function followGroup(
  tx: Queryable,
  { id, name, role, isInvited }: Found,
  { groupRole }: SigningIn,
  requestId: string,
): Promise<Operator | SignInRefusal> {
  // What an ADMIN has given is an ADMIN's to take.
  if (isInvited || groupRole === role) return { id, name, role }
  if (groupRole === undefined) {
    await tx.query({
      name: 'end-sessions-of-operator',
      text: 'delete from operator_sessions where operator_id = $1',
      values: [id],
    })
    return 'NO_ACCESS'
  }
  await tx.query({
    name: 'operator-follows-group',
    text: 'update operators set role = $2 where id = $1',
    values: [id, groupRole],
  })
  const details = { from: role, to: groupRole }
  await addAudit(tx, { id, name }, { action: 'roleOfGroup', subject: name, requestId, details })
  return { id, name, role: groupRole }
}

async function joinInvited(
  tx: Queryable,
  { issuer, subject, email }: SigningIn,
  requestId: string,
): Promise<Operator | undefined> {
  if (email === undefined) return undefined
  const joined = await tx.maybeOne<Operator>({
    name: 'operator-joins',
    text: `update operators set issuer = $2, subject = $3
      where invited_email = $1 and subject is null and revoked_at is null and invited_until > service_now()
      returning id, name, role`,
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
  // The audit's name: an address that is verified is one person's, what a token calls itself need not be.
  const name = email ?? `${subject.slice(0, 60)} at ${new URL(issuer).host.slice(0, 30)}`
  if (!new RegExp(operatorName.pattern, 'u').test(name)) return 'NAME_TAKEN'
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
