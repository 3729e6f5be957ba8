import { expect, test } from 'vitest'
import { isStrict } from '../../api/strictHandling.ts'

const [strict, lenient] = [{ hasStrictHandling: true }, { hasStrictHandling: false }]

test.each([
  ['handling=strict', true],
  ['respond-async, HANDLING = "Strict" ; a=b', true],
  ['handling=lenient, handling=strict', false],
  ['handling=lenient', false],
])('%s says it for every caller', (prefer, wanted) => {
  expect([strict, lenient, undefined].map((platform) => isStrict(prefer, platform))).toEqual(
    Array(3).fill(wanted),
  )
})

test.each([
  undefined,
  '',
  'handling=strictly',
  'handling',
  'xhandling=strict',
  'a="handling=strict',
])('%s leaves it to the platform; an open operation has none', (prefer) => {
  expect([strict, lenient, undefined].map((platform) => isStrict(prefer, platform))).toEqual([
    ...[true, false, false],
  ])
})
