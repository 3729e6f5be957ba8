/**
 * The curl blocks of the guides are run as they stand, by bash, and by zsh as one that a person types into: the first
 * payment by bash, and of the others those that the seed picks.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/devstack/ports.ts'
import { chanceOf, isLong, sampleOf } from '../support/seed.ts'
import { aRunningStack, aSharedStack, type SharedStack } from '../support/stack.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let stack: SharedStack

beforeAll(async () => {
  // A clock that is moved is everybody's.
  const isMoved = shells.some((shell) => picked[shell].includes('test-clock'))
  stack = isMoved ? await aRunningStack({ env: { TEST_CLOCK: 'true' } }) : await aSharedStack()
})
afterAll(() => stack?.stop())

/** Where operators' logins are kept: never in the home of who runs the tests. */
const configFolder = mkdtempSync(join(tmpdir(), 'payments-guides-'))

const shellBlocks = (text: string): string[] =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? '')

/** The flow of the first payment; the stack of the test stands in for `npm start`. */
function flow(): string {
  const text = readFileSync(join(root, 'docs/guides/first-payment.md'), 'utf8')
  return shellBlocks(text).join('\n').replace('npm run --silent status -- --env', 'echo "$STATUS"')
}

type Shell = 'bash' | 'zsh'
type Ran = { readonly stdout: string; readonly stderr: string; readonly status: number | null }

const hasZsh = spawnSync('zsh', ['-fc', 'exit 0']).status === 0
/** In a terminal: a comment is a command there, and what looks like a pattern of files is one. */
const typedInto = ['-f', '-i', '-s', '+o', 'promptsp', '+o', 'promptcr']

function runIn(shell: Shell, script: string): Ran {
  const { clientId, clientSecret } = stack.platform
  // What `npm run status -- --env` prints: only what the flow exports reaches its programs.
  const status = [
    `API_URL='${stack.apiUrls[0]}'`,
    `CLIENT_ID='${clientId}'`,
    `CLIENT_SECRET='${clientSecret}'`,
  ]
  const env = {
    ...process.env,
    ...stack.env,
    API_URL: undefined,
    STATUS: status.join('\n'),
    XDG_CONFIG_HOME: configFolder,
  }
  if (shell === 'bash') {
    return spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: root,
      encoding: 'utf8',
      // A socket there makes bash think that it was called over a network, and read its start-up
      // files.
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    })
  }
  return spawnSync('zsh', typedInto, {
    cwd: root,
    encoding: 'utf8',
    input: `set -eu; setopt pipefail; unsetopt monitor\n${script}\n`,
    env: { ...env, PS1: '', PS2: '' },
  })
}

/** The first lines of the first payment: variables and shell functions, which the guides use. */
function firstLines(): readonly string[] {
  const found = flow().match(/^(eval |(post|patch|get|field)\(\)).*$/gm) ?? []
  expect(found).toHaveLength(5)
  return found
}

/** The blocks of a guide, in their order. @param least how many of them there must be */
function blocksOf(guide: string, least = 4): readonly string[] {
  const text = readFileSync(join(root, 'docs/guides', guide), 'utf8')
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? '')
  expect(blocks.length).toBeGreaterThanOrEqual(least)
  return blocks
}

// A command is a process of npm and one of ours, and there are a dozen of them.
const TIMEOUT_MS = 300_000

