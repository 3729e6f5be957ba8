/**
 * What the document offers is carried out. No list of values has one that the sources know from a schema alone: a new value
 * that nothing writes or reads is found by its name. One whose name means something else elsewhere is not found so: the lists
 * of which that was true are held against who carries them out.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openapiDocument } from '../../api/openapi.ts'
import { operations } from '../../api/operations.ts'
import { currencies } from '../../contract/money.ts'
import { requestFunding } from '../../sandbox/payoutRail/funding.ts'

type Json = { readonly [key: string]: unknown }
type List = { readonly way: string; readonly values: readonly string[] }

const document = openapiDocument(operations, '/2025-10-13')
const { schemas } = document.components as unknown as { readonly schemas: Json }

/** Each list of values of a schema, with the way to it. */
function listsIn(schema: unknown, way = ''): List[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { enum: values, examples: _, example: __, ...rest } = schema as Json
  const own = Array.isArray(values) ? [{ way, values: values.map(String) }] : []
  return [...own, ...Object.entries(rest).flatMap(([key, part]) => listsIn(part, `${way}/${key}`))]
}

function textsOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return entries
    .filter((name) => /\.(ts|sql)$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
}

/** By these members something is done; the answers of people about themselves are only kept. */
const acted =
  /^(?!pep).*(status|state|reason|network|rail|mode|decision|disposition)$|^(sourceType|operationType|type)$/i

/** The member that has a list: `status` of `/Card/properties/status`. Of a component it is the component's name. */
const memberOf = (way: string): string =>
  way
    .replace(/\/items$/, '')
    .split('/')
    .at(-1) ?? ''

test('no value that it offers is known from a schema alone', () => {
  const folders = [
    'api',
    'domain',
    'db',
    'workflows',
    'activities',
    'worker',
    'providers',
    'sandbox',
  ]
  const carried = [
    ...folders.flatMap(textsOf),
    ...textsOf('contract/present'),
    ...textsOf('contract/externalAccounts'),
  ].join('\n')
  const words = new Set(carried.match(/[A-Za-z0-9_.]+/g))
  const unknown = listsIn(schemas)
    // A test in tidy.test.ts looks for the types of webhooks, which are put together of two words.
    .filter(({ way }) => !way.includes('Webhook/'))
    .flatMap(({ way, values }) =>
      acted.test(memberOf(way))
        ? values.filter((value) => !words.has(value)).map((one) => `${way} ${one}`)
        : [],
    )
  expect(unknown).toEqual([])
})

test('money of some currency can be sent over each network that it offers for a deposit', () => {
  const [list] = listsIn(schemas.RealtimeFundingQuoteSource).filter(({ way }) =>
    /cryptoNetwork/.test(way),
  )
  expect(list?.values).toContain('BITCOIN')
  for (const network of list?.values ?? []) {
    const carrying = [...currencies.keys()].filter((currency) => {
      try {
        return (
          requestFunding({ reference: 'P1', amountMinor: '1', currency, network }).status === 200
        )
      } catch {
        return false
      }
    })
    expect(carrying, network).not.toEqual([])
  }
})
