/** `payments`, as operators and their scripts type it: what it asks, prints, keeps, and answers by its exit code. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completionScript } from '../../cli/completion.ts'
import { exitCodes } from '../../cli/failure.ts'
import { paymentsProgram } from '../../cli/payments.ts'
import { idOf } from '../../contract/ids.ts'
import { systemClock } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import { operatorSigningIn } from '../../db/operatorSignIns.ts'
import { beginSession, listAudit, type OperatorRole, revokeOperator } from '../../db/operators.ts'
import { anOperator, anOperatorListener, type OperatorListener } from '../support/operators.ts'
import { operatorOn, payments, type Typed } from '../support/paymentsCommand.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let database: Database
let listener: OperatorListener
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await aDatabase()
  // Nobody signs in there: the sessions of its people are made by the test.
  listener = await anOperatorListener(server.url, {
    OPERATOR_SSO_ISSUER: 'https://login.example',
    OPERATOR_SSO_CLIENT_ID: 'payments',
  })
  database = listener.dependencies.database
  const people = { Vera: 'VIEW', Dora: 'DECIDE', Dirk: 'DECIDE', Ada: 'ADMIN' } as const
  for (const [name, role] of Object.entries(people) as [string, OperatorRole][]) {
    tokens[name] = await anOperator(database, name, role)
  }
})
afterAll(async () => {
  await listener?.stop()
  await server?.drop()
})

const url = (): string => operatorOn(listener, '').PAYMENTS_OPERATORS_URL
/** An account that acts by sign-ins. @returns the token of a session */
function signedIn(name: string): Promise<string> {
  return database.transaction(async (tx) => {
    const person = {
      issuer: 'https://login.example',
      subject: name,
      email: undefined,
      issuedAt: systemClock.now(),
    }
    const operator = await operatorSigningIn(tx, { ...person, groupRole: 'DECIDE' }, 'request')
    if (typeof operator === 'string') throw new Error(operator)
    return beginSession(tx, operator, { requestId: 'request', of: 'COMMAND' })
  })
}

const as = (name: string, ...given: readonly string[]): Promise<Typed> =>
  payments(operatorOn(listener, tokens[name]), ...given)

/** Money that nothing could take. @param amount in millionths of a dollar's hundredths: cents */
async function aDeposit(cents: number): Promise<string> {
  const id = randomUUID()
  await database.call('receive_deposit', 'PRODUCTION', id, 'NOBODYS', String(cents), 'USD')
  const { uuid } = await database.one<{ uuid: string }>({
    text: `select deposit_uuid('PRODUCTION', $1) as uuid`,
    values: [id],
  })
  return idOf('Deposit', uuid)
}

const because = ['--yes', '--reason', 'as the bank said'] as const

describe('what is typed', () => {
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
  const pathOf = (command: Command): string =>
    command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim()

  test('every command says what it does, and every noun has examples', () => {
    const program = paymentsProgram()
    for (const command of leaves(program))
      expect(command.description(), pathOf(command)).not.toBe('')
    for (const noun of program.commands.filter(({ commands }) => commands.length > 1)) {
      let help = ''
      noun.configureOutput({
        writeOut: (text) => {
          help += text
        },
      })
      noun.outputHelp()
      expect(help, noun.name()).toContain('$ payments ')
    }
  })

  test('what is not taken is a usage error that names it, and nothing is asked of the service', async () => {
    for (const [given, said] of [
      [['inbox', 'lisst'], /unknown command 'lisst'/],
      [['inbox', 'list', '--waitng', '1m'], /unknown option '--waitng'/],
      [['inbox', 'list', '--waiting', '1 week'], /30s, 10m, 2h or 1d/],
      [['deposit', 'apply', 'Deposit:1'], /--to/],
      [
        ['deposit', 'apply', 'Deposit:1', '--to', 'Customer:1'],
        /InternalAccount:<uuid> or Quote:<uuid>/,
      ],
      [['--url', 'http://operators.example.com', 'inbox', 'list'], /no https address/],
    ] as const) {
      const { code, stderr } = await as('Dora', ...given)
      expect(stderr).toMatch(said)
      expect(code, stderr).toBe(exitCodes.USAGE)
    }
  })

  test('help ends well at every level', async () => {
    for (const given of [['--help'], ['payment', '--help'], ['payment', 'refund', '--help']]) {
      const { code, stdout } = await as('Dora', ...given)
      expect(code).toBe(0)
      expect(stdout).toContain('Usage: payments')
    }
  })

  test('a shell completes commands and options', () => {
    const program = paymentsProgram()
    const bash = `${completionScript(program, 'bash')}
      complete_it() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _payments; echo "\${COMPREPLY[*]}"; }
      complete_it payments pay; complete_it payments payment re; complete_it payments payment refund X --re`
    const said = execFileSync('bash', ['-c', bash], { encoding: 'utf8' })
    expect(said.split('\n').slice(0, 3)).toEqual([
      'payment payee payouts',
      'refund retry',
      '--reason',
    ])
    for (const shell of ['zsh', 'fish'] as const) {
      expect(completionScript(program, shell)).toContain('payments')
    }
  })
})

