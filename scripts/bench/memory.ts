/** Row 6: what API and worker keep, after many executes against after few. */
import { residentBytesOf } from './cpu.ts'
import { logInAgain, prepareExecutes } from './payments.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'

const CONCURRENCY = 16
const BATCH = 500
const REST_MS = 2_000
const SAMPLES = 5
const SAMPLE_MS = 400

const roles = ['api', 'worker'] as const

/** New processes, then executes in batches; the resident sizes at two counts. */
export async function memoryRows(
  stage: Stage,
  size: { readonly few: number; readonly many: number },
  progress: (line: string) => void,
): Promise<Row[]> {
  await renewSessions(stage)
  for (const role of roles) await stage.stack.restart(role)
  const sizes: Record<(typeof roles)[number], number>[] = []
  let done = 0
  for (const goal of [size.few, size.many]) {
    while (done < goal) {
      const count = Math.min(BATCH, goal - done)
      const requests = await prepareExecutes(stage.api, stage.wallets, count)
      await stage.load({ requests, concurrency: CONCURRENCY })
      done += count
      if (done % (BATCH * 2) === 0) progress(progressOf(stage, done))
    }
    sizes.push(await residentSizes(stage))
  }
  const [few, many] = sizes
  return roles.map((role) => {
    const [before, after] = [few?.[role] ?? 0, many?.[role] ?? 0]
    return {
      name: `resident size of the ${role}`,
      ours: megabytes(after),
      baseline: megabytes(before),
      ratio: after / before,
      goal: { atMost: 1.1 },
      detail: `after ${size.many} executes against after ${size.few}, background steps queued`,
    }
  })
}

function progressOf(stage: Stage, done: number): string {
  const now = roles.map((role) => `${role} ${megabytes(residentBytesOf(stage.pidOf(role)))}`)
  return `  after ${done} executes: ${now.join(', ')}`
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}

/** Sessions live for minutes: the login needs the outside parties for a moment. */
export async function renewSessions(stage: Stage): Promise<void> {
  const outside = await stage.startOutsideWorker()
  await logInAgain(stage.api, stage.wallets)
  await outside.stop()
}

async function residentSizes(stage: Stage): Promise<Record<(typeof roles)[number], number>> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  const samples: Record<(typeof roles)[number], number[]> = { api: [], worker: [] }
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    for (const role of roles) samples[role].push(residentBytesOf(stage.pidOf(role)))
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
  }
  return { api: median(samples.api), worker: median(samples.worker) }
}
