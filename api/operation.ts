/** An operation is data plus one function: routes, validators and the document come from it. */
import type { Readable } from 'node:stream'
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { Logger } from 'pino'
import type { AgentPermission } from '../contract/agentPermissions.ts'
import type { ErrorCode, FieldError } from '../contract/errors.ts'
import type { Environment, OutsideParty } from '../contract/outsideParties.ts'
import type { Permission } from '../contract/permissions.ts'
import type { Shown } from '../contract/shown.ts'
import type { Dependencies } from './dependencies.ts'

/** Who calls: the platform of the token that authenticated the request, or the agent's. */
export type Platform = {
  readonly id: string
  readonly name: string
  readonly environment: Environment
  /** Whether rules about counterparties bind it, for example the EU Travel Rule. */
  readonly hasCounterpartyRequirements: boolean
  /** Whether it has unknown members of bodies refused where a request does not say otherwise. */
  readonly hasStrictHandling: boolean
  /** UUID of the token; of the agent if an agent calls. */
  readonly tokenId: string
  /** None where an agent calls. */
  readonly permissions: readonly Permission[]
}

/** The agent whose access token authenticated the request. What it may do is in its policy. */
export type Agent = {
  /** UUID without prefix. */
  readonly id: string
  /** UUID of the customer that the agent acts for. */
  readonly customerId: string
}

/** How a request is authenticated where not by a platform's token: by an agent's, or not at all. */
export type Security = 'AGENT' | 'OPEN'

/** What the access log names of a request. */
export type RequestTrace = {
  workflowId?: string
  agentId?: string
  /** Members of its body that were not understood, as its answer names them. */
  ignoredFields?: string | undefined
  /** The rules of an agent's policy that have denied it. */
  deniedBy?: readonly string[]
}

/** The file of a `multipart/form-data` request. */
export type UploadedFile = {
  /** As it was sent: any text. */
  readonly name: string
  /** What `receive` has made of the content. */
  readonly content: unknown
  /** SHA-256 of the content as it was sent, hexadecimal. */
  readonly hash: string
}

/** A body of `multipart/form-data`: the fields of `body`, all text, and one file. */
export type MultipartRule = {
  readonly fileBytesMax: number
  /** For the whole request; `UPLOAD_TIMEOUT_MAX_MS` at most. */
  readonly timeLimitMs: number
  /**
   * Takes the content as it arrives, before the other fields are known. Where it fails it leaves
   * nothing behind; `discard` is called for a request that is refused before its handler.
   */
  receive(
    content: Readable,
    given: { readonly platform: Platform; readonly dependencies: Dependencies },
  ): Promise<{ readonly content: unknown; discard(): Promise<void> }>
}

/** The input of `validate`. */
export type ValidationInput = {
  /** As it was sent, unchecked, with the defaults of the schemas. */
  readonly body: unknown
  /** Of a multipart request that has one. */
  readonly file: UploadedFile | undefined
  /** Decoded path parameters of any shape. */
  readonly params: Readonly<Record<string, string>>
  /** As it was sent, unchecked. */
  readonly query: Readonly<Record<string, unknown>>
  readonly platform: Platform
  /** Where an agent calls. */
  readonly agent: Agent | undefined
  /** Whether the schemas have found an error: only then is a query worth its cost. */
  readonly isSchemaInvalid: boolean
  readonly dependencies: Dependencies
}

