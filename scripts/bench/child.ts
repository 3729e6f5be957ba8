/** Processes of the bench, asked one thing at a time over Node's own channel between processes. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Child = {
  readonly pid: number
  /** Runs one of the child's tasks and answers its result. */
  ask<Result>(task: string, input?: unknown): Promise<Result>
  stop(): Promise<void>
}

type Question = { readonly id: number; readonly task: string; readonly input: unknown }
type Reply = { readonly id: number; readonly result?: unknown; readonly error?: string }

/**
 * Starts a file of this folder as a process; resolves once it takes questions.
 *
 * @param env settings as for the service's own processes
 */
export async function startChild(file: string, env: NodeJS.ProcessEnv): Promise<Child> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = fork(path, [], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const pending = new Map<number, (reply: Reply) => void>()
  let nextId = 1
  child.on('message', (reply: Reply) => {
    pending.get(reply.id)?.(reply)
    pending.delete(reply.id)
  })
  const died = once(child, 'exit').then(() => {
    for (const [id, settle] of pending) settle({ id, error: `${file} has ended` })
    pending.clear()
  })
  const ask = async <Result>(task: string, input?: unknown): Promise<Result> => {
    const id = nextId++
    const reply = await new Promise<Reply>((resolve) => {
      pending.set(id, resolve)
      child.send({ id, task, input } satisfies Question, (error) => {
        if (error) resolve({ id, error: `${file}: ${error.message}` })
      })
    })
    if (reply.error !== undefined) throw new Error(reply.error)
    return reply.result as Result
  }
  await ask('ready')
  return { pid: pidOf(child), ask, stop: () => end(child, died) }
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('a process of the bench could not be started')
  return pid
}

async function end(child: ChildProcess, died: Promise<void>): Promise<void> {
  if (child.connected) child.disconnect()
  child.kill('SIGTERM')
  await died
}

export type Tasks = Readonly<Record<string, (input: never) => Promise<unknown>>>

/** The child's side: answers the parent's questions until the parent goes. */
export function serveParent(tasks: Tasks, stop: () => Promise<void> = async () => undefined): void {
  process.on('message', ({ id, task, input }: Question) => {
    const work = task === 'ready' ? async () => undefined : tasks[task]
    if (work === undefined) throw new Error(`no task ${task}`)
    work(input as never).then(
      (result) => process.send?.({ id, result } satisfies Reply),
      (error: unknown) => process.send?.({ id, error: String(error) } satisfies Reply),
    )
  })
  const leave = (): void => {
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', leave)
  process.once('disconnect', leave)
}
