/** The examples of the reference, without a service: complete, valid, and written in the samples. */
import { describe, expect, test } from 'vitest'
import { openapiDocument } from '../../api/openapi.ts'
import { operations } from '../../api/operations.ts'
import { curlOf, typescriptOf } from '../../api/reference/samples.ts'
import { given } from '../../api/reference/useCases/given.ts'
import { useCases } from '../../api/reference/useCases/index.ts'
import { webhookExample } from '../../api/reference/useCases/webhooks.ts'
import { checkOf } from '../../api/validate.ts'
import { variants } from '../../contract/externalAccounts.ts'
import { webhookSchema, webhookTypes } from '../../contract/webhooks.ts'

const byId = new Map(operations.map((operation) => [operation.id, operation]))

test('every operation has one, and no other name has', () => {
  expect(Object.keys(useCases).filter((id) => !byId.has(id))).toEqual([])
  expect(operations.map(({ id }) => id).filter((id) => !useCases[id]?.length)).toEqual([])
})

test('texts that come from earlier answers stand for one thing each', () => {
  const texts = Object.values(given)
  expect(new Set(texts).size).toBe(texts.length)
})

test('every kind of external account has one', () => {
  const shown = (useCases.createCustomerExternalAccount ?? []).map(({ name }) => name)
  expect(
    variants.map(({ accountType }) => accountType).filter((type) => !shown.includes(type)),
  ).toEqual([])
})

describe.each([...byId])('%s', (id, operation) => {
  const cases = useCases[id] ?? []

  test('is asked as its schemas say', () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
    const names = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    for (const { name, path = {}, query = {}, body, file, status, headers = {} } of cases) {
      expect(Object.keys(path), name).toEqual(names)
      if (operation.query !== undefined) {
        expect(checkOf(operation.query)(structuredClone(query)), name).toEqual([])
      }
      expect(operation.query === undefined ? Object.keys(query) : [], name).toEqual([])
      if (operation.body !== undefined && (body !== undefined || !operation.bodyOptional)) {
        const sent = { ...structuredClone(body), ...(file !== undefined && { file: 'bytes' }) }
        expect(checkOf(operation.body)(sent), name).toEqual([])
      }
      expect(Object.keys(operation.responses).map(Number)).toContain(status ?? operation.status)
      for (const header of Object.keys(headers)) {
        const { idempotencyKey, walletSignature, requestId } = operation.headers ?? {}
        const taken = {
          'Idempotency-Key': idempotencyKey,
          'Service-Wallet-Signature': walletSignature,
          'Request-Id': requestId,
        }
        expect(taken[header as keyof typeof taken], `${name}: ${header}`).toBeDefined()
      }
    }
  })
})

test('an apostrophe is safe in both samples', () => {
  const operation = byId.get('rejectPendingPayment')
  if (operation === undefined) throw new Error('there is no such operation')
  const reason = `it's "odd" $HOME \\ done`
  const useCase = { name: 'x', title: 'x', path: { transactionId: 'x' }, body: { reason } }
  const command = curlOf(operation, useCase)
  expect(command).toContain(`'{\n  "reason": "it'\\''s \\"odd\\" $HOME \\\\ done"\n}'`)
  expect(typescriptOf(operation, useCase)).toContain(`reason: 'it\\'s "odd" $HOME \\\\ done'`)
})

describe('webhooks', () => {
  test.each(webhookTypes)('%s has a body that its schema accepts', (type) => {
    const body = webhookExample(type)
    expect(body).toMatchObject({ type })
    expect(checkOf(webhookSchema(type) ?? {})(structuredClone(body))).toEqual([])
  })

  test('are in the document, each type', () => {
    const { components } = openapiDocument(operations, '/2025-10-13')
    const text = JSON.stringify(components.pathItems)
    expect(webhookTypes.filter((type) => !text.includes(`"${type}":{"summary"`))).toEqual([])
  })
})

test('the document shows them: several bodies of a quote, samples in both languages', () => {
  const document = openapiDocument(operations, '/2025-10-13')
  const quote = document.paths['/quotes']?.post as Record<string, unknown>
  const { content } = quote.requestBody as { content: Record<string, { examples: object }> }
  expect(Object.keys(content['application/json']?.examples ?? {})).toEqual(
    (useCases.createQuote ?? []).map(({ name }) => name),
  )
  for (const methods of Object.values(document.paths)) {
    for (const described of Object.values(methods)) {
      const samples = described['x-codeSamples'] as { lang: string }[]
      expect([...new Set(samples.map(({ lang }) => lang))]).toEqual(['Shell', 'TypeScript'])
    }
  }
})
