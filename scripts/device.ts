/**
 * `npm run device -- new | seal | stamp`: a customer's device on the command line, for trying the
 * API with curl. It holds the key in a file and uses the unmodified wallet clients.
 *
 *   new                                    prints a key pair as JSON
 *   seal  --key FILE --code CODE           reads a target bundle from standard input, prints the
 *                                          sealed code as the JSON text `encryptedOtpBundle`
 *   stamp --key FILE                       stamps standard input byte for byte
 *
 * Settings: SANDBOX_CONTROL_URL, for `seal` alone.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import { encryptOtpCodeToBundle, generateP256KeyPair } from '@turnkey/crypto'
import { fetch } from 'undici'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

type KeyPair = { readonly privateKey: string; readonly publicKey: string }

await command(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, code: { type: 'string', default: '000000' } },
  })
  const [what] = positionals
  if (what === 'new') {
    process.stdout.write(`${JSON.stringify(generateP256KeyPair())}\n`)
    return
  }
  if ((what !== 'seal' && what !== 'stamp') || values.key === undefined) {
    throw new Error('usage: device -- new | seal --key FILE --code CODE | stamp --key FILE')
  }
  const key = JSON.parse(readFileSync(values.key, 'utf8')) as KeyPair
  // A shell adds a line break to what it pipes; no payload of ours ends in one.
  const input = readFileSync(0, 'utf8').replace(/\n$/, '')
  process.stdout.write(
    `${what === 'seal' ? await seal(key, values.code, input) : await stamp(key, input)}\n`,
  )
})

async function seal(key: KeyPair, code: string, bundle: string): Promise<string> {
  const { SANDBOX_CONTROL_URL } = environmentOfStack(process.env)
  const answer = await fetch(`${SANDBOX_CONTROL_URL}/signers`)
  const { otp } = (await answer.json()) as { otp: string }
  return encryptOtpCodeToBundle(code, bundle, key.publicKey, otp)
}

async function stamp(key: KeyPair, payload: string): Promise<string> {
  const stamper = new ApiKeyStamper({
    apiPublicKey: key.publicKey,
    apiPrivateKey: key.privateKey,
  })
  return (await stamper.stamp(payload)).stampHeaderValue
}
