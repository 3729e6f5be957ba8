/** The thread of live card authorizations, as the API process sees it. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { IN_FLIGHT, OPERATION } from './cardDecisions.ts'
import type { Metrics } from './metrics.ts'
import { ListenError } from './serve.ts'

/** The order to end. */
export type FromHost = { readonly patienceMs: number }
export type ToHost =
  | { readonly name: 'listening'; readonly port: number }
  | { readonly name: 'failed'; readonly message: string; readonly isKnown: boolean }
  | {
      readonly name: 'decided'
      readonly decided: readonly (readonly [status: number, seconds: number])[]
      readonly inFlight: number
    }
  | { readonly name: 'drained' }

export type CardDecisionHost = {
  readonly port: number
  drain(patienceMs: number): Promise<void>
}

/**
 * Starts the thread, and waits until it listens. A thread that ends by itself ends the process: its supervisor
 * restarts both.
 *
 * @throws ListenError when its address cannot be had
 */
export async function startCardDecisions(
  metrics: Metrics,
  onend: (error: Error) => void,
): Promise<CardDecisionHost> {
  const worker = startThread()
  let inFlight = 0
  metrics.watch(IN_FLIGHT.name, IN_FLIGHT.help, () => inFlight)
  let draining = false
  let drained: () => void = () => undefined
  const port = await new Promise<number>((resolve, reject) => {
    worker.on('message', (message: ToHost) => {
      if (message.name === 'listening') resolve(message.port)
      else if (message.name === 'drained') drained()
      else if (message.name === 'decided') {
        inFlight = message.inFlight
        for (const [status, seconds] of message.decided) {
          metrics.duration.observe({ operation: OPERATION, status }, seconds)
        }
      } else reject(message.isKnown ? new ListenError(message.message) : new Error(message.message))
    })
    const ended = (error: Error): void => {
      reject(error)
      if (!draining) onend(error)
    }
    worker.on('error', ended)
    worker.on('exit', () => ended(new Error('the thread of live card authorizations has ended')))
  })
  return {
    port,
    async drain(patienceMs) {
      draining = true
      await new Promise<void>((resolve) => {
        drained = resolve
        worker.once('exit', () => resolve())
        const message: FromHost = { patienceMs }
        worker.postMessage(message)
      })
      await worker.terminate()
    },
  }
}

/** Starts the program beside that of the process: compiled, or as it is in the sources. */
function startThread(): Worker {
  const [, main = ''] = process.argv
  const folder = join(dirname(main), 'cardDecisionThread')
  const compiled = join(folder, 'main.mjs')
  return new Worker(existsSync(compiled) ? compiled : join(folder, 'fromSources.mjs'))
}
