import type { OutsideParty } from '../../../contract/outsideParties.ts'

/** A request that a platform really sends: the examples of the document and the samples are made of it. */
export type UseCase = {
  /** Unique within its operation. */
  readonly name: string
  /** What it does, where the operation's summary is not enough. */
  readonly title: string
  /** By the names of the operation's path. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /** Name of the file, where the body is a form. */
  readonly file?: string
  /** What it is answered with, where that is not the operation's main status. */
  readonly status?: number
  /** Without this party it is refused with 501; where the operation always needs one, nothing is said. */
  readonly needs?: OutsideParty
  /** Members of its answer, at any depth, that are shown this once. */
  readonly secrets?: readonly string[]
}

/** By operation. */
export type UseCases = Readonly<Record<string, readonly UseCase[]>>