it('no block has what zsh takes for something else', () => {
  const guides = readdirSync(join(root, 'docs/guides')).map((name) => join('docs/guides', name))
  for (const file of ['README.md', 'docs/operating.md', ...guides]) {
    for (const block of shellBlocks(readFileSync(join(root, file), 'utf8'))) {
      const typed = block.replaceAll(/<<'?END'?\n[\s\S]*?\nEND\n/g, '\n')
      expect(typed, file).not.toMatch(/(^|\s)#/m)
      expect(typed, file).not.toMatch(/field \.[^ |\n)']*[[\]?*]/)
      expect(typed, file).not.toMatch(/echo "\$\w+" \|/)
    }
  }
})

const shells: readonly Shell[] = ['bash', 'zsh']
const guides = [
  ...['agents', 'bulk-import', 'cards', 'delegated-keys', 'faults', 'moving-money'],
  ...['onboarding-a-business', 'onboarding-a-person', 'stablecoins'],
  ...['stamps', 'strong-customer-authentication', 'test-clock', 'wallet-login', 'webhooks'],
]
/** Each of a guide's dozen commands is a process or two. */
const picked: Readonly<Record<Shell, readonly string[]>> = {
  bash: sampleOf('guides in bash', guides, 2),
  zsh: sampleOf('guides in zsh', guides, 1),
}

describe.each(shells)('in %s', (shell) => {
  const run = (script: string): Ran => runIn(shell, script)
  const isMissing = shell === 'zsh' && !hasZsh
  const isFlowPicked = shell === 'bash' || isLong || chanceOf('the flow in zsh').integer(3) === 0
  /**
   * @param least how many blocks there must be
   * @param seen sees what all of them have written, after the first lines of the first payment
   */
  const guide = (name: string, least: number, seen: (stdout: string) => void): void => {
    if (!guides.includes(name)) throw new Error(`${name} is not in the list of guides`)
    it.skipIf(isMissing || !picked[shell].includes(name))(
      `docs/guides/${name}.md works as written`,
      { timeout: TIMEOUT_MS },
      async () => {
        // A port that it names may be somebody's.
        const port = String(await freePort(undefined))
        const blocks = blocksOf(`${name}.md`, least).map((block) =>
          block.replaceAll(/(?<=listen\(|127\.0\.0\.1:)4711/g, port),
        )
        const { stdout, stderr, status } = run([...firstLines(), ...blocks].join('\n'))
        expect(stderr).toBe('')
        expect(status).toBe(0)
        seen(stdout)
      },
    )
  }

  it.skipIf(isMissing || !isFlowPicked)(
    'docs/guides/first-payment.md works as written, and the guide to external accounts goes on',
    {
      timeout: TIMEOUT_MS,
    },
    () => {
      const seam = '--- external accounts'
      const first = [flow(), `echo; echo '${seam}'`]
      const { stdout, stderr, status } = run(
        [...first, ...blocksOf('external-accounts.md')].join('\n'),
      )
      expect(stderr).toBe('')
      expect(status).toBe(0)
      const [paid = '', second = ''] = stdout.split(seam)
      const transaction = paid.slice(paid.lastIndexOf('{"id":"Transaction:'))
      expect(JSON.parse(transaction)).toMatchObject({
        type: 'OUTGOING',
        sentAmount: { amount: 10_000_000, currency: { code: 'USDB' } },
      })
      expect(['PROCESSING', 'COMPLETED']).toContain(JSON.parse(transaction).status)
      const lines = second.trim().split('\n')
      expect(lines[0]).toContain('Access Bank')
      expect(lines).toContainEqual(expect.stringMatching(/^BANK_TRANSFER \d+ \d+$/))
      expect(lines).toContainEqual(expect.stringMatching(/^accountInfo.beneficiary.fullName: /))
      expect(lines.at(-1)).toBe('ACTIVE')
    },
  )

  guide('moving-money', 4, (stdout) => {
    expect(stdout).not.toContain('"reason":')
    expect(stdout).toContain('iban:')
    expect(stdout).toContain('"type":"INCOMING"')
    expect(stdout).toContain('"umaAddress":"$success.usd@sandbox.uma.money"')
  })

  guide('wallet-login', 4, (stdout) => {
    expect(stdout.trim().split('\n')).toEqual(['EMAIL_OTP', 'OAUTH', 'false'])
  })

  guide('stablecoins', 4, (stdout) => {
    expect(stdout.trim().split('\n')).toEqual([
      ...['ACTIVE', 'PROVISIONED', 'COMPLETED', '021000021', 'COMPLETED', 'BURN,MINT'],
      'PENDING_APPROVAL',
    ])
  })

  guide('agents', 4, (stdout) => {
    // The first line ends the answer of the funding.
    const [balance, ...lines] = stdout.trim().split('\n')
    expect(balance).toMatch(/\}100000$/)
    expect(lines).toEqual([
      ...['ALLOW', 'APPROVAL_REQUIRED', 'APPROVED', '1', 'APPROVED'],
      expect.stringMatching(/^Agent:/),
      ...['REJECTED', 'the same action', 'true'],
      expect.stringContaining('paused'),
      'false',
      expect.stringMatching(/^[A-Z0-9-]+$/),
      ...['INCOMING', 'APPROVED'],
      expect.stringMatching(/^get_agent list_accounts .*wait_for_decision/),
    ])
  })

  guide('onboarding-a-person', 7, (stdout) => {
    expect(stdout.trim().split('\n')).toEqual([
      ...['APPROVED', 'true', '2025-10-13', expect.stringMatching(/^mary-\d+@example.com$/)],
      ...['EMAIL_OTP', 'PENDING', 'CONFLICT', 'VERIFIED', 'SUMSUB'],
      ...['2', 'true', 'CUSTOMER_DELETED', '0'],
    ])
  })

  guide('onboarding-a-business', 4, (stdout) => {
    expect(stdout.trim().split('\n')).toEqual([
      'UNVERIFIED',
      expect.stringMatching(/^MISSING_LEGAL_PRESENCE_DOCUMENT .*MISSING_IDENTITY_DOCUMENT$/),
      ...['CERTIFICATE_OF_INCORPORATION', '410'],
      ...['APPROVED', 'ON_SUBMISSION', 'IN_PROGRESS', 'APPROVED', 'ON_CREATION'],
    ])
  })

  guide('cards', 5, (stdout) => {
    expect(stdout.trim().split('\n')).toEqual([
      ...['ACTIVE', 'http', 'FROZEN', 'ACTIVE', '20000', '1'],
      // A coffee: the key, the held amount, the two pulls, what is given back.
      ...['ACTIVE', '1', 'AUTHORIZED', 'SETTLED', '15000000', 'CREDIT', '500', '500'],
      ...['OPEN', 'PARTIALLY_WON', '100'],
      'CLOSED_BY_PLATFORM',
    ])
  })

  guide('delegated-keys', 3, (stdout) => {
    expect(stdout.trim().split('\n')).toEqual([
      ...['EMAIL_OTP', 'Card pull from InternalAccount', 'ACTIVE'],
      ...['1', 'InternalAccount', '204', 'REVOKED'],
    ])
  })

  guide('strong-customer-authentication', 3, (stdout) => {
    expect(stdout.trim().split('\n')).toEqual([
      ...['VERIFIED', 'SUCCESS', 'ACTIVE', 'PAYOUT'],
      expect.stringMatching(/^(PROCESSING|COMPLETED)$/),
      ...['TRUST', 'true'],
      expect.stringMatching(/^(PROCESSING|COMPLETED)$/),
      ...['BENEFICIARY_TRUSTED', 'UNTRUST', 'false'],
    ])
  })

  guide('bulk-import', 1, (stdout) => {
    expect(stdout.trim().split('\n')).toEqual([
      '2',
      expect.stringMatching(/^nobody-\d+: Invalid: fullName$/),
      'APPROVED',
    ])
  })

  guide('webhooks', 4, (stdout) => {
    expect(stdout).toContain('"response_status":200,"response_body":"thanks"')
    expect(stdout).toMatch(/"type":"TEST",[^{]*"status":"DELIVERED"/)
    expect(stdout).toContain('"isRedelivery":true')
    expect(stdout).toContain('"accepted":')
  })

  guide('stamps', 1, (stdout) => {
    const members = 'publicKey,scheme,signature SIGNATURE_SCHEME_TK_API_P256 66'
    expect(stdout.trim().split('\n')).toEqual([members, 'true false'])
  })

  guide('test-clock', 2, (stdout) => {
    expect(stdout).toContain('"what":"QUOTE_EXPIRY"')
    const [status = '', ...lines] = stdout.slice(stdout.indexOf('EXPIRED\n')).trim().split('\n')
    expect(status).toBe('EXPIRED')
    expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\dT/)
  })
  guide('faults', 6, (stdout) => {
    expect(stdout).toContain('ordered fault: payout, the answer was lost')
    expect(stdout).toContain('PROCESSING\n')
    expect(stdout).toContain('returned by the bank')
    expect(stdout).toContain('"status":"DELETED"')
  })
})
