/**
 * `npm run device -- new | seal | stamp`: a customer's device on the command line, for trying the
 * API with curl. It holds the key in a file, which a real device never does.
 *
 *   new                                    prints a new key
 *   seal  --key FILE --code CODE           reads a target bundle from standard input, prints the
 *                                          sealed code as the JSON text `encryptedOtpBundle`
 *   stamp --key FILE                       stamps standard input byte for byte
 *
 * Settings: SANDBOX_CONTROL_URL, for `seal` alone.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fetch } from 'undici'
import type { SigningKey } from '../client/device/keys.ts'
import { sealCode } from '../client/device/sealCode.ts'
import { storeKeyring } from '../client/device/storeKeyring.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

/** Written to standard output, and read from the file into which a shell has put it. */
const keyring = storeKeyring({
  getItem: async (file) => readFileSync(file, 'utf8'),
  setItem: async (_, text) => process.stdout.write(`${text}\n`),
  removeItem: async () => {},
})

await command(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, code: { type: 'string', default: '000000' } },
  })
  const [what] = positionals
  if (what === 'new') {
    await keyring.keep('', await keyring.createSigningKey())
    return
  }
  if ((what !== 'seal' && what !== 'stamp') || values.key === undefined) {
    throw new Error('usage: device -- new | seal --key FILE --code CODE | stamp --key FILE')
  }
  const key = await keyring.signingKey(values.key)
  if (key === undefined) throw new Error(`${values.key} is empty`)
  // A shell adds a line break to what it pipes; no payload of ours ends in one.
  const input = readFileSync(0, 'utf8').replace(/\n$/, '')
  const output = what === 'seal' ? await seal(key, values.code, input) : await key.stamp(input)
  process.stdout.write(`${output}\n`)
})

async function seal({ publicKey }: SigningKey, code: string, bundle: string): Promise<string> {
  const { SANDBOX_CONTROL_URL } = environmentOfStack(process.env)
  const answer = await fetch(`${SANDBOX_CONTROL_URL}/signers`)
  const { otp } = (await answer.json()) as { otp: string }
  return sealCode(code, bundle, { publicKey, signer: otp })
}
