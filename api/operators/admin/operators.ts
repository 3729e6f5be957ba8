/** Accounts of operators: who has one, new ones, their end, and what an operator has read and done. */
import { Refusal } from '../../../contract/errors.ts'
import {
  inviteOperator as invite,
  invitedAddress,
  isAddressInvited,
} from '../../../db/operatorSignIns.ts'
import {
  auditOfOperator,
  revokeOperator as endAccount,
  endSessionsOf,
  createOperator as insertOperator,
  isLastAdmin,
  isOperatorNameTaken,
  operatorName,
  operatorRoles,
  listOperators as operatorsOf,
} from '../../../db/operators.ts'
import { presentAudit } from '../audit.ts'
import { operatorRoute } from '../route.ts'

const PAGE_MAX = 500

export const listOperators = operatorRoute({
  id: 'listOperators',
  method: 'get',
  path: '/operators',
  role: 'VIEW',
  summary: 'Accounts of operators, the revoked ones too, the oldest first',
  isUnaudited: true,
  async handle({ tx }) {
    return { body: { data: await operatorsOf(tx) } }
  },
})

export const createOperator = operatorRoute({
  id: 'createOperator',
  method: 'post',
  path: '/operators',
  role: 'ADMIN',
  summary: 'Create an account, whose token is shown once. A name is never given twice',
  status: 201,
  changesAccounts: true,
  body: {
    type: 'object',
    required: ['name', 'role'],
    properties: {
      name: operatorName,
      role: { type: 'string', enum: operatorRoles },
    },
  },
  async handle({ body: { name, role }, tx, operator }) {
    const { token } = await insertOperator(tx, { name, role }, operator).catch((error: unknown) => {
      throw nameTaken(error, name)
    })
    return { body: { name, role, token }, subject: name, details: { name, role } }
  },
})

export const inviteOperator = operatorRoute({
  id: 'inviteOperator',
  method: 'post',
  path: '/operators/invite',
  role: 'ADMIN',
  summary:
    'Invite an address: the first person to sign in with it, verified by the issuer and within 72 hours, gets the account, which has no token. Again for the same name and address: 72 hours more',
  status: 201,
  changesAccounts: true,
  body: {
    type: 'object',
    required: ['name', 'role', 'email'],
    properties: {
      name: operatorName,
      role: { type: 'string', enum: operatorRoles },
      email: invitedAddress,
    },
  },
  async handle({ body: { name, role, email }, tx, operator, dependencies }) {
    if (dependencies.operatorSignIn === undefined) {
      const reason =
        'Single sign-on is not set up (OPERATOR_SSO_ISSUER): an invited person could not sign in.'
      throw new Refusal('NOT_IMPLEMENTED', { reason })
    }
    const made = await invite(tx, { name, role, email }, operator).catch((error: unknown) => {
      if (isAddressInvited(error)) {
        throw new Refusal('CONFLICT', { reason: `${email} is invited under another name.` })
      }
      throw nameTaken(error, name)
    })
    if ('has' in made) {
      const reason = `${email} has an account, ${made.has}: an invitation would change nothing of it.`
      throw new Refusal('CONFLICT', { reason })
    }
    const { invitedUntil } = made
    return {
      body: { name, role, email, invitedUntil },
      subject: name,
      details: { name, role, email },
    }
  },
})

export const revokeOperator = operatorRoute({
  id: 'revokeOperator',
  method: 'post',
  path: '/operators/:name/revoke',
  role: 'ADMIN',
  summary:
    'End an account at once, with its token and its sessions. The last ADMIN stays: create another one first',
  changesAccounts: true,
  async handle({ params: { name }, tx, dependencies }) {
    if (await isLastAdmin(tx, name, dependencies.operatorSignIn?.issuer)) {
      const reason = 'It is the only account with ADMIN: create another one first.'
      throw new Refusal('CONFLICT', { reason })
    }
    if (!(await endAccount(tx, name)))
      throw noSuchOperator('There is no such operator who is not revoked.')
    return { body: { name }, subject: name, details: { name } }
  },
})

export const signOutOperator = operatorRoute({
  id: 'signOutOperator',
  method: 'post',
  path: '/operators/:name/sign-out',
  role: 'ADMIN',
  summary: 'End the sessions of an account at once; it may sign in again',
  changesAccounts: true,
  async handle({ params: { name }, tx }) {
    const sessions = await endSessionsOf(tx, name)
    if (sessions === undefined) throw noSuchOperator('There is no such operator.')
    return { body: { name, sessions }, subject: name, details: { name, sessions } }
  },
})

export const exportOperator = operatorRoute({
  id: 'exportOperator',
  method: 'get',
  path: '/operators/:name/export',
  role: 'VIEW',
  summary:
    'All that an operator has read and done, the oldest first; by pages, each of which is short work for the database: `after` is the last id of the one before',
  query: {
    type: 'object',
    properties: {
      after: { type: 'string', pattern: '^(0|[1-9][0-9]{0,17})$', default: '0' },
      limit: { type: 'integer', minimum: 1, maximum: PAGE_MAX, default: PAGE_MAX },
    },
  },
  async handle({ params: { name }, query: { after, limit }, tx }) {
    const rows = await auditOfOperator(tx, name, { after, limit })
    if (rows === undefined) throw noSuchOperator('There is no such operator.')
    const body = { data: presentAudit(rows), hasMore: rows.length === limit }
    return { body, subject: name, details: { after } }
  },
})

/** The error as it is to be thrown. */
function nameTaken(error: unknown, name: string): unknown {
  if (!isOperatorNameTaken(error)) return error
  const reason = `There is, or was, an operator named ${name}: names are not given twice.`
  return new Refusal('CONFLICT', { reason })
}

function noSuchOperator(reason: string): Refusal {
  return new Refusal('REFERENCE_NOT_FOUND', { reason })
}
