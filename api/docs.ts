/**
 * `/openapi.json` and the pages made of it; all files are served from here, none from elsewhere.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { permissions } from '../contract/permissions.ts'
import type { Context } from './middleware/state.ts'
import type { Document } from './openapi.ts'
import type { ApiRouter } from './router.ts'

const CACHE_SECONDS = 3_600

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Embedded-wallet payments: reference</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<noscript>This page needs scripts; <a href="/docs.md">the same as text</a>.</noscript>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const start = `window.ui = SwaggerUIBundle({
  url: '/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'list', validatorUrl: null,
})
`

/** No inline script or style, nothing from another origin, no frame around it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Adds `/openapi.json`, `/docs` (a page) and `/docs.md` (the operations as text).
 *
 * @param describe makes the document; called when it is asked for first, as it checks every example
 */
export function docsRoutes(router: ApiRouter, describe: () => Document): void {
  let described: Document | undefined
  const serve = (path: string, type: string, make: (document: () => Document) => string): void => {
    let content: string | undefined
    router.get(path, (context) => {
      content ??= make(() => (described ??= describe()))
      send(context, type, content)
    })
  }
  serve('/openapi.json', 'application/json', (document) => JSON.stringify(document()))
  serve('/docs.md', 'text/markdown; charset=utf-8', (document) => markdown(document()))
  serve('/docs', 'text/html; charset=utf-8', () => page)
  serve('/docs/start.js', 'text/javascript; charset=utf-8', () => start)
  for (const [name, type] of Object.entries({
    'swagger-ui.css': 'text/css; charset=utf-8',
    'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
    'favicon-32x32.png': 'image/png',
  })) {
    let content: Buffer | undefined
    router.get(`/docs/${name}`, (context) => {
      content ??= readFileSync(join(folder, name))
      send(context, type, content)
      context.set('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
    })
  }
}

function send(context: Context, type: string, content: string | Buffer): void {
  context.state.operation = 'docs'
  context.set('Content-Security-Policy', policy)
  context.set('Referrer-Policy', 'no-referrer')
  context.type = type
  context.body = content
}

type Described = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  'x-permission'?: string
}

function markdown({ info, servers, tags, paths }: Document): string {
  const lines = [`# ${info.title} ${info.version}`, '', String(info.description), '']
  lines.push(`Base path \`${servers[0]?.url}\`. Schemas: \`/openapi.json\`.`, '')
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, about]) => ({ method, path, about: about as Described })),
  )
  lines.push(...permissionTable(all))
  for (const { name } of tags) {
    lines.push(`## ${name}`, '')
    for (const { method, path, about } of all) {
      if (!about.tags.includes(String(name))) continue
      lines.push(`### \`${method.toUpperCase()} ${path}\``, '')
      lines.push(`${about.summary} (\`${about.operationId}\`)`, '', about.description, '')
    }
  }
  return lines.join('\n')
}

type Listed = { readonly method: string; readonly path: string; readonly about: Described }

/** The permission that a platform's token needs for each operation, those that need the least first. */
function permissionTable(all: readonly Listed[]): string[] {
  const rows = permissions.flatMap((permission) =>
    all
      .filter(({ about }) => about['x-permission'] === permission)
      .map(({ method, path, about }) => {
        const request = `${method.toUpperCase()} ${path}`
        return `| \`${permission}\` | \`${request}\` | \`${about.operationId}\` |`
      }),
  )
  const about = '`MANAGE` includes `TRANSACT`, which includes `VIEW`.'
  return [
    '## Permissions',
    '',
    about,
    '',
    '| Needs | Request | Operation |',
    '|---|---|---|',
    ...rows,
    '',
  ]
}