describe('the exit code', () => {
  test('says what became of a decision', async () => {
    const small = await aDeposit(1_000)
    // A script has no terminal to ask at.
    expect((await as('Dora', 'deposit', 'return', small)).code).toBe(exitCodes.USAGE)
    expect((await as('Dora', 'deposit', 'return', small, '--reason', 'x')).code).toBe(
      exitCodes.USAGE,
    )
    expect((await as('Vera', 'deposit', 'return', small, ...because)).code).toBe(
      exitCodes.NO_PERMISSION,
    )
    expect((await as('Dora', 'deposit', 'paid', small, ...because)).code).toBe(exitCodes.REFUSED)
    const old = await as('Dora', 'deposit', 'return', small, ...because, '--state', 'another')
    expect([old.code, old.stderr]).toEqual([
      exitCodes.CHANGED,
      expect.stringMatching(/has changed/),
    ])
    const none = idOf('Deposit', randomUUID())
    expect((await as('Dora', 'deposit', 'return', none, ...because)).code).toBe(exitCodes.NOT_FOUND)
    const done = await as('Dora', 'deposit', 'return', small, ...because)
    expect([done.code, done.stdout]).toEqual([0, 'It is sent back over the rail.\n'])
    const again = await as('Dora', 'deposit', 'return', small, ...because)
    expect([again.code, again.stderr]).toEqual([
      exitCodes.REFUSED,
      'It is being sent back over the rail.\n',
    ])
  })

  test('is 5 above what one person decides alone; another one does it', async () => {
    const large = await aDeposit(2_000_000)
    const first = await as('Dora', 'deposit', 'return', large, ...because, '--json')
    expect(first.code).toBe(exitCodes.NEEDS_SECOND_PERSON)
    const { id, status } = JSON.parse(first.stdout)
    expect(status).toBe('PENDING_CONFIRMATION')
    const alone = await as('Dora', 'decision', 'confirm', id, '--yes')
    expect([alone.code, alone.stderr]).toEqual([
      exitCodes.NO_PERMISSION,
      'Another person must confirm it.\n',
    ])
    const second = await as('Dirk', 'decision', 'confirm', id, '--yes')
    expect([second.code, second.stdout]).toEqual([0, 'It is sent back over the rail.\n'])
    const { outcome } = await database.one<{ outcome: string }>({
      text: `select outcome from deposits where 'Deposit:' || deposit_uuid(environment, id) = $1`,
      values: [large],
    })
    expect(outcome).toBe('RETURNING')
  })

  test('a confirmation names where the money goes, and takes another person', async () => {
    const large = await aDeposit(2_000_000)
    const account = idOf('InternalAccount', randomUUID())
    const first = await as('Ada', 'deposit', 'apply', large, '--to', account, ...because)
    expect(first.code).toBe(exitCodes.NEEDS_SECOND_PERSON)
    expect((await as('Dirk', 'decision', 'list')).stdout).toContain(`apply to ${account}`)
    const { body } = await listener.as(tokens.Dirk ?? '', `/api/inbox/${large}`)
    expect(body.decisions[0].accountId).toBe(account)
    const [audited] = await listAudit(database, { operator: 'Ada', subject: large, limit: 1 })
    expect(audited?.details).toMatchObject({ accountId: account })
    const { id } = body.decisions[0]
    // An account that the one who decides has made is no other person; nor is who has made hers.
    const made = await as(
      'Ada',
      'operator',
      'create',
      '--name',
      'Ada II',
      '--role',
      'ADMIN',
      '--json',
    )
    tokens.Second = JSON.parse(made.stdout).token
    const { code, stderr } = await as('Second', 'decision', 'confirm', id, '--yes')
    expect([code, stderr]).toEqual([
      exitCodes.NO_PERMISSION,
      expect.stringMatching(/Another person/),
    ])
    const small = await aDeposit(2_000_000)
    const second = await as('Second', 'deposit', 'return', small, ...because, '--json')
    const confirmed = await as('Ada', 'decision', 'confirm', JSON.parse(second.stdout).id, '--yes')
    expect(confirmed.code).toBe(exitCodes.NO_PERMISSION)
    expect((await as('Dirk', 'decision', 'withdraw', id)).code).toBe(0)
    // Nor are two whose tokens one ADMIN has seen, or who has seen the token of who has seen theirs.
    const third = ['operator', 'create', '--name', 'Ada III', '--role', 'DECIDE', '--json']
    tokens.Third = JSON.parse((await as('Second', ...third)).stdout).token
    const fourth = ['operator', 'create', '--name', 'Ada IV', '--role', 'DECIDE', '--json']
    tokens.Fourth = JSON.parse((await as('Ada', ...fourth)).stdout).token
    const other = await as(
      'Third',
      'deposit',
      'return',
      await aDeposit(2_000_000),
      ...because,
      '--json',
    )
    for (const name of ['Fourth', 'Second', 'Ada']) {
      const answer = await as(name, 'decision', 'confirm', JSON.parse(other.stdout).id, '--yes')
      expect([name, answer.code]).toEqual([name, exitCodes.NO_PERMISSION])
    }
    // Of one who signs in it is not known whether the token of the database is theirs as well.
    tokens.Signed = await signedIn('Signed')
    tokens.Other = await signedIn('Other')
    const { id: pending } = JSON.parse(other.stdout)
    const mixed = await as('Signed', 'decision', 'confirm', pending, '--yes')
    expect([mixed.code, mixed.stderr]).toEqual([
      exitCodes.NO_PERMISSION,
      expect.stringMatching(/may be one person’s/),
    ])
    expect((await as('Dirk', 'decision', 'confirm', pending, '--yes')).code).toBe(0)
    const another = await aDeposit(2_000_000)
    const signed = await as('Signed', 'deposit', 'return', another, ...because, '--json')
    const { id: last } = JSON.parse(signed.stdout)
    const byToken = await as('Dirk', 'decision', 'confirm', last, '--yes')
    expect(byToken.code).toBe(exitCodes.NO_PERMISSION)
    expect((await as('Other', 'decision', 'confirm', last, '--yes')).code).toBe(0)
  })

  test('is 6 in the same second in which an account is revoked', async () => {
    tokens.Eve = await anOperator(database, 'Eve', 'DECIDE')
    const deposit = await aDeposit(1_000)
    expect((await as('Eve', 'inbox', 'list')).code).toBe(0)
    await database.transaction((tx) => revokeOperator(tx, 'Eve'))
    const { code, stderr } = await as('Eve', 'deposit', 'return', deposit, ...because)
    expect([code, stderr]).toEqual([exitCodes.NO_PERMISSION, expect.stringMatching(/not accepted/)])
  })

  test('is 1 where nothing answers, and says that a decision may have been made', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => closed.once('listening', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const nowhere = `http://127.0.0.1:${port}`
    const env = { PAYMENTS_OPERATORS_URL: nowhere, PAYMENTS_OPERATOR_TOKEN: 'opr_x' }
    const read = await payments(env, 'inbox', 'list')
    expect([read.code, read.stderr]).toEqual([
      exitCodes.FAILED,
      expect.stringMatching(/ECONNREFUSED/),
    ])
    const write = await payments(env, 'payouts', 'pause', '--environment', 'SANDBOX', ...because)
    expect(write.stderr).toMatch(/Whether it was done is not known/)
  })
})

