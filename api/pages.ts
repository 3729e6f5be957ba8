/** What all pages of ours have in common: their policy, and the files that they are made of. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Refusal } from '../contract/errors.ts'
import { answerBytes } from './answers.ts'
import { contentPolicy, protectPage } from './contentPolicy.ts'
import type { Context } from './middleware/state.ts'
import { type PageName, pageAssets } from './pageAssets.ts'
import type { ApiRouter } from './router.ts'

const folder = fileURLToPath(new URL('../console', import.meta.url))

/** No inline script or style, nothing from or to another origin, no markup out of strings. */
const basicPolicy = contentPolicy({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'require-trusted-types-for': "'script'",
})

/**
 * Answers with a page, or a part of one.
 *
 * @param operation its name in the log
 * @param frames the origins whose pages it may show in a frame
 */
export function sendPage(
  context: Context,
  operation: string,
  type: string,
  content: string | Buffer,
  frames: readonly string[] = [],
): void {
  const policy = frames.length === 0 ? basicPolicy : `${basicPolicy}; frame-src ${frames.join(' ')}`
  context.state.operation = operation
  protectPage(context, policy)
  context.type = type
  answerBytes(context, typeof content === 'string' ? Buffer.from(content) : content)
}

/** A page of `console/`, which names entries of `pageAssets.ts`: their files in place of them. */
export async function pageWithAssets(page: PageName, folderOfAssets: string): Promise<string> {
  const [source, { entries }] = await Promise.all([
    readFile(join(folder, page, 'index.html'), 'utf8'),
    pageAssets(page),
  ])
  return Object.entries(entries).reduce(
    (text, [entry, file]) => text.replaceAll(`="/assets/${entry}"`, `="${folderOfAssets}/${file}"`),
    source,
  )
}

/** Adds the route of the files that `pageWithAssets` names. Each may be kept for ever. */
export function assetRoute(
  router: ApiRouter,
  page: PageName,
  folderOfAssets: string,
  operation: string,
): void {
  router.get(`${folderOfAssets}/:file`, async (context) => {
    const { files } = await pageAssets(page)
    const asset = files.get(String(context.params.file))
    if (asset === undefined) throw new Refusal('NOT_FOUND')
    const isGzipped = context.acceptsEncodings('gzip', 'identity') === 'gzip'
    sendPage(context, operation, asset.type, isGzipped ? asset.gzipped : asset.content)
    if (isGzipped) context.set('Content-Encoding', 'gzip')
    context.vary('Accept-Encoding')
    context.set('Cache-Control', 'public, max-age=31536000, immutable')
  })
}
