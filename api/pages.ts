/** What all pages of ours have in common: their policy, and their scripts, bundled in memory on first use. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contentPolicy, protectPage } from './contentPolicy.ts'
import type { Context } from './middleware/state.ts'

const folder = fileURLToPath(new URL('../console', import.meta.url))

/** No inline script or style, nothing from or to another origin, no markup out of strings. */
const policy = contentPolicy({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'require-trusted-types-for': "'script'",
})

/** Answers with a page, or a part of one. @param operation its name in the log */
export function sendPage(context: Context, operation: string, type: string, content: string): void {
  context.state.operation = operation
  protectPage(context, policy)
  context.type = type
  context.body = content
}

/** A file of `console/`. */
export function pageSource(name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8')
}

/** The script of an entry in `console/`, made by the first who asks for it. */
export function pageScript(entry: string): () => Promise<string> {
  return once(() => bundle(entry))
}

async function bundle(entry: string): Promise<string> {
  // Loaded when a page is asked for: most processes serve none.
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [join(folder, entry)],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    minify: true,
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error('the page has no script')
  return file.text
}

/** One run shared by all callers; a failed one is retried by the next caller. */
function once(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
