/**
 * `npm run example -- NAME`: an example of `examples/`, beside the running service, as its demo platform.
 *
 *   web-app           a shop whose customers log in by code or passkey, and pay
 *   webhooks-python   a receiver of webhooks that pays, for python3
 *
 * Ctrl-C stops it.
 *
 * Settings: API_URL, CLIENT_ID, CLIENT_SECRET (without these two the demo platform); SHOP_PORT and HOOKS_PORT, 3000
 * and 4711 without them.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeSchemaFile } from './clientTypes/schemaFile.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'
import { readDemo } from './devstack/demoPlatform.ts'

const programs: Readonly<Record<string, readonly [program: string, ...options: string[]]>> = {
  'web-app': [process.execPath, '--import', 'tsx', 'examples/web-app/main.ts'],
  'webhooks-python': ['python3', 'examples/webhooks-python/receiver.py'],
}

await command(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [name = ''] = positionals
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined
  if (program === undefined || positionals.length > 1) {
    throw new Error(`usage: example -- ${Object.keys(programs).join(' | ')}`)
  }
  const settings = await settingsOfExample(environmentOfStack(process.env))
  await writeSchemaFile()
  const [file, ...options] = program
  const child = spawn(file, options, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { PATH: process.env.PATH, ...settings },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  // Rejected where there is no such program.
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 0
})

/** What an app is configured with: nothing else of the stack is its business. */
async function settingsOfExample(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string | undefined>> {
  const { API_URL = '', DATA_DIR = '', CLIENT_ID, CLIENT_SECRET, SHOP_PORT, HOOKS_PORT } = env
  const demo = readDemo(DATA_DIR)
  const published = await fetch(new URL('/console/settings.json', API_URL))
  const { otpSigner } = (await published.json()) as { readonly otpSigner?: string }
  return {
    API_URL,
    CLIENT_ID: CLIENT_ID || demo?.clientId,
    CLIENT_SECRET: CLIENT_SECRET || demo?.clientSecret,
    OTP_SIGNER: otpSigner,
    SHOP_FILE: join(DATA_DIR, 'example-web-app.json'),
    EVENTS_FILE: join(DATA_DIR, 'example-webhooks.sqlite'),
    PYTHONPATH: 'client/python',
    ...(SHOP_PORT && { SHOP_PORT }),
    ...(HOOKS_PORT && { HOOKS_PORT }),
  }
}
