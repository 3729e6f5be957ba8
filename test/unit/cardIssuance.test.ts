/** How a new card is asked for at the issuer, and what its state there means. */
import { expect, test } from 'vitest'
import { createCardCalls } from '../../activities/cards/cards.ts'
import type { ActivityDependencies } from '../../activities/dependencies.ts'
import type { IssuedCardState, NewIssuedCard } from '../../providers/cardIssuer/index.ts'

const ID = '0b2b5b1e-6a39-4a2e-9c1c-0d6f6f3c5a11'
const CUSTOMER = '5f1f8a3e-6c1b-4d0c-9a44-3f6f7a1c2b10'
const names = { token: 'card', accountToken: 'account', last4: '4242', expMonth: 1, expYear: 2031 }

/** The activity over an issuer of the test. @param made the state of a card that is there already */
async function issued(
  name: string,
  { state = 'OPEN', made }: { readonly state?: IssuedCardState; readonly made?: IssuedCardState },
) {
  const asked: string[] = []
  const row = { id: ID, environment: 'PRODUCTION', customer_id: CUSTOMER, platform_card_id: name }
  const { issueCard } = createCardCalls({
    database: { one: async () => ({ ...row, issuer_key: 'key', limit_cents: null }) },
    outside: {
      cardIssuer: () => ({
        enrolsHolders: false,
        findCard: async (memo: string) => {
          asked.push(`find ${memo}`)
          return made && { ...names, state: made }
        },
        createCard: async ({ memo }: NewIssuedCard) => {
          asked.push(`create ${memo}`)
          return { ...names, state }
        },
      }),
    },
  } as unknown as ActivityDependencies)
  return { issue: await issueCard({ cardId: ID }), asked }
}

test.each([
  ['OPEN', { outcome: 'ISSUED', ...names }],
  ['CLOSED', { outcome: 'REJECTED' }],
  ['PAUSED', { outcome: 'PENDING' }],
  ['PENDING_FULFILLMENT', { outcome: 'PENDING' }],
  ['PENDING_ACTIVATION', { outcome: 'PENDING' }],
] as const)('a card that is %s', async (state, expected) => {
  expect((await issued(ID, { state })).issue).toEqual(expected)
  const found = await issued(ID, { made: state })
  expect(found.issue).toEqual(expected)
  expect(found.asked).toEqual([expect.stringMatching(/^find /)])
})

test.each([
  ['card-4711-005', '-005'],
  ['grace.hopper@example.com', '.com'],
  ['x', 'x'],
  ['a\u{1f600}005', '\u{1f600}005'],
  ['\u{1f600}4711', '4711'],
  [ID, '2b10'],
])('of the name %s the issuer is sent the end', async (name, end) => {
  const memo = `Card:${ID} ${end}`
  expect((await issued(name, {})).asked).toEqual([`find ${memo}`, `create ${memo}`])
})
