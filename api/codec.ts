/**
 * The codec endpoint: lets the Temporal UI and CLI show encrypted payloads to an operator who may
 * see them: by an operator's own token, which is audited, or by the one of the setting. In development
 * loopback callers need none.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Payload, PayloadCodec } from '@temporalio/common'
import { Refusal } from '../contract/errors.ts'
import { addAudit } from '../db/operators.ts'
import { hashSecret } from '../db/secrets.ts'
import type { Config } from '../runtime/config.ts'
import { codecKeys } from '../runtime/keyRing.ts'
import { createPayloadCodec } from '../runtime/payloadCodec.ts'
import { type Arrivals, createArrivals } from './arrivals.ts'
import type { Dependencies } from './dependencies.ts'
import { readBody } from './middleware/body.ts'
import type { Context } from './middleware/state.ts'
import type { Callers } from './operators/caller.ts'
import type { ApiRouter } from './router.ts'

type WirePayload = {
  readonly metadata?: Readonly<Record<string, string>>
  readonly data?: string
}

/** Adds `/codec/decode` and `/codec/encode`. */
export function codecRoutes(
  { config, database }: Pick<Dependencies, 'config' | 'database'>,
  callers: Pick<Callers, 'identify'>,
  arrivals: Pick<Arrivals, 'read'> = createArrivals(0),
): (router: ApiRouter) => void {
  const codec = createPayloadCodec(codecKeys(config))
  return (router) => {
    for (const direction of ['decode', 'encode'] as const) {
      router.options(`/codec/${direction}`, (context) => {
        allowUi(context, config)
        context.status = 204
      })
      router.post(`/codec/${direction}`, async (context) => {
        context.state.operation = 'codec'
        allowUi(context, config)
        if (!isPermitted(context, config)) {
          const operator = await callers.identify(context)
          const { requestId } = context.state
          await addAudit(database, operator, { action: `codec:${direction}`, requestId })
        }
        const sender = { key: 'codec', isKnown: true }
        const { parsed } = await arrivals.read(context.req, sender, () => readBody(context))
        context.body = { payloads: await convert(codec, direction, parsed) }
      })
    }
  }
}

async function convert(
  codec: PayloadCodec,
  direction: 'decode' | 'encode',
  body: unknown,
): Promise<object[]> {
  const wire = (body as { payloads?: WirePayload[] } | undefined)?.payloads
  if (!Array.isArray(wire)) throw new Refusal('INVALID_REQUEST_FORMAT')
  try {
    const payloads = await codec[direction](wire.map(fromWire))
    return payloads.map(toWire)
  } catch {
    throw new Refusal('INVALID_REQUEST_FORMAT', {
      reason: 'A payload is of a key that this ring lacks.',
    })
  }
}

function fromWire({ metadata, data }: WirePayload): Payload {
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
    ),
    data: Buffer.from(data ?? '', 'base64'),
  }
}

function toWire({ metadata, data }: Payload): WirePayload {
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata ?? {}).map(([name, value]) => [
        name,
        Buffer.from(value ?? []).toString('base64'),
      ]),
    ),
    data: Buffer.from(data ?? []).toString('base64'),
  }
}

function allowUi(context: Context, config: Config): void {
  if (config.CODEC_UI_ORIGIN === undefined) return
  context.set('Access-Control-Allow-Origin', config.CODEC_UI_ORIGIN)
  context.set('Access-Control-Allow-Methods', 'POST, OPTIONS')
  context.set('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Namespace')
  context.set('Vary', 'Origin')
}

/** Whether the request may be answered without an operator's own token. */
function isPermitted(context: Context, config: Config): boolean {
  const given = /^Bearer (.+)$/.exec(context.get('Authorization'))?.[1]
  const token = config.CODEC_OPERATOR_TOKEN
  if (token !== undefined) {
    return given !== undefined && timingSafeEqual(hashSecret(given), hashSecret(token))
  }
  if (given !== undefined || config.ENVIRONMENT === 'production') return false
  // A page of another origin in the operator's browser is loopback too.
  const origin = context.get('Origin')
  const isForeignPage = origin !== '' && origin !== config.CODEC_UI_ORIGIN
  const address = context.socket.remoteAddress ?? ''
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address)
  if (isLoopback && !isForeignPage) return true
  throw new Refusal('FORBIDDEN')
}
