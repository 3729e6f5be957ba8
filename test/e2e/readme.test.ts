/**
 * The curl blocks of the README and of the guides are run as they stand, by bash, and by zsh as one that a person
 * types into: the README's flow, and by the seed some of the guides.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/devstack/ports.ts'
import { chanceOf, isLong } from '../support/seed.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let stack: SharedStack

beforeAll(async () => {
  stack = await aSharedStack()
})
afterAll(() => stack?.stop())

const readme = readFileSync(join(root, 'README.md'), 'utf8')

const shellBlocks = (text: string): string[] =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? '')

/** The README's flow; the stack of the test stands in for `npm start`. */
function flow(): string {
  const after = readme.slice(readme.indexOf('\n## The flow, in curl\n') + 1)
  const blocks = shellBlocks(after.slice(0, after.indexOf('\n## ', 1)))
  return blocks.join('\n').replace('npm run --silent status -- --env', 'echo "$STATUS"')
}

type Shell = 'bash' | 'zsh'
type Ran = { readonly stdout: string; readonly stderr: string; readonly status: number | null }

const hasZsh = spawnSync('zsh', ['-fc', 'exit 0']).status === 0
/** In a terminal: a comment is a command there, and what looks like a pattern of files is one. */
const typedInto = ['-f', '-i', '-s', '+o', 'promptsp', '+o', 'promptcr']

