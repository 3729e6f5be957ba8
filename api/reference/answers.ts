/** What a running service has answered to the examples: recorded by `npm run tool -- answers`. */
import { readdirSync, readFileSync } from 'node:fs'

/** By operation and status. One that is not here is put together from its schema. */
export type Answers = Readonly<Record<string, Readonly<Record<number, unknown>>>>

const folder = new URL('answers/', import.meta.url)

/** The file of a group of operations. */
export function answersFile(group: string): URL {
  return new URL(`${group.toLowerCase().replaceAll(/\W+/g, '-')}.json`, folder)
}

let read: Answers | undefined

/** All of them, read when they are first asked for. */
export function answers(): Answers {
  const files = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.json'))
  read ??= Object.assign(
    {},
    ...files().map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
  ) as Answers
  return read
}
