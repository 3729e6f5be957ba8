/**
 * Outside parties that take a call and answer a byte at a time, without an end, or never, or far too
 * much: each call ends at one deadline, whatever has come by then, and leaves no connection.
 */
import { generateKeyPairSync } from 'node:crypto'
import { CompactSign } from 'jose'
import { describe, expect, test } from 'vitest'
import { createCardIssuer } from '../../providers/cardIssuer/index.ts'
import { openDocumentStore } from '../../providers/documentStore/index.ts'
import { createIdTokenVerifier } from '../../providers/identityIssuers/verifier.ts'
import { createMessages } from '../../providers/messages/index.ts'
import { createRail } from '../../providers/payoutRail/index.ts'
import { createRateFeeds } from '../../providers/rateFeeds/index.ts'
import { createStablecoinProvider } from '../../providers/stablecoinProvider/index.ts'
import { createVerificationVendor } from '../../providers/verificationVendor/index.ts'
import { createWalletProvider } from '../../providers/walletProvider/index.ts'
import { waitUntil } from '../support/builders.ts'
import {
  aSlowMailServer,
  aSlowServer,
  type Slowness,
  type SlowServer,
  slownesses,
} from '../support/slowServer.ts'

const timeoutMs = 500
/** More than any answer of a party may have, and what lies in the buffers of two sockets. */
const TAKEN_MAX = 64_000_000

type Party = { call(): Promise<unknown>; close(): Promise<void> }

const mail = {
  ...{ id: '1', platformId: 'p', to: 'a@b.example', from: 'A', subject: 's', text: 't' },
  channel: 'EMAIL',
} as const

const parties: Readonly<Record<string, (server: SlowServer) => Party>> = {
  'the wallet provider': ({ url: baseUrl }) => {
    const apiPrivateKey = '11'.repeat(32)
    const client = createWalletProvider({ baseUrl, organizationId: 'o', apiPrivateKey, timeoutMs })
    return { call: () => client.whoami(), close: () => client.close() }
  },
  'the rail': ({ url: baseUrl }) => {
    const client = createRail({ baseUrl, timeoutMs })
    return { call: () => client.find('r'), close: () => client.close() }
  },
  'the verification vendor': ({ url: baseUrl }) => {
    const levels = { individual: 'i', company: 'c', liveness: 'l' }
    const login = { appToken: 't', secretKey: 's', levels }
    const client = createVerificationVendor({ baseUrl, ...login, timeoutMs })
    return { call: () => client.applicantOf('a'), close: () => client.close() }
  },
  'the card issuer': ({ url: baseUrl }) => {
    const account = { apiKey: 'k', brand: 'VISA', enrolsHolders: false } as const
    const client = createCardIssuer({ baseUrl, ...account, timeoutMs })
    return { call: () => client.cardOf('c'), close: () => client.close() }
  },
  'the stablecoin provider': ({ url }) => {
    const client = createStablecoinProvider({ baseUrl: url, tokenUrl: `${url}/token`, timeoutMs })
    const access = { login: { clientId: 'i', clientSecret: 's' }, accountId: 'A' }
    return { call: () => client.balanceOf(access, 'USDC', 'BASE'), close: () => client.close() }
  },
  'a feed of exchange rates': ({ url: baseUrl }) => {
    const other = { appId: 'k', tickerUrl: baseUrl, products: new Map(), fiat: ['EUR'] }
    const client = createRateFeeds({ baseUrl, ...other, timeoutMs })
    return { call: async () => client.sources[0]?.read({}), close: () => client.close() }
  },
  'the message service': ({ url }) => {
    const client = createMessages({ smtpUrl: url, mailFrom: 'a@b.example', smsUrl: url, timeoutMs })
    return { call: () => client.captured('p'), close: () => client.close() }
  },
  'an issuer of id tokens': ({ url }) => {
    const issuer = 'https://accounts.google.com'
    const verify = createIdTokenVerifier({
      issuers: new Map([[issuer, { keysUrl: url, algorithms: ['RS256'] }]]),
      timeoutMs,
    })
    return { call: async () => verify(await anIdToken(issuer)), close: async () => undefined }
  },
  'the bucket of documents': ({ url: endpoint }) => {
    const credentials = { id: 'i', secret: 's' }
    const place = { bucket: 'b', prefix: '', region: 'us-east-1' }
    const store = openDocumentStore({ bucket: { ...place, endpoint, credentials, timeoutMs } })
    return { call: () => store.get('documents/a'), close: () => store.close() }
  },
}

async function anIdToken(iss: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const claims = Buffer.from(JSON.stringify({ iss }))
  return new CompactSign(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey)
}

describe.each(Object.entries(parties))('%s', (_, partyOf) => {
  test.each(Object.keys(slownesses) as Slowness[])('%s', async (slowness) => {
    const server = await aSlowServer(slowness)
    const party = partyOf(server)
    await expect(party.call()).rejects.toThrow()
    await waitUntil('its connection is closed', async () => server.open === 0 || undefined)
    expect(server.taken).toBeLessThan(TAKEN_MAX)
    await party.close()
    await server.stop()
  })
})

test('a mail server that drips', async () => {
  const server = await aSlowMailServer()
  const smtpUrl = `smtp://127.0.0.1:${server.port}`
  const client = createMessages({ smtpUrl, mailFrom: 'a@b.example', smsUrl: smtpUrl, timeoutMs })
  await expect(client.send(mail)).rejects.toThrow()
  await waitUntil('its connection is closed', async () => server.open === 0 || undefined)
  await client.close()
  await server.stop()
})
