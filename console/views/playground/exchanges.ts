/** The requests of the playground and what was answered, by the step that has sent them. */
import type { Api } from '../../lib/api.ts'
import type { ApiRequest } from '../../lib/request.ts'
import { createStore, type Store } from '../../lib/store.ts'

export const stepKeys = [
  'customer',
  'signIn',
  'fund',
  'quote',
  'sign',
  'execute',
  'watch',
  'credentials',
  'sessions',
  'export',
] as const
export type StepKey = (typeof stepKeys)[number]

export type Exchange = {
  readonly step: StepKey
  readonly request: ApiRequest
  /** What it is for, where the request alone does not say. */
  readonly note: string | undefined
  /** 0: there was no answer. */
  readonly status: number
  readonly answer: unknown
  readonly ms: number
  /** How often it was sent: a read that waits for something, or a repeat. */
  readonly times: number
}

const log = createStore<readonly Exchange[]>([])

export const exchanges: Pick<Store<readonly Exchange[]>, 'get' | 'watch'> = log

/** Forgets all. */
export function forgetExchanges(): void {
  log.set([])
}

/** Sends a request and keeps it with its answers. */
export type Sender = <T>(request: ApiRequest<T>, note?: string) => Promise<T>

export function senderFor(api: Api, step: StepKey): Sender {
  return (request, note) => {
    const start = performance.now()
    return api.send(request, {
      onAnswer({ status, body: answer }) {
        const ms = performance.now() - start
        keep({ step, request, note, status, answer, ms, times: 1 })
      },
    })
  }
}

/** In place of the one before where that was the same question. */
function keep(next: Exchange): void {
  const all = log.get()
  const before = all.findLast(({ step }) => step === next.step)
  const isSame = before !== undefined && isRepeat(before.request, next.request)
  const kept = isSame ? all.filter((each) => each !== before) : all
  log.set([...kept, { ...next, times: isSame ? before.times + 1 : 1 }])
}

function isRepeat(before: ApiRequest, next: ApiRequest): boolean {
  return (
    before === next ||
    (next.method === 'GET' && before.method === 'GET' && before.path === next.path)
  )
}