describe('an answer', () => {
  const decision = (status: string): object => ({
    id: 'd1',
    subject: 'x',
    decision: 'refund',
    status,
  })
  const item = {
    subject: 'x',
    state: 's',
    choices: [{ decision: 'refund', meaning: '', outcomes: [] }],
  }

  /** A listener that gives these answers to a decision, and to the look at what has come of it. */
  async function answering(made: string, looked: [status: number, body: object]): Promise<Typed> {
    const stub = createServer((request, response) => {
      if (request.method === 'POST') response.writeHead(201, { 'content-length': 1_000 }).end(made)
      else if (request.url?.startsWith('/api/inbox')) response.end(JSON.stringify(item))
      else response.writeHead(looked[0]).end(JSON.stringify(looked[1]))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => stub.once('listening', resolve))
    const env = operatorOn(stub.address() as AddressInfo, 'x')
    const typed = await payments(env, 'payment', 'refund', 'x', ...because)
    stub.closeAllConnections()
    stub.close()
    return typed
  }
  const whole = (body: object): string => JSON.stringify(body).padEnd(1_000)

  test('that is cut off, or is none, has decided nothing that is known', async () => {
    const made = ['', '{"id":"d1","status":"PENDING_CONF', whole(decision('ANOTHER'))]
    const typed = await Promise.all(made.map((each) => answering(each, [200, { data: [] }])))
    expect(typed.map(({ code, stderr }) => [code, stderr])).toEqual(
      made.map(() => [exitCodes.FAILED, expect.stringMatching(/not known/)]),
    )
  })

  test('to a look at an ordered decision takes nothing back', async () => {
    const looks = [
      [429, { reason: 'Too many.' }],
      [401, { reason: 'Revoked.' }],
      [503, {}],
      [200, { data: [decision('ORDERED')] }],
    ] as const
    // Each of them waits for as long as a decision is waited for.
    const typed = await Promise.all(
      looks.map(([status, body]) => answering(whole(decision('ORDERED')), [status, body])),
    )
    expect(typed.map(({ code, stdout }) => [code, stdout])).toEqual(
      looks.map(() => [exitCodes.ORDERED, expect.stringMatching(/decided \(d1\)/)]),
    )
  }, 120_000)
})

test('a VIEW account reads everything, and changes nothing', async () => {
  const deposit = await aDeposit(1_000)
  const before = (await listAudit(database, { operator: 'Vera', limit: 500 })).length
  const changes = [
    ['deposit', 'return', deposit, ...because],
    ['payouts', 'pause', '--environment', 'SANDBOX', ...because],
    ['platform', 'create', '--name', 'of Vera'],
    ['directory', 'put-vasp', '--name', 'of Vera'],
    [
      'terms',
      'publish',
      '--type',
      'SERVICE_END_USER_TERMS',
      '--version',
      'vera',
      '--file',
      '/dev/stdin',
    ],
  ]
  for (const given of changes) {
    const { code, stderr } = await as('Vera', ...given)
    expect(code, `${given.join(' ')}: ${stderr}`).not.toBe(0)
  }
  // What she read before each of them is there, and nothing else.
  const after = await listAudit(database, { operator: 'Vera', limit: 500 })
  expect(
    after.slice(0, after.length - before).every(({ action }) => /^(read|list)/.test(action)),
  ).toBe(true)
  for (const given of [['inbox', 'list'], ['deposit', 'show', deposit], ['health'], ['ledger']]) {
    expect((await as('Vera', ...given)).code).toBe(0)
  }
})

test('a decision from a page and one from the command are the same in the audit', async () => {
  const deposits = [await aDeposit(1_000), await aDeposit(1_000)]
  const [byCommand = '', byPage = ''] = deposits
  expect((await as('Dora', 'deposit', 'return', byCommand, ...because)).code).toBe(0)
  const { body } = await listener.as(tokens.Dora ?? '', `/api/inbox/${byPage}`)
  await listener.as(tokens.Dora ?? '', '/api/decisions', {
    ...{ subject: byPage, decision: 'return', reason: 'as the bank said', state: body.state },
  })
  const [one, other] = await Promise.all(
    deposits.map(async (subject) => {
      const [row] = await listAudit(database, { subject, limit: 1 })
      const { decision, reason, status } = (row?.details ?? {}) as Record<string, string>
      return { operator: row?.operator, action: row?.action, decision, reason, status }
    }),
  )
  expect(one).toEqual(other)
  expect(one).toEqual({
    ...{ operator: 'Dora', action: 'decide', decision: 'return', reason: 'as the bank said' },
    status: 'CARRIED_OUT',
  })
})

describe('a login', () => {
  const home = (): string => mkdtempSync(join(tmpdir(), 'payments-login-'))

  test('is kept for its user alone, and sent to its own address alone', async () => {
    const env = { XDG_CONFIG_HOME: home() }
    const token = tokens.Dora ?? ''
    const { stdout, stderr } = await payments(
      { ...env, PAYMENTS_OPERATOR_TOKEN: token },
      'login',
      '--url',
      url(),
    )
    expect(stdout, stderr).toMatch(/^You are Dora \(DECIDE\)/)
    const file = join(env.XDG_CONFIG_HOME, 'payments/operator.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await payments(env, 'whoami', '--json')).stdout).toContain('"name":"Dora"')
    const heard: unknown[] = []
    const stranger = createServer((request, response) => {
      heard.push(request.headers.authorization)
      response.end('{}')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => stranger.once('listening', resolve))
    const elsewhere = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    const { code } = await payments(env, 'inbox', 'list', '--url', elsewhere)
    stranger.close()
    expect([code, heard]).toEqual([exitCodes.NO_PERMISSION, []])
    expect((await payments(env, 'logout')).code).toBe(0)
    expect((await payments(env, 'whoami', '--url', url())).code).toBe(exitCodes.NO_PERMISSION)
  })

  test('or a token goes to no place that a file or a name server has chosen', async () => {
    const folder = home()
    writeFileSync(join(folder, 'stack.json'), '{"OPERATOR_URL": "https://evil.example"}')
    const env = { XDG_CONFIG_HOME: home(), DATA_DIR: folder, PAYMENTS_OPERATOR_TOKEN: tokens.Dora }
    for (const given of [['whoami'], ['login'], ['whoami', '--url', 'http://127.evil.example']]) {
      const { code, stderr } = await payments(env, ...given)
      expect([code, stderr]).toEqual([exitCodes.USAGE, expect.stringMatching(/evil\.example/)])
    }
    // Of this machine it is asked, and not with a token that was meant for another place.
    writeFileSync(join(folder, 'stack.json'), JSON.stringify({ OPERATOR_URL: url() }))
    const { code, stderr } = await payments(env, 'whoami')
    expect([code, stderr]).toEqual([
      exitCodes.USAGE,
      expect.stringMatching(/PAYMENTS_OPERATORS_URL/),
    ])
    const named = `http://operators.localhost:${listener.port}`
    expect((await payments(env, 'whoami', '--url', named)).code).toBe(0)
  })

  test('and what is no token is never in a message', async () => {
    const env = { PAYMENTS_OPERATORS_URL: url(), PAYMENTS_OPERATOR_TOKEN: 'opr_secret\nopr_other' }
    const { code, stdout, stderr } = await payments(env, 'whoami')
    expect([code, stdout]).toEqual([exitCodes.USAGE, ''])
    expect(stderr).not.toContain('opr_')
  })

  test('with a wrong token is not kept, and one that is no login is named', async () => {
    const env = { XDG_CONFIG_HOME: home(), PAYMENTS_OPERATOR_TOKEN: 'opr_wrong' }
    expect((await payments(env, 'login', '--url', url())).code).toBe(exitCodes.NO_PERMISSION)
    const file = join(env.XDG_CONFIG_HOME, 'payments/operator.json')
    expect(() => readFileSync(file)).toThrow()
    const broken = home()
    execFileSync('mkdir', ['-p', join(broken, 'payments')])
    writeFileSync(join(broken, 'payments/operator.json'), '{')
    const { code, stderr } = await payments({ XDG_CONFIG_HOME: broken }, 'whoami')
    expect([code, stderr]).toEqual([exitCodes.USAGE, expect.stringMatching(/is no login/)])
  })
})

test('what others have chosen cannot command the terminal', async () => {
  const name = 'evil\u001b[2J\u202e\nname'
  const made = await as('Ada', 'platform', 'create', '--name', name)
  expect(made.code, made.stderr).toBe(0)
  const { stdout } = await as('Vera', 'platform', 'list')
  expect(stdout).toContain('evil\\u001b[2J\\u202e\\u000aname')
})

test('an ADMIN keeps platforms, tokens, directories and terms; one who decides does not', async () => {
  expect((await as('Dora', 'platform', 'create', '--name', 'x')).code).toBe(exitCodes.NO_PERMISSION)
  const { stdout } = await as('Ada', 'platform', 'create', '--name', 'acme', '--json')
  const { id, clientId, clientSecret } = JSON.parse(stdout)
  expect([typeof clientId, typeof clientSecret]).toEqual(['string', 'string'])
  expect((await as('Ada', 'platform', 'create', '--name', 'acme')).code).toBe(exitCodes.REFUSED)
  const said = await as(
    'Ada',
    'platform',
    'set',
    id,
    '--required-fields',
    'USD=TAX_ID',
    '--rule-accounts',
    'off',
  )
  expect(said.code, said.stderr).toBe(0)
  const wrong = await as('Ada', 'platform', 'set', id, '--required-fields', 'XYZ=TAX_ID')
  expect([wrong.code, wrong.stderr]).toEqual([
    exitCodes.USAGE,
    expect.stringMatching(/requiredFields\.currency/),
  ])
  const token = JSON.parse(
    (await as('Ada', 'token', 'create', '--platform', id, '--name', 'spare', '--json')).stdout,
  )
  expect((await as('Vera', 'token', 'list', '--platform', id)).stdout).toContain('spare')
  expect((await as('Ada', 'token', 'revoke', token.id, '--platform', id)).code).toBe(0)
  const rest = JSON.parse((await as('Vera', 'token', 'list', '--platform', id, '--json')).stdout)
  const last = await as('Ada', 'token', 'revoke', rest.data[0].id, '--platform', id)
  expect([last.code, last.stderr]).toEqual([
    exitCodes.REFUSED,
    expect.stringMatching(/only token with MANAGE/),
  ])
  expect((await as('Vera', 'platform', 'webhook-keys', id)).stdout).toContain('BEGIN PUBLIC KEY')
  // No secret is in the audit.
  const audit = JSON.stringify(await listAudit(database, { operator: 'Ada', limit: 500 }))
  for (const secret of [clientSecret, token.clientSecret]) expect(audit).not.toContain(secret)

  const provider = [
    '--domain',
    'Bank.example',
    '--name',
    'Bank',
    '--regions',
    'US',
    '--currencies',
    'USD',
  ]
  expect((await as('Ada', 'directory', 'put-provider', ...provider)).stdout).toContain('is listed')
  expect((await as('Vera', 'directory', 'list')).stdout).toContain('bank.example')
  expect((await as('Ada', 'directory', 'remove-provider', '--domain', 'bank.example')).code).toBe(0)
  const gone = await as('Ada', 'directory', 'remove-provider', '--domain', 'bank.example')
  expect(gone.code).toBe(exitCodes.NOT_FOUND)

  const file = join(mkdtempSync(join(tmpdir(), 'payments-terms-')), 'terms.md')
  writeFileSync(file, 'The terms.')
  const terms = ['--type', 'SERVICE_END_USER_TERMS', '--version', '2026-12', '--file', file]
  expect((await as('Ada', 'terms', 'publish', ...terms)).code).toBe(0)
  expect((await as('Ada', 'terms', 'publish', ...terms)).code).toBe(exitCodes.REFUSED)
  expect((await as('Vera', 'terms', 'list')).stdout).toContain('2026-12')
})