/** The input of a handler: authenticated and validated against the schemas. */
export type Call<Params = Readonly<Record<string, string>>, Query = unknown, Body = unknown> = {
  /** Decoded path parameters of any shape: one that names nothing is the handler's 404. */
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The body as it was sent; '' without one, and for multipart. */
  readonly rawBody: string
  /** Of a multipart request. */
  readonly file: UploadedFile | undefined
  readonly operation: Pick<Operation, 'id' | 'status' | 'errors'>
  readonly platform: Platform
  /** Where an agent calls: all that it reads and does is of its customer. */
  readonly agent: Agent | undefined
  /** Header `Service-Wallet-Signature`, unchecked. Only where the operation declares it. */
  readonly walletSignature: string | undefined
  /** Header `Request-Id` of a signed retry (not the id of this HTTP request), unchecked. */
  readonly requestId: string | undefined
  /** Header `Idempotency-Key`, 1 to 255 characters. Only where the operation declares it. */
  readonly idempotencyKey: string | undefined
  /** Upper case. */
  readonly method: string
  /** Path with version prefix, as sent, without query. */
  readonly path: string
  /** Path and query, as sent. */
  readonly url: string
  /** The caller's address as limits count it: an IPv4 address, or the /64 of an IPv6 one. */
  readonly address: string
  /** What a link to this service begins with (`publicOrigin`). */
  readonly origin: string
  readonly dependencies: Dependencies
  /** Carries request id, operation and platform. */
  readonly log: Logger
  /** What the access log should name beside the request. */
  readonly trace: RequestTrace
}

type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The parameters of a path: `/quotes/:quoteId/execute` gives `{ quoteId: string }`. */
export type ParamsOf<Path extends string> = { readonly [Name in PathNames<Path>]: string }

/** A schema that is no literal (a variant is computed, say) says nothing about types. */
export type Inferred<Declared> = Declared extends object
  ? Declared extends JSONSchema
    ? FromSchema<Declared>
    : unknown
  : undefined
type BodyOf<Body, Optional> = Optional extends true ? Inferred<Body> | undefined : Inferred<Body>

/**
 * The body that a handler answers with a status. A schema whose type is lost on the way says nothing of its
 * answer: nothing can be returned for it.
 */
type AnswerOf<Responses, Status> = Status extends keyof Responses
  ? Responses[Status] extends null
    ? undefined
    : unknown extends Shown<Responses[Status]>
      ? never
      : Shown<Responses[Status]>
  : never

/** Not JSONSchema: comparing large literals with it is more than the type checker bears. */
export type Schema = { readonly [keyword: string]: unknown }

/** Who may call, by how the request is authenticated. */
type Access<Declared> = Declared extends 'AGENT'
  ? {
      /** What the agent's policy must permit; without it any agent may. Read at every request. */
      readonly agentPermission?: AgentPermission
      /**
       * Reaches its handler while the agent is paused too, as every GET does: it only reads, or it is
       * judged, which denies it.
       */
      readonly answersPaused?: true
    }
  : Declared extends 'OPEN'
    ? object
    : { readonly permission: Permission }

type Caller<Declared> = Declared extends 'AGENT'
  ? { readonly agent: Agent }
  : Declared extends 'OPEN'
    ? { readonly platform: never }
    : object

type OperationDefinition<
  Path extends string,
  Query,
  Body,
  Optional,
  Declared,
  Status extends number = number,
  Responses = Readonly<Record<number, Schema | null>>,
> = {
  /** The operationId; the file has the same name. */
  readonly id: string
  readonly group: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly path: Path
  /** Left out: by a platform's token (Basic). */
  readonly security?: Declared
  /** Production tokens get `403 FORBIDDEN`; `HIDDEN`: `404`, as if it were not there. */
  readonly sandboxOnly?: true | 'HIDDEN'
  /**
   * The answer holds a secret that is shown once: no log, trace or row may have it in clear text. Under an
   * Idempotency-Key the answer is kept encrypted. Its use cases name the members that hold it (`secrets`).
   */
  readonly answersSecret?: true
  /** The answer waits for something of the caller's own, such as its endpoint: a platform has few such calls at a time. */
  readonly awaitsCaller?: true
  /**
   * Outside parties that it calls, or has a workflow call. `always`: where the platform's
   * environment lacks one, every request is refused with `501` before it is validated.
   * `byRequest`: some requests need it, and the handler asks `requireOutside` before it writes.
   */
  readonly outside?: {
    readonly always?: readonly OutsideParty[]
    readonly byRequest?: readonly OutsideParty[]
  }
  readonly deprecated?: true
  readonly summary: string
  readonly description?: string
  /** An object schema; unknown names are refused, text is coerced. */
  readonly query?: Query
  /** Without one a body that is sent must still be readable JSON, and is otherwise ignored. */
  readonly body?: Body
  readonly bodyOptional?: Optional
  /** The body is `multipart/form-data` instead of JSON. */
  readonly multipart?: MultipartRule
  readonly headers?: {
    /** `kept`: made by `createOnce` or `createOutsideOnce`, which keep the answer. */
    readonly idempotencyKey?: true | 'required' | 'kept'
    readonly walletSignature?: true
    readonly requestId?: true
  }
  /**
   * Checks that schemas can't express. It runs whether or not they pass, so that all errors are in
   * one response; the body can have any shape.
   */
  /**
   * Brings a parsed body to one spelling, before its schema judges it: for what people write in several
   * ways. Whatever has another shape than it should have stays as it is.
   */
  readonly prepare?: (body: unknown) => unknown
  readonly validate?: (
    input: ValidationInput,
  ) => readonly FieldError[] | Promise<readonly FieldError[]>
  /** The main success status: what a plain returned body is sent with. */
  readonly status: Status
  /** Schema of every success status; null means no body. */
  readonly responses: Responses
  /** Codes beyond those that any operation can answer (`commonErrors`). */
  readonly errors: readonly ErrorCode[]
}

