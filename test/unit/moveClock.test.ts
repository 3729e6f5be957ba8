/** The command that moves the clock goes on where a call was not done in time. */
import { expect, test } from 'vitest'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { moveClock } from '../../scripts/serviceDriver/moveClock.ts'

const answer = (status: number, body: Record<string, unknown>): Answer => ({
  ...{ status, body },
  headers: { get: () => null },
})
const to = '2026-12-24T18:00:00.000Z'
const notDone = answer(503, {
  message: 'not all',
  details: { now: '2026-12-01T00:00:00.000Z', to },
})
const done = { from: to, now: to, fired: [] }

/** What was asked, where the API gives these answers one after the other. */
async function askedFor(answers: readonly Answer[]) {
  const asked: unknown[] = []
  const parts: string[] = []
  const left = [...answers]
  const call = async (_method: string, _path: string, body?: unknown): Promise<Answer> => {
    asked.push(body)
    return left.shift() ?? answer(500, {})
  }
  const move = moveClock({ call }, { advanceBy: 'P7D' }, (message) => parts.push(message))
  return { asked, parts, move }
}

test('the same end is asked for until it is done', async () => {
  const { asked, parts, move } = await askedFor([notDone, notDone, answer(200, done)])
  expect(await move).toEqual(done)
  expect(asked).toEqual([{ advanceBy: 'P7D' }, { to }, { to }])
  expect(parts).toEqual(['not all', 'not all'])
})

test('what is unavailable, and moves nothing, is not asked again', async () => {
  const { asked, move } = await askedFor([answer(503, { message: 'away' })])
  await expect(move).rejects.toThrow('the move: 503')
  expect(asked).toHaveLength(1)
})
