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
import { aJpeg, aPdf } from '../support/documentFiles.ts'
import { aPerson, csvOf, domainOf } from '../support/importFiles.ts'
import type { Stage } from './stage.ts'

/** Taken from the answer of the first call, not made. */
const ofFirstCall: readonly string[] = [given.stamp, given.request]

const names = new Map<unknown, Given>(
  (Object.entries(given) as [Given, string][]).map(([name, text]) => [text, name]),
)

/** The answer of a use case. */
export async function run(operation: Operation, useCase: UseCase, stage: Stage): Promise<Answer> {
  const real = (await substituted(useCase, stage)) as UseCase
  const caller = await callerOf(operation, stage)
  const content = real.file === undefined ? undefined : await contentOf(real.file, stage)
  const send = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
    untilSettled(() =>
      caller.call(
        operation.method.toUpperCase(),
        pathOf(operation, real),
        real.file !== undefined && content !== undefined
          ? formOf(real.body as Record<string, string>, { name: real.file, content })
          : real.body,
        { 'X-Forwarded-For': anAddress(), ...headers },
      ),
    )
  const headers = Object.entries(real.headers ?? {})
  const own = Object.fromEntries(headers.filter(([, value]) => !ofFirstCall.includes(value)))
  if (headers.length === Object.keys(own).length) return send(own)
  const { payloadToSign, requestId } = (await send(own)).body
  const { device } = await stage.owner()
  const stamp = await device.stamp(String(payloadToSign))
  return send({ ...own, 'Service-Wallet-Signature': stamp, 'Request-Id': String(requestId) })
}

/** Whether its curl sample can be run by a shell as it stands: one call, with the platform's token. */
export function isPlain({ security }: Operation, { headers = {} }: UseCase): boolean {
  return security === undefined && !Object.values(headers).some((one) => ofFirstCall.includes(one))
}

/** What a use case is answered whose curl sample is run by bash. */
export async function runCurl(
  operation: Operation,
  useCase: UseCase,
  stage: Stage,
): Promise<Answer> {
  const real = (await substituted(useCase, stage)) as UseCase
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

async function callerOf({ security }: Operation, stage: Stage): Promise<ApiClient> {
  if (security === 'AGENT') return (await stage.acting()).its
  return security === 'OPEN' ? authorizedClient(stage.api.baseUrl, undefined) : stage.api
}

async function contentOf(file: string, { api }: Stage): Promise<string | Uint8Array> {
  if (file.endsWith('.jpg')) return aJpeg()
  return file.endsWith('.pdf') ? aPdf() : csvOf([aPerson(await domainOf(api))])
}

/** A copy in which every text of `given` is a real one, and every key of its own. */
async function substituted(value: unknown, stage: Stage, key = ''): Promise<unknown> {
  if (typeof value === 'string') {
    const name = ofFirstCall.includes(value) ? undefined : names.get(value)
    const text = name === undefined ? value : await stage.text(name)
    return key === 'Idempotency-Key' ? `${text}-${crypto.randomUUID()}` : text
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Promise.all(value.map((item) => substituted(item, stage)))
  const entries: [string, unknown][] = []
  // One after the other: what is made for one may be what another refers to.
  for (const [name, item] of Object.entries(value)) {
    entries.push([name, await substituted(item, stage, name)])
  }
  return Object.fromEntries(entries)
}
