import { expect, test } from 'vitest'
import { mayBeSameHolder } from '../../domain/stablecoins/holders.ts'

test.each([
  [null, true],
  ['', true],
  ['ada lovelace', true],
  ['LOVELACE, Ada K.', true],
  ['Adá Lovelace', true],
  ['Lovelace', true],
  ['Charles Babbage', false],
  ['Ada Byron', false],
])('an account of %s may be Ada Lovelace’s: %s', (owner, may) => {
  expect(mayBeSameHolder(owner, 'Ada Lovelace')).toBe(may)
})
