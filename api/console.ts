/**
 * `/console`: a page to try the service by hand, and `/console/operations`, a page to monitor a
 * platform's money, and `/mails`, the messages that the sandbox has captured of a platform; not in production. Their sources are bundled in memory on first use, so there
 * is no build step.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetch } from 'undici'
import { Refusal } from '../contract/errors.ts'
import type { Config } from '../runtime/config.ts'
import { VERSION } from './app.ts'
import type { Context } from './middleware/state.ts'
import type { ApiRouter } from './router.ts'

const SIGNERS_TIMEOUT_MS = 2_000

const folder = fileURLToPath(new URL('../console', import.meta.url))

/** No inline script or style, nothing from or to another origin, no markup out of strings. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Adds `/console` and its files; nothing in production. */
export function consoleRoutes(config: Config): (router: ApiRouter) => void {
  return (router) => {
    if (config.ENVIRONMENT === 'production') return
    const scriptOf = (entry: string): (() => Promise<string>) => once(() => bundle(entry))
    const serve = (path: string, type: string, read: () => Promise<string>): void => {
      router.get(path, async (context) => send(context, type, await read()))
    }
    serve('/console', 'text/html; charset=utf-8', () => source('index.html'))
    serve('/console/console.css', 'text/css; charset=utf-8', () => source('console.css'))
    serve('/console/console.js', 'text/javascript; charset=utf-8', scriptOf('main.ts'))
    serve('/console/settings.json', 'application/json', async () =>
      JSON.stringify({ basePath: `/${VERSION}`, ...(await signersOf(config)) }),
    )
    serve('/mails', 'text/html; charset=utf-8', () => source('mails.html'))
    serve('/console/mails.js', 'text/javascript; charset=utf-8', scriptOf('mails/main.ts'))
    serve('/console/operations', 'text/html; charset=utf-8', () => source('operations.html'))
    serve('/console/operations.css', 'text/css; charset=utf-8', () => source('operations.css'))
    const operations = scriptOf('operations/main.ts')
    serve('/console/operations.js', 'text/javascript; charset=utf-8', operations)
    // Independent of the sandbox: the monitoring page must work while it is down.
    serve('/console/operations/settings.json', 'application/json', async () =>
      JSON.stringify({ basePath: `/${VERSION}`, ...temporalUiOf(config) }),
    )
  }
}

function send(context: Context, type: string, content: string): void {
  context.state.operation = 'console'
  context.set('Content-Security-Policy', policy)
  context.set('Referrer-Policy', 'no-referrer')
  context.type = type
  context.body = content
}

function source(name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8')
}

function temporalUiOf({ TEMPORAL_UI_URL: url, TEMPORAL_NAMESPACE: namespace }: Config): object {
  return url === undefined ? {} : { temporalUi: { url, namespace } }
}

async function bundle(entry: string): Promise<string> {
  // Loaded here, not above: production installs and needs no bundler.
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
  if (file === undefined) throw new Error('the console has no script')
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

/**
 * Public keys of the sandbox's signers, which a wallet client takes in place of its own constants.
 * Without a sandbox there are none: the constants hold.
 */
async function signersOf({ SANDBOX_CONTROL_URL: controlUrl }: Config): Promise<object> {
  if (controlUrl === undefined) return {}
  try {
    const answer = await fetch(new URL('/signers', controlUrl), {
      signal: AbortSignal.timeout(SIGNERS_TIMEOUT_MS),
    })
    const signers = (await answer.json()) as { otp: string; export: string }
    return { otpSigner: signers.otp, exportSigner: signers.export }
  } catch {
    throw new Refusal('SERVICE_UNAVAILABLE', {
      reason: 'The sandbox does not answer.',
      retryAfterSeconds: 1,
    })
  }
}
