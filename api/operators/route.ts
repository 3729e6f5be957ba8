/** A route of the operators' API: data, and one function that runs in the transaction of its audit row. */

import { uuidOf } from '../../contract/ids.ts'
import type { Tx } from '../../db/database.ts'
import type { Operator, OperatorRole } from '../../db/operators.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Inferred, ParamsOf, Schema } from '../operation.ts'

/** The input of a handler: authenticated, permitted and validated against the schemas. */
export type OperatorCall<Params = unknown, Query = unknown, Body = unknown> = {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly operator: Operator
  readonly requestId: string
  /** Commits together with the audit row. */
  readonly tx: Tx
  readonly dependencies: Dependencies
  /** The store lacks what was done outside: of a route that judges that itself. */
  readonly isBehind: boolean
}

/** What a handler answers, and what its audit row says beside the route's id. */
export type OperatorAnswer = {
  readonly body: object
  /** An id as the API shows it, where the answer is about one thing. */
  readonly subject?: string | undefined
  readonly platformId?: string | undefined
  /** What was decided; a read's filters without it. */
  readonly details?: object | undefined
  /** Members of the body that are not in the database: they are asked for once the transaction has committed. */
  readonly live?: (() => Promise<object>) | undefined
}

type Definition<Path extends string, Query, Body> = {
  /** Names the action in the audit. */
  readonly id: string
  readonly method: 'get' | 'post'
  /** Below `/api`. */
  readonly path: Path
  readonly role: OperatorRole
  readonly summary: string
  /** The route itself judges what may be changed in a store that lacks what was done outside. */
  readonly judgesStoreItself?: true
  /** Nothing of a customer is in its answer: no audit row is written. */
  readonly isUnaudited?: true
  /** Requests of such routes wait for each other, before any account is looked at. */
  readonly changesAccounts?: true
  readonly query?: Query
  readonly body?: Body
  readonly status?: number
}

/** A route as the array holds it, with its types erased. */
export type OperatorRoute = Definition<string, Schema | undefined, Schema | undefined> & {
  handle(call: OperatorCall): Promise<OperatorAnswer>
}

/** Declares a route; it throws a `Refusal` for what cannot be answered, and then nothing is written. */
export function operatorRoute<
  const Path extends string,
  const Query extends Schema | undefined = undefined,
  const Body extends Schema | undefined = undefined,
>(
  definition: Definition<Path, Query, Body> & {
    handle(
      call: OperatorCall<ParamsOf<Path>, Inferred<Query>, Inferred<Body>>,
    ): Promise<OperatorAnswer>
  },
): OperatorRoute {
  // Erasing the types is safe because `bindOperatorRoutes` validates against the same schemas.
  return definition as unknown as OperatorRoute
}

/** The platform that a list is filtered by. An id of another shape matches no platform: the list is empty. */
export function platformFilter(platform: string | undefined): {
  readonly platformId: string | undefined
  readonly isUnknownPlatform: boolean
} {
  const platformId = platform === undefined ? undefined : uuidOf('PlatformConfig', platform)
  return { platformId, isUnknownPlatform: platform !== undefined && platformId === undefined }
}
