/** Places of decisions: what one lock, one platform and all together may hold, and whose turn is next. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withinDeadline } from '../../api/deadline.ts'
import { createPlaces, type Places } from '../../api/places.ts'
import { Refusal } from '../../contract/errors.ts'

const TOTAL = 8

/** Work that lasts until `end` is called. */
function held(places: Places, platformId: string, owner: string, begun: string[] = []) {
  let end: () => void = () => undefined
  const ending = new Promise<void>((resolve) => {
    end = resolve
  })
  const done = places.within({ platformId, owner }, async () => {
    begun.push(owner)
    await ending
  })
  return { end, done }
}

test('of sixty decisions behind one lock two hold a place, and others of the platform pass', async () => {
  const places = createPlaces(TOTAL)
  const begun: string[] = []
  const works = Array.from({ length: 60 }, () => held(places, 'A', 'agent', begun))
  await sleep(0)
  expect(begun).toHaveLength(2)
  await places.within({ platformId: 'A', owner: 'another' }, async () => begun.push('another'))
  expect(begun).toEqual(['agent', 'agent', 'another'])
  for (const { end } of works) end()
  await Promise.all(works.map(({ done }) => done))
  expect(begun).toHaveLength(61)
})

test('a platform holds half of all, and another one takes the other half at once', async () => {
  const places = createPlaces(TOTAL)
  const begun: string[] = []
  const works = [
    ...Array.from({ length: 40 }, (_, i) => held(places, 'A', `A${i}`, begun)),
    ...Array.from({ length: 4 }, (_, i) => held(places, 'B', `B${i}`, begun)),
  ]
  await sleep(0)
  expect(begun).toEqual(['A0', 'A1', 'A2', 'A3', 'B0', 'B1', 'B2', 'B3'])
  for (const { end } of works) end()
  await Promise.all(works.map(({ done }) => done))
})

test('platforms that wait take turns, and so do the locks of one platform', async () => {
  const places = createPlaces(2)
  const begun: string[] = []
  const first = [held(places, 'A', 'a', []), held(places, 'B', 'b', [])]
  const waiting = [
    ...['a', 'a', 'a', 'a2'].map((owner) => held(places, 'A', owner, begun)),
    ...['b', 'b'].map((owner) => held(places, 'B', owner, begun)),
    held(places, 'C', 'c', begun),
  ]
  for (const { end } of [...waiting, ...first]) end()
  await Promise.all([...first, ...waiting].map(({ done }) => done))
  expect([...begun].sort()).toEqual(['a', 'a', 'a', 'a2', 'b', 'b', 'c'])
  expect(begun.indexOf('c')).toBeLessThan(4)
  expect(begun.indexOf('a2')).toBeLessThan(begun.lastIndexOf('a'))
})

test('a decision without a place at its deadline is refused, and its turn passes to the next', async () => {
  const places = createPlaces(TOTAL)
  const begun: string[] = []
  const works = [held(places, 'A', 'a', begun), held(places, 'A', 'a', begun)]
  const late = withinDeadline(20, () => places.within({ platformId: 'A', owner: 'a' }, unreached))
  await expect(late).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  await expect(late).rejects.toBeInstanceOf(Refusal)
  const next = held(places, 'A', 'a', begun)
  for (const { end } of [...works, next]) end()
  await Promise.all([...works, next].map(({ done }) => done))
  expect(begun).toHaveLength(3)
})

test('a place is given back by work that fails', async () => {
  const places = createPlaces(2)
  const who = { platformId: 'A', owner: 'a' }
  for (let round = 0; round < 5; round += 1) {
    await expect(places.within(who, () => Promise.reject(new Error('broken')))).rejects.toThrow()
  }
  expect(await places.within(who, async () => 'decided')).toBe('decided')
})

test('ten thousand at once, of many locks and platforms: none too many, none forgotten', async () => {
  const places = createPlaces(TOTAL)
  const now = new Map<string, number>()
  const most = new Map<string, number>()
  const count = (name: string, change: number): void => {
    const held = (now.get(name) ?? 0) + change
    now.set(name, held)
    most.set(name, Math.max(most.get(name) ?? 0, held))
  }
  let done = 0
  const all = Array.from({ length: 10_000 }, (_, i) => {
    const platformId = `platform ${i % 3}`
    const owner = `owner ${i % 3} ${i % 7}`
    return places.within({ platformId, owner }, async () => {
      for (const name of ['all', platformId, owner]) count(name, 1)
      if (i % 11 === 0) await sleep(0)
      for (const name of ['all', platformId, owner]) count(name, -1)
      done += 1
    })
  })
  await Promise.all(all)
  expect(done).toBe(10_000)
  for (const [name, held] of most) {
    expect(held).toBeLessThanOrEqual(
      name === 'all' ? TOTAL : name.startsWith('owner') ? 2 : TOTAL / 2,
    )
  }
  expect(most.get('all')).toBe(TOTAL)
})

function unreached(): Promise<never> {
  throw new Error('this must not have had a place')
}
