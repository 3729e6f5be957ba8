/** The device's package as an app has it: packed, installed, bundled, and in an engine without WebCrypto. */
import { spawnSync } from 'node:child_process'
import { webcrypto } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { p256 } from '@noble/curves/nist.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseStamp, verifyStamp } from '../../domain/wallet/stamp/index.ts'
import { openBundle, parseBundle } from '../../sandbox/walletProvider/otpBundle.ts'
import { credentialBundle } from '../../sandbox/walletProvider/sealedResults.ts'
import vectors from '../vectors/walletCrypto.json' with { type: 'json' }
import { compilerOutput } from './compiler.ts'
import { deviceBundle } from './deviceBundle.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const GZIPPED_MAX_BYTES = 40 * 1024
const { keys } = vectors

let bundle: string

beforeAll(async () => {
  bundle = await deviceBundle()
})

test('the whole bundle is small, and needs nothing of Node', () => {
  const gzippedBytes = gzipSync(bundle, { level: 9 }).length
  console.log(`client/device: ${bundle.length} bytes minified, ${gzippedBytes} gzipped`)
  expect(gzippedBytes).toBeLessThanOrEqual(GZIPPED_MAX_BYTES)
  expect(bundle).not.toMatch(/node:|\bBuffer\b|\bprocess\.|\brequire\(/)
})

/** An engine of the language alone: no WebCrypto, TextEncoder, atob, Buffer or fetch. */
function reactNative(random: object = { getRandomValues }): (script: string) => Promise<unknown> {
  const context = createContext({ crypto: random })
  runInContext(bundle, context)
  return async (script) => runInContext(`(async () => { ${script} })()`, context)
}

/** Of the array that it is given: the engine has its own. */
function getRandomValues<Given extends Uint8Array<ArrayBuffer>>(array: Given): Given {
  return webcrypto.getRandomValues(array)
}

describe('without WebCrypto, as in React Native', () => {
  test('there is nothing but the language', async () => {
    const missing = ['Buffer', 'TextEncoder', 'TextDecoder', 'atob', 'btoa', 'process', 'window']
    const types = await reactNative()(`return ${JSON.stringify(missing)}
      .map((name) => typeof globalThis[name] + typeof globalThis.crypto.subtle).join()`)
    expect(types).toBe(missing.map(() => 'undefinedundefined').join())
  })

  test('a code is sealed, a session’s key opened, and what it stamps holds', async () => {
    const run = reactNative()
    await run(`globalThis.kept = new Map()
      globalThis.ring = device.storeKeyring({
        getItem: async (name) => kept.get(name) ?? null,
        setItem: async (name, text) => void kept.set(name, text),
        removeItem: async (name) => void kept.delete(name) })`)
    const signer = p256.Point.fromHex(keys.otpSigner.compressed).toHex(false)
    const given = JSON.stringify([vectors.otp.targetBundle, { signer }])
    const [publicKey, code, stamp] = (await run(`const [bundle, expected] = ${given}
      const key = await ring.createSigningKey()
      await ring.keep('session', key)
      const same = await ring.signingKey('session')
      return [key.publicKey, device.sealCode('000000', bundle, { ...expected, publicKey: key.publicKey }),
        await same.stamp('ä😀')]`)) as [string, string, string]
    expect(verifyStamp(parseStamp(stamp), 'ä😀')).toBe(true)
    expect(parseStamp(stamp).publicKey).toBe(publicKey)
    const parsed = parseBundle(code)
    const target = Buffer.from(keys.otpTarget.private, 'hex')
    expect(parsed && (await openBundle(target, parsed))).toEqual({ code: '000000', publicKey })

    const clientPublicKey = String(
      await run(`globalThis.opening = await ring.createSealingKey(); return opening.publicKey`),
    )
    const secret = Buffer.from(keys.session.private, 'hex')
    const sealed = await credentialBundle(clientPublicKey, secret)
    const session = String(
      await run(`const session = await opening.openSession(${JSON.stringify(sealed)})
      return session.stamp('text')`),
    )
    expect(parseStamp(session).publicKey).toBe(keys.session.compressed)
    expect(verifyStamp(parseStamp(session), 'text')).toBe(true)
    expect(await run(`return device.oauthNonce(${JSON.stringify(clientPublicKey)})`)).toMatch(
      /^[0-9a-f]{64}$/,
    )
  })

  test('a browser’s keyring says what it needs, and no key is made without random bytes', async () => {
    const codeOf = (call: string): string =>
      `return ${call}.then(() => 'done', (error) => error.code)`
    const run = reactNative()
    expect(await run(codeOf('device.browserKeyring().createSigningKey()'))).toBe(
      'WEBCRYPTO_MISSING',
    )
    const without = reactNative({})
    expect(await without(codeOf('device.memoryKeyring().createSigningKey()'))).toBe(
      'RANDOM_MISSING',
    )
  })
})

describe('packed and installed', () => {
  const program = `
    import { DeviceError, type Keyring, memoryKeyring, sealCode, storeKeyring } from 'embedded-wallet-payments-device'
    const ring: Keyring = memoryKeyring()
    const key = await ring.createSigningKey()
    const stamp: string = await key.stamp('text')
    const store = new Map<string, string>()
    const native = storeKeyring({
      getItem: async (name) => store.get(name) ?? null,
      setItem: async (name, text) => store.set(name, text),
      removeItem: async (name) => store.delete(name) })
    await native.keep('session', await native.createSigningKey())
    try {
      sealCode('000000', '{}', { publicKey: key.publicKey })
    } catch (error) {
      console.log(error instanceof DeviceError ? error.code : error, stamp.length > 300, store.size)
    }`

  test('it has its types, readme, licence and changes, and runs in a project of its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payments-device-'))
    try {
      const source = join(folder, 'source')
      cpSync(join(root, 'client/device'), source, { recursive: true })
      const node = (...parts: string[]) =>
        spawnSync(process.execPath, parts, { cwd: folder, encoding: 'utf8' })
      const compiler = join(root, 'node_modules/typescript/bin/tsc')
      const options = ['-p', join(root, 'client/device'), '--outDir', join(source, 'dist')]
      const built = node(compiler, ...options)
      expect(built.stdout + built.stderr).toBe('')
      const pack = ['pack', '--ignore-scripts', '--pack-destination', folder]
      const packed = spawnSync('npm', pack, { cwd: source, encoding: 'utf8' })
      expect(packed.status, packed.stderr).toBe(0)
      const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
      spawnSync('tar', ['-xzf', archive], { cwd: folder })
      const files = readdirSync(join(folder, 'package'))
      expect(files.sort()).toEqual([
        ...['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json'],
      ])

      const modules = join(folder, 'node_modules')
      mkdirSync(modules)
      cpSync(join(folder, 'package'), join(modules, 'embedded-wallet-payments-device'), {
        recursive: true,
      })
      symlinkSync(join(root, 'node_modules/@noble'), join(modules, '@noble'))
      writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
      writeFileSync(join(folder, 'main.ts'), program)
      const compilerOptions = {
        ...{ target: 'es2023', lib: ['es2023', 'dom'], module: 'nodenext', types: [] },
        ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
      }
      expect(compilerOutput(folder, { compilerOptions, files: ['main.ts'] })).toBe('')
      const run = node('main.js')
      expect(run.stderr).toBe('')
      expect(run.stdout).toBe('BUNDLE_MALFORMED true 1\n')
      writeFileSync(join(folder, 'app.js'), `export * from 'embedded-wallet-payments-device'`)
      const installed = await deviceBundle('app.js', folder)
      expect(gzipSync(installed).length).toBeLessThanOrEqual(GZIPPED_MAX_BYTES)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
