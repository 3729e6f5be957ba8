/** The document against the rules of OpenAPI 3.1 and of those who read it by machine. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { openapiDocument } from '../../api/openapi.ts'
import { operations } from '../../api/operations.ts'
import { sampleOf } from '../support/seed.ts'

const document = openapiDocument(operations, '/2025-10-13')
const source = JSON.stringify(document)

type Parameter = {
  readonly name: string
  readonly deprecated?: boolean
  readonly schema?: { readonly deprecated?: boolean }
}

async function problemsOf(text: string): Promise<string[]> {
  const examples = { severity: 'error', allowAdditionalProperties: true } as const
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // Not published: it has no licence to name, and its groups speak for themselves.
      'info-license': 'off',
      'tag-description': 'off',
      // The interface's own paths: `/customers/{id}/kyc-link` beside `/customers/external-accounts/{id}`.
      'no-ambiguous-paths': 'off',
      // Unknown properties are ignored, everywhere.
      'no-invalid-media-type-examples': examples,
      'no-invalid-schema-examples': examples,
    },
  })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => {
    return `${ruleId}: ${message} (${location[0]?.pointer})`
  })
}

test('a linter finds nothing', async () => {
  expect(await problemsOf(source)).toEqual([])
})

describe('the linter would find', () => {
  const mistakes = [
    ['a repeated operationId', '"operationId":"getQuoteById"', '"operationId":"createQuote"'],
    ['an example that is not valid', '"example":"Ada Lovelace"', '"example":42'],
    ['a reference to nothing', '#/components/schemas/QuoteStatus', '#/components/schemas/Nothing'],
    ['a word that OpenAPI does not know', '"operationId":"createQuote"', '"operationsId":"x"'],
  ] as const
  test.each(mistakes)('%s: it is there to be spoiled', (_name, right) => {
    expect(source).toContain(right)
  })

  // Each takes as long as the document itself.
  test.each(sampleOf('mistakes of the document', mistakes, 1))(
    '%s',
    async (_name, right, wrong) => {
      expect(await problemsOf(source.replace(right, wrong))).not.toEqual([])
    },
  )
})

test('every answer has a schema, and what ends without one is a 204', () => {
  for (const { id, responses } of operations) {
    for (const [status, schema] of Object.entries(responses)) {
      expect(schema === null, `${id} ${status}`).toBe(status === '204')
    }
  }
})

test('a parameter is marked deprecated itself: generators of clients do not look into its schema', () => {
  const parameters = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters: own = [] }) => own as readonly Parameter[])
  const marked = parameters.filter(({ deprecated }) => deprecated === true)
  expect(marked.map(({ name }) => name)).toEqual(expect.arrayContaining(['cardholderId', 'state']))
  expect(parameters.filter(({ schema }) => schema?.deprecated !== undefined)).toEqual([])
})

test('what is deprecated is marked so, with what to use instead', () => {
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  for (const { operationId, deprecated, description } of described) {
    const declared = operations.find(({ id }) => id === operationId)
    expect(deprecated ?? false).toBe(declared?.deprecated ?? false)
    if (deprecated) expect(String(description)).toMatch(/`\S*\/\S+`|instead|quote/)
  }
})
