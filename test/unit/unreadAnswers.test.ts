/** Whose connection ends because answers are not read. */
import { expect, test } from 'vitest'
import {
  ANSWER_PACE,
  type Reader,
  UNREAD_OF_ONE_ADDRESS_MAX,
  UNREAD_OF_ONE_MAX,
  UNREAD_UNAUTHENTICATED_MAX,
  unreadAnswers,
} from '../../api/answers.ts'

type Fake = { -readonly [Name in keyof Reader]: Reader[Name] } & {
  readonly key: string
  readonly isKnown: boolean
  _handle: { bytesWritten: number; writeQueueSize: number }
  isEnded: boolean
}

function aReader(key: string, isKnown: boolean, bytes: number): Fake {
  const reader: Fake = {
    ...{ key, isKnown, isEnded: false, writableLength: bytes },
    _handle: { bytesWritten: bytes, writeQueueSize: bytes },
    resetAndDestroy() {
      reader.isEnded = true
      return undefined as never
    },
  }
  return reader
}

const ended = (readers: readonly Fake[]): number => readers.filter((one) => one.isEnded).length
const lookAt = (): ReturnType<typeof unreadAnswers<Fake>> => unreadAnswers<Fake>((one) => one)

test('who reads nothing for a window, or less than the pace, ends; who keeps it stays', () => {
  const look = lookAt()
  const [still, slow, steady] = [1, 2, 3].map((name) => aReader(`p${name}`, true, 1_000_000)) as [
    Fake,
    Fake,
    Fake,
  ]
  const all = [still, slow, steady]
  for (let at = 0; at <= 3 * ANSWER_PACE.windowMs; at += 1_000) {
    look(
      all.filter(({ isEnded }) => !isEnded),
      at,
    )
    slow._handle.writeQueueSize -= Math.floor((ANSWER_PACE.bytes / ANSWER_PACE.windowMs) * 500)
    steady._handle.writeQueueSize -= Math.ceil((ANSWER_PACE.bytes / ANSWER_PACE.windowMs) * 1_100)
  }
  expect(all.map(({ isEnded }) => isEnded)).toEqual([true, true, false])
})

test('an answer that is read whole begins anew', () => {
  const look = lookAt()
  const reader = aReader('p', true, 1_000)
  for (let at = 0; at < 5 * ANSWER_PACE.windowMs; at += 1_000) {
    reader.writableLength = at % 4_000 === 0 ? 0 : 1_000
    look([reader], at)
  }
  expect(reader.isEnded).toBe(false)
})

test('of too much unread the one that has stood for longest ends', () => {
  const cases = [
    [true, 'p', UNREAD_OF_ONE_MAX],
    [false, 'address', UNREAD_OF_ONE_ADDRESS_MAX],
  ] as const
  for (const [isKnown, key, max] of cases) {
    const look = lookAt()
    const others = aReader('another', true, UNREAD_OF_ONE_MAX)
    const readers = Array.from({ length: 5 }, () => aReader(key, isKnown, max / 4))
    look([...readers, others], 0)
    expect(ended(readers)).toBe(1)
    const [first, , third] = readers
    expect(first?.isEnded).toBe(true)
    if (third) third._handle.writeQueueSize -= 1
    const late = aReader(key, isKnown, max / 4)
    look([late, ...readers.filter(({ isEnded }) => !isEnded), others], 1_000)
    expect(readers.map(({ isEnded }) => isEnded)).toEqual([true, true, false, false, false])
    expect([late, others].map(({ isEnded }) => isEnded)).toEqual([false, false])
  }
})

test('all who are not known have one bound together', () => {
  const look = lookAt()
  const readers = Array.from({ length: 20 }, (_, name) =>
    aReader(`address ${name}`, false, UNREAD_UNAUTHENTICATED_MAX / 10),
  )
  look(readers, 0)
  expect(ended(readers)).toBe(10)
})
