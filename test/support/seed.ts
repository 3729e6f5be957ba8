/**
 * The suite's chance and size. TEST_SEED makes a run's choices again; TEST_SCALE=long runs the full
 * counts (`npm run test:long`). Every run prints its seed.
 */
import { createHash, randomInt } from 'node:crypto'

export const isLong = process.env.TEST_SCALE === 'long'

/** How many of something: a sample, the long suite's full count, or what `--count` says instead. */
export function countOf(sample: number, full: number): number {
  return isLong ? Number(process.env.TEST_COUNT ?? full) : sample
}

process.env.TEST_SEED ??= String(randomInt(2 ** 31))
/** Drawn where Vitest reads its configuration, unless it is given; its test processes inherit it. */
export const seed = process.env.TEST_SEED

export type Chance = {
  /** In [0, 1). */
  fraction(): number
  /** A whole number in [0, below). */
  integer(below: number): number
  pick<T>(list: readonly T[]): T
}

/** Choices that the run's seed and a name decide: the same ones at every run of that seed. */
export function chanceOf(name: string): Chance {
  let turn = 0
  const fraction = (): number => {
    turn += 1
    const digest = createHash('sha256').update(`${seed}/${name}/${turn}`).digest()
    return digest.readUInt32BE() / 2 ** 32
  }
  const integer = (below: number): number => Math.floor(fraction() * below)
  return {
    fraction,
    integer,
    pick(list) {
      const [first] = list
      const picked = list[integer(list.length)] ?? first
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
  }
}

/**
 * A sample of `count` items, picked by the run's seed and a name, in the list's order; the long suite has them all.
 */
export function sampleOf<T>(name: string, list: readonly T[], count: number): readonly T[] {
  if (isLong || list.length <= count) return list
  const chance = chanceOf(name)
  const picked = new Set<number>()
  while (picked.size < count) picked.add(chance.integer(list.length))
  return list.filter((_, index) => picked.has(index))
}

/** A seed for fast-check that the run's seed and a name decide. */
export function fastCheckSeed(name: string): number {
  return createHash('sha256').update(`${seed}/${name}`).digest().readInt32BE()
}
