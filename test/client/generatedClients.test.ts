/**
 * One program of cards, accounts and events, by the types of our document and by those that openapi-typescript makes of the
 * published interface of August. What August's cannot read is what the reference names, and no more.
 */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import createClient from 'openapi-fetch'
import openapiTypes, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { paths } from '../../client/backend/schema.ts'
import { createDevice } from '../../scripts/serviceDriver/device.ts'
import {
  aLoggedInWallet,
  aPlatform,
  aWebhookReceiver,
  type Webhook,
  waitUntil,
} from '../support/builders.ts'
import { aDelegatedKey } from '../support/delegatedKeys.ts'
import { publishedDocument } from '../support/published/publishedDocument.ts'
import { readPublished } from '../support/published/publishedSchemas.ts'
import { isNamedInVersions } from '../support/published/versionsTable.ts'
import { isLong } from '../support/seed.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import * as ours from './cardProgram.ts'
import { compilerOutput } from './compiler.ts'
import { cardMistakes } from './mistakes.ts'

type Replacement = readonly [before: string, after: string]
type Call = {
  readonly method: string
  readonly url: string
  /** Of the request; undefined without one. */
  readonly sent: unknown
  readonly status: number
  readonly body: unknown
}

/** What the interface of August has the program call otherwise. */
const ofAugust: readonly Replacement[] = [
  ['../../client/backend/schema.ts', './schema'],
  [
    'customerId,\n  fundingSource: walletId,',
    'cardholderId: customerId,\n  fundingSources: [walletId],',
  ],
  ['/internal-accounts/{id}/fund', '/internal-accounts/{accountId}/fund'],
  [
    '{ path: { id: walletId } },\n    body: { amount',
    '{ path: { accountId: walletId } },\n    body: { amount',
  ],
  ["PREFIX = 'Transaction:'", "PREFIX = 'CardTransaction:'"],
]

const folderOfAugust = process.env.PUBLIC_INTERFACE_DIR ?? ''
let stack: SharedStack

beforeAll(async () => {
  stack = await aSharedStack()
})
afterAll(() => stack?.stop())

/** Has the program drive a wallet, a card and its events; what it has sent, was answered and was sent. */
async function driven({
  cardProgram,
  readEvent,
}: typeof ours): Promise<{ readonly calls: readonly Call[]; readonly events: readonly Webhook[] }> {
  const platform = await aPlatform(stack)
  const receiver = await aWebhookReceiver(stack, { platform })
  try {
    const owner = await aLoggedInWallet(stack, { platform })
    const { card } = await aDelegatedKey(owner)
    const calls: Call[] = []
    const baseUrl = stack.apiUrls[0] ?? ''
    const basic = Buffer.from(`${platform.clientId}:${platform.clientSecret}`).toString('base64')
    const client = createClient<paths>({
      ...{ baseUrl, headers: { authorization: `Basic ${basic}` } },
      async fetch(request: Request) {
        const { method, url } = request
        const text = await request.clone().text()
        const answer = await fetch(request)
        calls.push({
          ...{ method, url: url.slice(baseUrl.length), status: answer.status },
          sent: text === '' ? undefined : JSON.parse(text),
          body: await answer.clone().json(),
        })
        return answer
      },
    })
    const outcome = await cardProgram(client, {
      customerId: owner.customer.id,
      walletId: owner.wallet.id,
      cardId: card.id,
      clientPublicKey: createDevice().publicKeyUncompressed,
    })
    expect(outcome).toEqual({
      accounts: {
        listed: [owner.wallet.id],
        ofPlatform: 1,
        funded: expect.any(Number),
        toSign: [true, true],
        refusals: ['INVALID_INPUT', 'ACCOUNT_NOT_FOUND'],
      },
      cards: {
        states: ['ACTIVE', 'FROZEN', 'ACTIVE', 'ACTIVE', 'CLOSED'],
        limits: [5_000, 7_000, null],
        isFound: true,
        embed: expect.stringMatching(/^https?:/),
        refusals: [
          ...['CARD_ALREADY_CLOSED', 'CARD_NOT_MUTABLE', 'REFERENCE_NOT_FOUND'],
          // Of a password for one card: the one request of August that is refused.
          'INVALID_INPUT',
        ],
      },
      transactions: [
        'SETTLED',
        'SETTLED',
        'SETTLED',
        'AUTHORIZED',
        'AUTHORIZED',
        'VOIDED',
        'DECLINED',
      ],
    })
    const ends = ['AUTHORIZED', 'SETTLED', 'VOIDED', 'DECLINED']
    await waitUntil('the events have come', () => {
      const read = receiver.webhooks
        .filter(({ type }) => type.startsWith('CARD_TRANSACTION.'))
        .map((event) => readEvent(event as never))
      return ends.every((end) => read.includes(`CARD_TRANSACTION.${end} ${end}`))
    })
    return { calls, events: receiver.webhooks.map(({ isSigned: _, ...event }) => event as Webhook) }
  } finally {
    await receiver.stop()
  }
}

