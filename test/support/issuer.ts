/**
 * An identity issuer on this machine: publishes its keys, signs tokens, rotates, and stops
 * responding.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

export type IssuerKey = {
  readonly jwk: JWK
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
}

export type TestIssuer = {
  /** Where its keys are. */
  readonly keysUrl: string
  /** How often they were fetched. */
  readonly fetches: number
  publish(...keys: readonly IssuerKey[]): void
  /** From now on it takes every question and answers none; `publish` ends it. */
  stopAnswering(): void
  stop(): void
}

/** A key that nobody publishes yet. */
export async function anIssuerKey(kid: string): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
    sign: (claims) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
  }
}

export async function anIssuer(): Promise<TestIssuer> {
  let served: readonly JWK[] | undefined = []
  let fetches = 0
  const server: Server = createServer((_, response) => {
    fetches += 1
    if (served === undefined) return
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys: served }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    keysUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    get fetches() {
      return fetches
    },
    publish(...keys) {
      served = keys.map(({ jwk }) => jwk)
    },
    stopAnswering() {
      served = undefined
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
