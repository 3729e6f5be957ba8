/** Whom a record of a limit would give more: what a second person must confirm. */
import { expect, test } from 'vitest'
import {
  type LimitRecord,
  limitAt,
  loosens,
  namesOf,
} from '../../api/operators/decisions/limitRecords.ts'

const NOW = 1_000
const TOMORROW = NOW + 86_400

type More = { readonly of?: string; readonly from?: number; readonly isEnded?: true }
const record = (name: string, maximum: number | null, more: More = {}): LimitRecord => ({
  ...{ name, platformId: more.of ?? null, isEnded: more.isEnded ?? false },
  ...{ currency: maximum === null ? null : 'USD', from: more.from ?? 0 },
  maximum: maximum === null ? null : String(maximum),
})
const added = (name: string, maximum: number | null, more: More = {}): LimitRecord =>
  record(name, maximum, { from: NOW, ...more })

const DAILY = 'DAILY_VOLUME'
const one = { of: 'one' }

test.each<[string, LimitRecord[], LimitRecord, boolean]>([
  ['the first one', [], added(DAILY, 5), false],
  ['less', [record(DAILY, 10)], added(DAILY, 5), false],
  ['more', [record(DAILY, 10)], added(DAILY, 11), true],
  ['none', [record(DAILY, 10)], added(DAILY, null), true],
  ['another currency', [record(DAILY, 10)], { ...added(DAILY, 5), currency: 'EUR' }, true],
  ['more than everybody’s', [record(DAILY, 10)], added(DAILY, 11, one), true],
  [
    'an own one that is more than everybody’s to come',
    [record(DAILY, 10, { from: TOMORROW })],
    added(DAILY, 11, one),
    true,
  ],
  [
    'an own one that is less than everybody’s to come',
    [record(DAILY, 10, { from: TOMORROW })],
    added(DAILY, 9, one),
    false,
  ],
  [
    'everybody’s before another one of everybody',
    [record(DAILY, 10, { from: TOMORROW })],
    added(DAILY, 99),
    false,
  ],
  [
    'to follow what is none',
    [record(DAILY, 10, one)],
    added(DAILY, null, { ...one, isEnded: true }),
    true,
  ],
  [
    'to follow what is less',
    [record(DAILY, 10, one), record(DAILY, 5)],
    added(DAILY, null, { ...one, isEnded: true }),
    false,
  ],
  [
    'to follow what is less until tomorrow',
    [record(DAILY, 10, one), record(DAILY, 5), record(DAILY, null, { from: TOMORROW })],
    added(DAILY, null, { ...one, isEnded: true }),
    true,
  ],
  [
    'an own one of all bank currencies above one that everybody’s name',
    [record('USD-FIAT', 100), record('USD-EUR', 10)],
    added('USD-FIAT', 50, one),
    true,
  ],
  [
    'and not above one of a coin',
    [record('USD-FIAT', 100), record('USD-BTC', 10)],
    added('USD-FIAT', 50, one),
    false,
  ],
  [
    'everybody’s that names one, beside a platform’s own of all',
    [record('USD-FIAT', 1_000), record('USD-FIAT', 100, one)],
    added('USD-EUR', 500),
    false,
  ],
  [
    'the own one of all that follows the own that names one',
    [record('USD-FIAT', 1_000, one), record('USD-EUR', 100, one), record('USD-EUR', 10)],
    added('USD-EUR', null, { ...one, isEnded: true }),
    true,
  ],
])('%s', (_what, records, more, expected) => {
  expect(loosens(records, more)).toBe(expected)
})

test('the later of two of one instant counts', () => {
  const records = [record(DAILY, 1), record(DAILY, 2)]
  expect(limitAt(records, namesOf(DAILY), null, NOW)).toEqual({ maximum: '2', currency: 'USD' })
})