// Its types are those of the document, and `types.test.ts` compiles it against them.
test('of our document drives accounts, cards and events', async () => {
  const { calls, events } = await driven(ours)
  expect(Math.min(calls.length, events.length)).toBeGreaterThan(10)
})

describe.skipIf(folderOfAugust === '')('of August', () => {
  let folder: string
  let source: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'payments-generated-'))
    const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
    symlinkSync(modules, join(folder, 'node_modules'))
    const written = readFileSync(join(import.meta.dirname, 'cardProgram.ts'), 'utf8')
    source = ofAugust.reduce((text, change) => replaced(text, change), written)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function replaced(text: string, [before, after]: Replacement): string {
    expect(text).toContain(before)
    return text.replace(before, after)
  }

  test.runIf(isLong)('compiles, and with a mistake it does not', async () => {
    const document = JSON.parse(JSON.stringify(publishedDocument(folderOfAugust)))
    const types = await openapiTypes(document, { defaultNonNullable: false })
    writeFileSync(join(folder, 'schema.ts'), astToString(types))
    const programs = [source, ...cardMistakes.map((mistake) => replaced(source, mistake))]
    const files = programs.map((_, index) => `program${index}.ts`)
    for (const [index, text] of programs.entries()) {
      writeFileSync(join(folder, files[index] ?? ''), text)
    }
    const compilerOptions = {
      ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], module: 'esnext' },
      ...{ moduleResolution: 'bundler', strict: true, noUncheckedIndexedAccess: true },
      ...{ skipLibCheck: true, noEmit: true, types: [] },
    }
    const errors = compilerOutput(folder, { compilerOptions, files })
    const isWrong = files.map((file) => errors.includes(`${file}(`))
    expect(isWrong, errors).toEqual([false, ...cardMistakes.map(() => true)])
  })

  test('drives them too, and what it cannot read is what the reference names', async () => {
    const [entry, outfile] = [join(folder, 'program.ts'), join(folder, 'program.mjs')]
    writeFileSync(entry, source)
    await build({ entryPoints: [entry], bundle: true, format: 'esm', outfile, logLevel: 'error' })
    const { calls, events } = await driven((await import(outfile)) as typeof ours)
    const published = readPublished(folderOfAugust)
    const unread: string[] = []
    for (const { method, url, sent, status, body } of calls) {
      const { name, schema } = published.kindOfAnswer(method, url, status, body)
      if (schema === undefined) throw new Error(`${name} is not of August`)
      const taken = published.schemaOfRequest(method, url.split('?')[0] ?? '')
      expect(taken === undefined, `${name} takes a body`).toBe(sent === undefined)
      if (taken !== undefined) expect(published.problemsOf(taken, sent), name).toEqual([])
      unread.push(...published.problemsOf(schema, body).map((problem) => `${name}: ${problem}`))
    }
    for (const event of events) {
      const { name, schema } = published.kindOfEvent(event.type)
      const problems =
        schema === undefined
          ? [`/type must be equal to one of the allowed values "${name}"`]
          : published.problemsOf(schema, event)
      unread.push(...problems.map((problem) => `${name}: ${problem}`))
    }
    const failures = [...new Set(unread)].sort()
    expect(failures.filter((problem) => !isNamedInVersions(problem))).toEqual([])
    for (const value of [
      ...['"VOIDED"', '"DECLINED"', '"CARD_TRANSACTION.VOIDED"', '"CARD_TRANSACTION.DECLINED"'],
      ...['"CARD.STATUS_CHANGE"', '"ACCOUNT_NOT_FOUND"', '/constraint'],
    ]) {
      expect(failures.join('\n')).toContain(value)
    }
  })
})