function runIn(shell: Shell, script: string): Ran {
  const { clientId, clientSecret } = stack.platform
  // What `npm run status -- --env` prints: only what the README exports reaches its programs.
  const status = [
    `API_URL='${stack.apiUrls[0]}'`,
    `CLIENT_ID='${clientId}'`,
    `CLIENT_SECRET='${clientSecret}'`,
  ]
  const env = { ...process.env, ...stack.env, API_URL: undefined, STATUS: status.join('\n') }
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

/** The first lines of the README's flow: variables and shell functions, which the guides use. */
function firstLines(): readonly string[] {
  const found = flow().match(/^(eval |(post|get|field)\(\)).*$/gm) ?? []
  expect(found).toHaveLength(4)
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

describe.each(shells)('in %s', (shell) => {
  const chance = chanceOf('guides in zsh')
  const run = (script: string): Ran => runIn(shell, script)
  const isMissing = shell === 'zsh' && !hasZsh
  const there = it.skipIf(isMissing)
  /** A guide takes as long in zsh as in bash: by the seed one in five. */
  const guide = (name: string, ...rest: [object, () => unknown] | [() => unknown]): void => {
    const isPicked = shell === 'bash' || isLong || chance.integer(5) === 0
    const options = rest.length === 2 ? rest[0] : {}
    it.skipIf(isMissing || !isPicked)(name, options, rest.at(-1) as () => void)
  }

  there(
    'the flow of the README works as written, and the guide to external accounts goes on',
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

  guide('the guide to moving money works as written', () => {
    const { stdout, stderr, status } = run(
      [...firstLines(), ...blocksOf('moving-money.md')].join('\n'),
    )
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout).not.toContain('"reason":')
    expect(stdout).toContain('iban:')
    expect(stdout).toMatch(/"type":"INCOMING".*"umaAddress":"\$success.usd@sandbox.uma.money"/)
  })

  guide('the guide to stablecoins works as written', { timeout: TIMEOUT_MS }, () => {
    const { stdout, stderr, status } = run(
      [...firstLines(), ...blocksOf('stablecoins.md')].join('\n'),
    )
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout.trim().split('\n')).toEqual([
      ...['ACTIVE', 'PROVISIONED', 'COMPLETED', '021000021', 'COMPLETED', 'BURN,MINT'],
      'PENDING_APPROVAL',
    ])
  })

  guide('the guide to agents works as written', () => {
    const { stdout, stderr, status } = run([...firstLines(), ...blocksOf('agents.md')].join('\n'))
    expect(stderr).toBe('')
    expect(status).toBe(0)
    // The first line ends the answer of the funding.
    const [balance, ...lines] = stdout.trim().split('\n')
    expect(balance).toMatch(/\}100000$/)
    expect(lines).toEqual([
      ...['ALLOW', 'APPROVAL_REQUIRED', 'APPROVED', '1', 'APPROVED'],
      expect.stringMatching(/^Agent:/),
      ...['REJECTED', 'the same action', 'true'],
      expect.stringContaining('paused'),
      expect.stringMatching(/^get_agent list_accounts .*wait_for_decision/),
    ])
  })

  guide('the guide to onboarding a person works as written', () => {
    const blocks = blocksOf('onboarding-a-person.md', 7)
    const { stdout, stderr, status } = run([...firstLines(), ...blocks].join('\n'))
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout.trim().split('\n')).toEqual([
      ...['APPROVED', 'true', '2025-10-13', expect.stringMatching(/^mary-\d+@example.com$/)],
      ...['EMAIL_OTP', 'PENDING', 'CONFLICT', 'VERIFIED', 'SUMSUB'],
      ...['2', 'true', 'CUSTOMER_DELETED', '0'],
    ])
  })

  guide('the guide to onboarding a business works as written', () => {
    const { stdout, stderr, status } = run(
      [...firstLines(), ...blocksOf('onboarding-a-business.md')].join('\n'),
    )
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout.trim().split('\n')).toEqual([
      'UNVERIFIED',
      expect.stringMatching(/^MISSING_LEGAL_PRESENCE_DOCUMENT .*MISSING_IDENTITY_DOCUMENT$/),
      ...['CERTIFICATE_OF_INCORPORATION', '410', 'IN_PROGRESS', 'APPROVED'],
    ])
  })

  guide('the guide to cards works as written', { timeout: TIMEOUT_MS }, () => {
    const { stdout, stderr, status } = run([...firstLines(), ...blocksOf('cards.md')].join('\n'))
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout.trim().split('\n')).toEqual([
      ...['ACTIVE', 'http', 'FROZEN', 'ACTIVE', 'null', '1'],
      // A coffee: the key, the held amount, the two pulls, what is given back.
      ...['ACTIVE', '1', 'AUTHORIZED', 'SETTLED', '15000000', '500', 'SETTLED'],
      'CLOSED_BY_PLATFORM',
    ])
  })

  guide('the guide to delegated keys works as written', { timeout: TIMEOUT_MS }, () => {
    const blocks = blocksOf('delegated-keys.md', 3)
    const { stdout, stderr, status } = run([...firstLines(), ...blocks].join('\n'))
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout.trim().split('\n')).toEqual([
      ...['EMAIL_OTP', 'Card pull from InternalAccount', 'ACTIVE'],
      ...['1', 'InternalAccount', '204', 'REVOKED'],
    ])
  })

  guide('the guide to strong customer authentication works as written', () => {
    const { stdout, stderr, status } = run(
      [...firstLines(), ...blocksOf('strong-customer-authentication.md', 3)].join('\n'),
    )
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout.trim().split('\n')).toEqual([
      ...['VERIFIED', 'SUCCESS', 'ACTIVE', 'PAYOUT'],
      expect.stringMatching(/^(PROCESSING|COMPLETED)$/),
      ...['TRUST', 'true'],
      expect.stringMatching(/^(PROCESSING|COMPLETED)$/),
      ...['BENEFICIARY_TRUSTED', 'UNTRUST', 'false'],
    ])
  })

  guide('the guide to imports works as written', () => {
    const { stdout, stderr, status } = run(
      [...firstLines(), ...blocksOf('bulk-import.md', 1)].join('\n'),
    )
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout.trim().split('\n')).toEqual([
      '2',
      expect.stringMatching(/^nobody-\d+: Invalid: fullName$/),
      'APPROVED',
    ])
  })

  guide('the guide to webhooks works as written', async () => {
    // Its port may be somebody's.
    const blocks = blocksOf('webhooks.md')
    const text = blocks.join('\n').replaceAll('4711', String(await freePort(undefined)))
    const { stdout, stderr, status } = run([...firstLines(), text].join('\n'))
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout).toContain('"response_status":200,"response_body":"thanks"')
    expect(stdout).toMatch(/"type":"TEST",[^{]*"status":"DELIVERED"/)
    expect(stdout).toContain('"isRedelivery":true')
    expect(stdout).toContain('"accepted":')
  })
})
