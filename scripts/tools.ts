/** Tools that check the sources, one after the other: all of them, or up to the first that fails. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Programs of `node_modules/.bin` and of npm itself, which npm has put on the PATH. */
export type Tool = readonly [program: string, ...options: string[]]

/** Ends with the exit code of the first that fails. */
export async function runTools(tools: readonly Tool[]): Promise<void> {
  for (const [program, ...options] of tools) {
    const child = spawn(program, options, { stdio: 'inherit' })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code === 0) continue
    process.exitCode = code ?? 1
    return
  }
}
