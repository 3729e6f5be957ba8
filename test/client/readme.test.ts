/** The program of the guide to lists and clients is compiled and run as it stands; those of wallet login are compiled. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSharedStack, type SharedStack } from '../support/stack.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let stack: SharedStack
let folder: string

beforeAll(async () => {
  stack = await aSharedStack()
  folder = mkdtempSync(join(tmpdir(), 'payments-guide-'))
  for (const name of ['node_modules', 'client']) symlinkSync(join(root, name), join(folder, name))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await stack?.stop()
})

/** What the lines of the guide to wallet login have around them in an app. */
const AROUND_LOGIN = `
import { begin, relay } from './client/relay/index.ts'
import type { Client, components } from './client/backend/index.ts'
import { assertPasskey, browserKeyring, createPasskey, type Keyring, oauthNonce, sealCode } from './client/device/index.ts'

declare const client: Client
declare const body: components['schemas']['AuthCredentialVerifyRequest']
declare const keys: Keyring
declare const id: string, requestId: string, stamp: string, code: string, otpEncryptionTargetBundle: string,
  signer: string, payloadToSign: string, challenge: string, credentialId: string, walletId: string, email: string
`

/** Each block of TypeScript in a function of its own. */
function loginProgram(): string {
  const guide = readFileSync(join(root, 'docs/guides/wallet-login.md'), 'utf8')
  const blocks = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block)
  expect(blocks.length).toBeGreaterThanOrEqual(5)
  return [
    AROUND_LOGIN,
    ...blocks.map((block, index) => `export async function block${index}() {\n${block}\n}`),
  ].join('\n')
}

test('the program of the guide to lists and clients works as written', () => {
  const guide = readFileSync(join(root, 'docs/guides/lists-and-clients.md'), 'utf8')
  const program = /```ts\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
  writeFileSync(join(folder, 'main.ts'), program)
  writeFileSync(join(folder, 'login.ts'), loginProgram())
  const options = {
    extends: join(root, 'tsconfig.json'),
    // The package of devices has a browser's types.
    compilerOptions: { lib: ['es2023', 'dom'] },
    ...{ files: ['main.ts', 'login.ts'], include: [] },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const node = (...parts: string[]): { stdout: string; stderr: string } =>
    spawnSync(process.execPath, parts, {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        API_URL: stack.apiUrls[0],
        CLIENT_ID: stack.platform.clientId,
        CLIENT_SECRET: stack.platform.clientSecret,
      },
    })
  expect(node(join(root, 'node_modules/typescript/bin/tsc'), '-p', folder).stdout).toBe('')
  const run = node('--import', 'tsx', 'main.ts')
  expect(run.stderr).toBe('')
  const [expiresAt, newest, oldest] = run.stdout.trim().split('\n')
  expect(expiresAt).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(newest).toMatch(/^OUTGOING (PROCESSING|COMPLETED)$/)
  expect(oldest).toBe('INCOMING COMPLETED')
})
