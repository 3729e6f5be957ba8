/** The device's package in Chromium: keys that no script can read and that survive a reload, and passkeys. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseStamp, verifyStamp } from '../../domain/wallet/stamp/index.ts'
import { credentialBundle } from '../../sandbox/walletProvider/sealedResults.ts'
import { aChallenge } from '../../scripts/serviceDriver/authenticator.ts'
import { type BrowserPage, findChromium, openBrowser } from '../console/browser.ts'
import vectors from '../vectors/walletCrypto.json' with { type: 'json' }
import { deviceBundle } from './deviceBundle.ts'

const chromium = findChromium()
const { session } = vectors.keys

describe.skipIf(chromium === undefined)('in Chromium', { timeout: 120_000 }, () => {
  let server: Server
  let browser: BrowserPage
  let origin: string

  beforeAll(async () => {
    const script = await deviceBundle()
    server = createServer(({ url }, response) => {
      const isScript = url === '/device.js'
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
      response.end(isScript ? script : '<!doctype html><script src="/device.js"></script>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // By name: an address cannot be the relying party of a passkey.
    origin = `http://localhost:${(server.address() as AddressInfo).port}`
    browser = await openBrowser(chromium ?? '')
    await browser.page.goto(origin)
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  const run = <Result>(script: string): Promise<Result> =>
    browser.page.evaluate(`(async () => { ${script} })()`)
  /** All that IndexedDB has, and whether WebCrypto lets it out. */
  const kept = (): Promise<string> =>
    run(`const database = await new Promise((resolve) => {
        const opening = indexedDB.open('embedded-wallet-payments')
        opening.onsuccess = () => resolve(opening.result) })
      const records = await new Promise((resolve) => {
        const reading = database.transaction('keys').objectStore('keys').getAll()
        reading.onsuccess = () => resolve(reading.result) })
      database.close()
      const shown = records.map(async ({ use, privateKey }) => [use, privateKey.extractable,
        await Promise.all(['pkcs8', 'jwk', 'raw'].map((format) =>
          crypto.subtle.exportKey(format, privateKey).then(() => format, () => 'refused')))])
      return JSON.stringify(await Promise.all(shown))`)

  test('keys survive a reload, and cannot be read', async () => {
    const [publicKey, opening] = await run<[string, string]>(`
      const ring = device.browserKeyring()
      const key = await ring.createSigningKey()
      await ring.keep('session', key)
      const opening = await ring.createSealingKey()
      await ring.keep('opening', opening)
      return [key.publicKey, opening.publicKey]`)
    const refused = ['refused', 'refused', 'refused']
    expect(JSON.parse(await kept())).toEqual([
      ['OPEN', false, refused],
      ['SIGN', false, refused],
    ])
    await browser.page.reload()
    const sealed = await credentialBundle(opening, Buffer.from(session.private, 'hex'))
    const stamps = await run<string[]>(`
      const ring = device.browserKeyring()
      const own = await ring.signingKey('session')
      const opened = await (await ring.sealingKey('opening')).openSession(${JSON.stringify(sealed)})
      await ring.keep('session', opened)
      await ring.forget('opening')
      const kept = await ring.signingKey('session')
      return [await own.stamp('text'), await kept.stamp('text'), String(await ring.sealingKey('opening'))]`)
    const [own = '', opened = '', forgotten] = stamps
    expect([parseStamp(own).publicKey, parseStamp(opened).publicKey, forgotten]).toEqual([
      ...[publicKey, session.compressed, 'undefined'],
    ])
    for (const stamp of [own, opened]) expect(verifyStamp(parseStamp(stamp), 'text')).toBe(true)
    expect(JSON.parse(await kept())).toEqual([['SIGN', false, refused]])
  })

  test('no key can be sent to another window, and none is in storage as text', async () => {
    const answer = await run<string>(`
      const key = await device.browserKeyring().createSigningKey()
      try { window.postMessage(key, '*') } catch ({ name }) { return name }
      return JSON.stringify({ ...localStorage, ...sessionStorage })`)
    expect(answer).toBe('DataCloneError')
  })

  test('a passkey is made and signs in, and both proofs hold', async () => {
    const challenge = aChallenge()
    const registration = {
      challenge,
      rp: { id: 'localhost', name: 'Shop' },
      user: { id: 'InternalAccount:1', name: 'ada@example.com' },
    }
    const made = await run<Record<'credentialId' | 'clientDataJson' | 'attestationObject', string>>(
      `return device.createPasskey(${JSON.stringify(registration)})`,
    )
    expect(await browser.passkeys()).toBe(1)
    const { credentialId: id } = made
    const common = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
    const registered = await verifyRegistrationResponse({
      response: {
        ...common,
        response: {
          clientDataJSON: made.clientDataJson,
          attestationObject: made.attestationObject,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: 'localhost',
    })
    const credential = registered.registrationInfo?.credential
    if (credential === undefined) throw new Error('the attestation does not hold')

    const login = {
      challenge: vectors.passkeyChallenge.challenge,
      credentialId: id,
      rpId: 'localhost',
    }
    const given = await run<Record<'clientDataJson' | 'authenticatorData' | 'signature', string>>(
      `return device.assertPasskey(${JSON.stringify(login)})`,
    )
    const { clientDataJson: clientDataJSON, authenticatorData, signature } = given
    const { verified } = await verifyAuthenticationResponse({
      response: { ...common, response: { clientDataJSON, authenticatorData, signature } },
      expectedChallenge: vectors.passkeyChallenge.clientDataJsonChallenge,
      expectedOrigin: origin,
      expectedRPID: 'localhost',
      credential,
    })
    expect(verified).toBe(true)
    const again = { ...registration, known: [id] }
    const refusal = await run<string>(
      `return device.createPasskey(${JSON.stringify(again)}).then(() => 'made', ({ name }) => name)`,
    )
    expect(refusal).toBe('InvalidStateError')
    expect(await run('return String(device.arePasskeysPossible())')).toBe('true')
  })

  test('the page wrote no error', () => {
    expect(browser.complaints).toEqual([])
  })
})
