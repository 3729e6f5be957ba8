/** Sends a use case as it stands, but for what comes from earlier answers. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Operation } from '../../api/operation.ts'
import { curlOf, pathOf } from '../../api/reference/samples.ts'
import { type Given, given } from '../../api/reference/useCases/given.ts'
import type { UseCase } from '../../api/reference/useCases/useCase.ts'
import {
  type Answer,
  type ApiClient,
  authorizedClient,
  formOf,
} from '../../scripts/serviceDriver/apiClient.ts'
import { untilSettled } from '../../scripts/serviceDriver/device.ts'
import { anAddress } from '../support/agents.ts'
import { shown } from '../support/builders.ts'
import { aJpeg, aPdf } from '../support/documentFiles.ts'
import { aPerson, csvOf, domainOf } from '../support/importFiles.ts'
import type { Stage } from './stage.ts'

/** Taken from the answer of the first call, not made. */
const ofFirstCall: readonly string[] = [given.stamp, given.request]

export const names: ReadonlyMap<unknown, Given> = new Map(
  (Object.entries(given) as [Given, string][]).map(([name, text]) => [text, name]),
)

/** Every text of a value. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Whether a value is an id of this service: `Customer:` and a uuid. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]\w+:[\da-f-]{36}$/.test(value)
}

export type Request = {
  /** Upper case. */
  readonly method: string
  /** With its query, without version. */
  readonly path: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** The answer of a use case. */
export async function run(operation: Operation, useCase: UseCase, stage: Stage): Promise<Answer> {
  const caller = await callerOf(operation, stage)
  return send(caller, await requestOf(operation, useCase, stage))
}

/** What a use case sends; the first call of a signed retry has been sent. */
export async function requestOf(
  operation: Operation,
  useCase: UseCase,
  stage: Stage,
): Promise<Request> {
  const real = await substituted(useCase, stage)
  const headers = Object.entries(real.headers ?? {}).filter(([, one]) => !ofFirstCall.includes(one))
  const request = {
    method: operation.method.toUpperCase(),
    path: pathOf(operation, real),
    body: real.file === undefined ? real.body : await formWith(real.file, real, stage),
    headers: { 'X-Forwarded-For': anAddress(), ...Object.fromEntries(headers) },
  }
  if (!isSigned(useCase)) return request
  const first = shown('first call', await send(await callerOf(operation, stage), request), 202)
  const { device } = await stage.owner()
  const stamp = await device.stamp(String(first.payloadToSign))
  const signed = { 'Service-Wallet-Signature': stamp, 'Request-Id': String(first.requestId) }
  return { ...request, headers: { ...request.headers, ...signed } }
}

export function send(caller: ApiClient, request: Request): Promise<Answer> {
  const { method, path, body, headers } = request
  return untilSettled(() => caller.call(method, path, body, headers))
}

/** Whether it needs a call before it, which answers what to stamp. */
export function isSigned({ headers = {} }: UseCase): boolean {
  return Object.values(headers).some((one) => ofFirstCall.includes(one))
}

/** Whether its curl sample can be run by a shell as it stands: one call, with the platform's token. */
export function isPlain({ security }: Operation, useCase: UseCase): boolean {
  return security === undefined && !isSigned(useCase)
}

/** What a use case is answered whose curl sample is run by bash. */
export async function runCurl(
  operation: Operation,
  useCase: UseCase,
  stage: Stage,
): Promise<Answer> {
  const real = await substituted(useCase, stage)
  const folder = mkdtempSync(join(tmpdir(), 'payments-curl-'))
  try {
    if (real.file !== undefined) {
      writeFileSync(join(folder, real.file), await contentOf(real.file, stage))
    }
    const command = curlOf(operation, real).replace(/^curl/, "curl -sS -o answer -w '%{http_code}'")
    const env = {
      ...process.env,
      API_URL: stage.api.baseUrl,
      CLIENT_ID: stage.platform.clientId,
      CLIENT_SECRET: stage.platform.clientSecret,
    }
    const shell = spawn('bash', ['-c', command], { cwd: folder, env })
    let printed = ''
    shell.stdout.on('data', (part) => {
      printed += part
    })
    await new Promise((resolve) => shell.on('close', resolve))
    // An answer without a body leaves no file.
    const file = join(folder, 'answer')
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const body = text === '' ? {} : JSON.parse(text)
    return { status: Number(printed), headers: new Headers(), body }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function callerOf({ security }: Operation, stage: Stage): Promise<ApiClient> {
  if (security === 'AGENT') return (await stage.acting()).its
  return security === 'OPEN' ? authorizedClient(stage.api.baseUrl, undefined) : stage.api
}

async function formWith(name: string, { body }: UseCase, stage: Stage): Promise<unknown> {
  return formOf(body as Record<string, string>, { name, content: await contentOf(name, stage) })
}

async function contentOf(file: string, { api }: Stage): Promise<string | Uint8Array> {
  if (file.endsWith('.jpg')) return aJpeg()
  return file.endsWith('.pdf') ? aPdf() : csvOf([aPerson(await domainOf(api))])
}

/** A copy in which every text of `given` is a real one, and every key of its own. */
export async function substituted(useCase: UseCase, stage: Stage): Promise<UseCase> {
  return (await replaced(useCase, stage)) as UseCase
}

async function replaced(value: unknown, stage: Stage, key = ''): Promise<unknown> {
  if (typeof value === 'string') {
    const name = ofFirstCall.includes(value) ? undefined : names.get(value)
    const text = name === undefined ? value : await stage.text(name)
    return key === 'Idempotency-Key' ? `${text}-${crypto.randomUUID()}` : text
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Promise.all(value.map((item) => replaced(item, stage)))
  const entries: [string, unknown][] = []
  // One after the other: what is made for one may be what another refers to.
  for (const [name, item] of Object.entries(value)) {
    entries.push([name, await replaced(item, stage, name)])
  }
  return Object.fromEntries(entries)
}
