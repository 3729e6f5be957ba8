/**
 * `/openapi.json`, and the reference and guides made of it and of the project's Markdown: as pages, and as
 * text for programs. All files are served from here, none from elsewhere, and nothing is made before it is
 * asked for.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Refusal } from '../contract/errors.ts'
import { answerBytes } from './answers.ts'
import type { Context } from './middleware/state.ts'
import { once } from './once.ts'
import { refuseUnrouted } from './onerror.ts'
import type { Document } from './openapi.ts'
import type { Operation } from './operation.ts'
import { ERRORS_PATH } from './reference/docUrl.ts'
import { errorsText } from './reference/errorTable.ts'
import { guides, guideText } from './reference/guides.ts'
import { indexHtml, proseHtml, slugOf } from './reference/html.ts'
import {
  errorsOf,
  groupText,
  guideOf,
  indexText,
  type Source,
  webhooksText,
  wholeText,
} from './reference/markdown.ts'
import {
  asset,
  hasLibrary,
  LIBRARY_PATH,
  libraryFile,
  libraryVersion,
  prosePolicy,
  referenceHtml,
  referencePolicy,
} from './reference/page.ts'
import { postmanCollection } from './reference/postman.ts'
import type { ApiRouter } from './router.ts'

const CACHE_SECONDS = 3_600
/** Smaller answers are not compressed. */
const GZIP_BYTES_MIN = 10_000

const MARKDOWN = 'text/markdown; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

/** Bytes, which all answers share. */
type Made = { readonly plain: Buffer; readonly gzipped?: Buffer }

/**
 * Adds `/openapi.json`, `/docs` with its pages, `/docs.md`, `/llms.txt` and `/`, which leads there.
 *
 * @param describe makes the document; called when it is asked for first
 */
export function docsRoutes(
  router: ApiRouter,
  operations: readonly Operation[],
  describe: () => Document,
): void {
  let made: Source | undefined
  const source = (): Source => (made ??= { document: describe(), operations })
  const serve = (
    path: string,
    type: string,
    make: () => string | Promise<string>,
    policy = prosePolicy,
  ): void => {
    const content = once(async () => compressed(await make()))
    router.get(path, async (context) => send(context, type, await content(), policy))
  }

  serve('/openapi.json', 'application/json', () => JSON.stringify(source().document))
  serve('/docs/postman.json', 'application/json', () => {
    const [server] = source().document.servers
    return JSON.stringify(postmanCollection(operations, `http://localhost:8080${server?.url}`))
  })
  // Without the library's file there are the guides, and every operation as text.
  if (hasLibrary()) {
    serve('/docs', HTML, referenceHtml, referencePolicy)
    libraryRoutes(router)
  } else {
    serve('/docs', HTML, () => indexHtml(groupsOf(operations)))
  }
  for (const [name, type] of Object.entries({
    'reference.js': SCRIPT,
    'reference.css': 'text/css; charset=utf-8',
    'guides.css': 'text/css; charset=utf-8',
    'theme.js': SCRIPT,
    'icon.svg': 'image/svg+xml',
  })) {
    serve(`/docs/${name}`, type, () => asset(name))
  }
  serve('/docs/guides', HTML, () => indexHtml(groupsOf(operations)))
  for (const guide of guides) {
    const path = `/docs/guides/${guide.slug}`
    const text = (): string => guideText(guide, (slug) => `/docs/guides/${slug}`)
    serve(path, HTML, () => proseHtml(guide.title, text(), path))
    serve(`${path}.md`, MARKDOWN, () => guideOf(guide))
  }
  serve(ERRORS_PATH, HTML, () => proseHtml('Errors', errorsText(operations), ERRORS_PATH))
  serve(`${ERRORS_PATH}.md`, MARKDOWN, () => errorsOf(operations))
  for (const group of groupsOf(operations)) {
    serve(`/docs/operations/${slugOf(group)}.md`, MARKDOWN, () => groupText(source(), group))
  }
  serve('/docs/webhook-events.md', MARKDOWN, () => webhooksText(source()))
  serve('/docs.md', MARKDOWN, () => wholeText(source()))
  serve('/llms-full.txt', 'text/plain; charset=utf-8', () => wholeText(source()))
  serve('/llms.txt', 'text/plain; charset=utf-8', () => indexText(source()))
  router.get('/', (context) => {
    context.state.operation = 'docs'
    context.vary('Accept')
    // A client that asked for JSON has a wrong path: it gets the answer of any other wrong path.
    if (context.accepts('json', 'html') !== 'html') refuseUnrouted(context, [], () => undefined)
    context.redirect('/docs')
  })
}

function groupsOf(operations: readonly Operation[]): readonly string[] {
  return [...new Set(operations.map(({ group }) => group))]
}

/** The library's files below its version: a browser keeps them, and another version has other addresses. */
function libraryRoutes(router: ApiRouter): void {
  const contents = new Map<string, () => Promise<Made>>()
  for (const folder of ['', 'chunks/']) {
    router.get(`${LIBRARY_PATH}/:version/${folder}:file`, async (context) => {
      const { version, file } = context.params
      const path = `${folder}${file}`
      if (version !== libraryVersion()) throw new Refusal('NOT_FOUND')
      let content = contents.get(path)
      if (content === undefined) {
        const text = libraryFile(path)
        if (text === undefined) throw new Refusal('NOT_FOUND')
        content = once(() => compressed(text))
        contents.set(path, content)
      }
      send(context, SCRIPT, await content(), prosePolicy)
      context.set('Cache-Control', 'public, max-age=31536000, immutable')
    })
  }
}

async function compressed(text: string): Promise<Made> {
  const plain = Buffer.from(text)
  if (plain.length < GZIP_BYTES_MIN) return { plain }
  return { plain, gzipped: await promisify(gzip)(plain) }
}

function send(context: Context, type: string, { plain, gzipped }: Made, policy: string): void {
  context.state.operation = 'docs'
  context.set('Content-Security-Policy', policy)
  context.set('Referrer-Policy', 'no-referrer')
  if (/javascript|css|svg/.test(type)) {
    context.set('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
  }
  context.type = type
  if (gzipped === undefined) {
    answerBytes(context, plain)
    return
  }
  context.vary('Accept-Encoding')
  if (context.acceptsEncodings('gzip', 'identity') === 'gzip') {
    context.set('Content-Encoding', 'gzip')
    answerBytes(context, gzipped)
  } else answerBytes(context, plain)
}
