/** Each workflow is declared once, and everything that has to know it does. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import * as implemented from '../../workflows/index.ts'
import {
  definitions,
  type InputOf,
  startOfOpenRow,
  type WorkflowName,
  workflows,
} from '../../workflows/registry.ts'
import { useLedgerFixture } from './ledgerFixture.ts'

let database: Database
useLedgerFixture((given) => {
  ;({ database } = given)
})

/** Of other work than a row's own: each row says which one. */
const kindsOfCursors = ['AUTHORIZATION', 'REFUND', 'UNCONFIRMED']

test('every declared workflow has its code, which takes the declared input, and no other has', () => {
  implemented satisfies {
    readonly [Name in WorkflowName]: (input: InputOf<Name>) => Promise<unknown>
  }
  expect(Object.keys(implemented).sort()).toEqual(Object.keys(workflows).sort())
  for (const [name, { name: declared }] of Object.entries(workflows)) expect(declared).toBe(name)
})

test('every kind of open row is of one workflow, and the sweep looks for it', async () => {
  const kinds = definitions.flatMap(({ openRowKinds }) => openRowKinds)
  expect(new Set(kinds).size).toBe(kinds.length)
  const found = await database.call('open_row_cursors')
  const { refunds } = await database.one<{ refunds: string }>({
    text: `select pg_get_constraintdef(oid) as refunds from pg_constraint
      where conrelid = 'rail_orders'::regclass and pg_get_constraintdef(oid) like '%workflow%RETURNED%'`,
  })
  const ofRefunds = [...refunds.matchAll(/'([A-Z_]+)'::text/g)].map(([, kind]) => kind)
  const swept = [...found.filter((kind) => !kindsOfCursors.includes(kind)), ...ofRefunds]
  expect([...new Set(swept)].sort()).toEqual([...kinds].sort())
})

test('the start of a row names its platform, its workflow and its outside calls', () => {
  const id = randomUUID()
  const platformId = randomUUID()
  const outside = { outsideTaskQueue: 'outside', environment: 'SANDBOX' } as const
  const none = { customer_id: null, account_id: null, transaction_id: null, credential_id: null }
  const row = { ...none, id, platform_id: platformId, environment: 'SANDBOX', number: 2 } as const
  for (const { name, openRowKinds } of definitions) {
    for (const kind of openRowKinds) {
      const start = startOfOpenRow({ ...row, kind }, { outside, pollSeconds: 60 })
      expect(start, kind).toMatchObject({ workflow: name, input: outside })
      expect(start?.workflowId, kind).toContain(id)
      expect(JSON.stringify(start?.searchAttributes), kind).toContain(platformId)
    }
  }
  expect(startOfOpenRow({ ...row, kind: 'OF_A_LATER_RELEASE' }, { outside, pollSeconds: 60 })).toBe(
    undefined,
  )
})