/** An operation as the arrays hold it, with its types erased. */
export type Operation = OperationDefinition<
  string,
  Schema | undefined,
  Schema | undefined,
  true | undefined,
  Security
> & {
  readonly permission?: Permission
  readonly agentPermission?: AgentPermission
  readonly answersPaused?: true
  handle(call: Call): Promise<unknown>
}

/** Another status than the main one, or headers, in an answer. Made by `reply`. */
export class Reply<Body = unknown> {
  readonly status: number
  readonly body: Body
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, body: Body, headers: Readonly<Record<string, string>>) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** An answer with its own status and headers; without a body where `body` is undefined. */
export function reply(status: number): Reply<undefined>
export function reply<Body>(
  status: number,
  body: Body,
  headers?: Readonly<Record<string, string>>,
): Reply<Body>
export function reply(
  status: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return new Reply(status, body, headers)
}

/** Whether the answer is that of an earlier request with the same key. */
export function replayHeaders(isReplay: boolean | undefined): Readonly<Record<string, string>> {
  return isReplay ? { 'Idempotent-Replayed': 'true' } : {}
}

/**
 * Declares an operation. `handle` gets `params`, `query` and `body` typed from the path and the
 * schemas; it returns the body of the main status, or `reply(status, body, headers)`, and throws
 * a `Refusal` with one of the declared codes.
 */
export function operation<
  const Path extends string,
  const Query extends Schema | undefined = undefined,
  const Body extends Schema | undefined = undefined,
  const Optional extends true | undefined = undefined,
  const Declared extends Security | undefined = undefined,
  const Status extends number = number,
  const Responses extends Readonly<Record<number, Schema | null>> = never,
>(
  definition: OperationDefinition<Path, Query, Body, Optional, Declared, Status, Responses> &
    Access<Declared> & {
      handle(
        call: Call<ParamsOf<Path>, Inferred<Query>, BodyOf<Body, Optional>> & Caller<Declared>,
      ): Promise<AnswerOf<Responses, Status> | Reply<AnswerOf<Responses, keyof Responses>>>
    },
): Operation {
  // Erasing the types is safe because `bind` validates against the same schemas.
  return definition as unknown as Operation
}

/** The codes that an operation can answer without declaring them. */
export function commonErrors(operation: Operation): readonly ErrorCode[] {
  const { method, outside } = operation
  const codes: ErrorCode[] = [
    'INVALID_INPUT',
    ...(operation.security === 'OPEN' ? [] : (['UNAUTHORIZED', 'FORBIDDEN'] as const)),
    'RATE_LIMITED',
    'INVALID_REQUEST_FORMAT',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ]
  if (outside !== undefined) codes.push('NOT_IMPLEMENTED')
  if (method !== 'get' && method !== 'delete')
    codes.push('CONTENT_TOO_LARGE', 'REQUEST_TIMEOUT', 'UNSUPPORTED_MEDIA_TYPE')
  return codes
}
