/** The pages of the reference, without a service behind them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../api/operations.ts'
import { cures } from '../../api/reference/cures/index.ts'
import { guides } from '../../api/reference/guides.ts'
import { components } from '../../contract/components/index.ts'
import { errors } from '../../contract/errors.ts'
import { webhookTypes } from '../../contract/webhooks.ts'
import { type Answer, type Api, startApi } from '../api/framework.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let api: Api
const texts = new Map<string, Answer>()

beforeAll(async () => {
  api = await startApi({}, {}, operations)
})
afterAll(async () => {
  await api?.drain(0)
})

/** A path outside the version, asked once. */
async function page(path: string): Promise<Answer> {
  const known = texts.get(path) ?? (await api.ask(`/${path}`, { as: '' }))
  texts.set(path, known)
  return known
}

const linksIn = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, link = '']) => link)
const idsIn = (html: string): string[] =>
  [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)

const html = [
  '/docs',
  '/docs/guides',
  '/docs/errors',
  ...guides.map(({ slug }) => `/docs/guides/${slug}`),
]

describe.each(html)('%s', (path) => {
  test('is a page under a policy: scripts are files of ours, without eval', async () => {
    const { status, headers } = await page(path)
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toMatch(/^text\/html/)
    const policy = headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; ")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toContain('unsafe-eval')
    expect(policy.includes("'unsafe-inline'")).toBe(path === '/docs')
  })

  test('leads only to what is there, anchors too, and loads nothing from elsewhere', async () => {
    const { text } = await page(path)
    expect(
      text.match(/(?:src|href)="https?:\/\/(?!127\.0\.0\.1|localhost)[^"]*\.(?:js|css|woff2?)"/g),
    ).toBeNull()
    for (const link of new Set(linksIn(text))) {
      const [target = '', anchor] = link.split('#')
      const found = await page(target)
      expect([link, found.status]).toEqual([link, 200])
      if (anchor !== undefined) expect(idsIn(found.text), link).toContain(anchor)
    }
    for (const [, anchor = ''] of text.matchAll(/href="#([^"]+)"/g)) {
      expect(idsIn(text), `${path}#${anchor}`).toContain(anchor)
    }
  })
})

describe('the table of errors', () => {
  test.each(Object.keys(errors))('%s has its anchor, a cause and a cure', async (code) => {
    const { cause, cure } = cures[code as keyof typeof cures]
    expect(cause.length).toBeGreaterThan(15)
    expect(cure.length).toBeGreaterThan(15)
    const { text } = await page('/docs/errors')
    const entry = text.slice(text.indexOf(`<h3 id="${code}">`))
    expect(entry.startsWith(`<h3 id="${code}">`)).toBe(true)
    const own = entry.slice(0, entry.indexOf('<h', 4))
    expect(own).toMatch(/<strong>Cause\.<\/strong> \S[\s\S]*<strong>Cure\.<\/strong> \S/)
  })

  test('has no other code, and says of a reserved one that nothing answers it', async () => {
    const { text } = await page('/docs/errors')
    const shown = [...text.matchAll(/<h3 id="([A-Z_]+)">/g)].map(([, code = '']) => code)
    expect(shown.sort()).toEqual(Object.keys(errors).sort())
    const declared = new Set<string>(operations.flatMap(({ errors: own }) => own))
    const reserved = Object.keys(cures).filter((code) =>
      cures[code as keyof typeof cures].cause.includes('Reserved'),
    )
    expect(reserved.length).toBeGreaterThan(10)
    expect(reserved.filter((code) => declared.has(code))).toEqual([])
  })

  test('is where every refusal leads', async () => {
    const origin = `http://127.0.0.1:${api.port}`
    const refusals = [
      await api.ask('/nothing'),
      await api.ask('/customers', { as: 'nobody' }),
      await api.ask('/customers', { method: 'PUT', body: '{}' }),
    ]
    for (const { body } of refusals) {
      const { code, details } = body as { code: string; details: { docUrl: string } }
      expect(details.docUrl).toBe(`${origin}/docs/errors#${code}`)
    }
  })

  test('at no address that a caller makes up', async () => {
    const docUrlAt = async ({ port }: Api, headers: Record<string, string>): Promise<unknown> => {
      const { body } = await request(`http://127.0.0.1:${port}/nothing`, { headers })
      return ((await body.json()) as { details: { docUrl: string } }).details.docUrl
    }
    const forged = { 'X-Forwarded-Proto': 'javascript', 'X-Forwarded-Host': 'evil.example' }
    const path = '/docs/errors#NOT_FOUND'
    const origin = `http://127.0.0.1:${api.port}`
    expect(await docUrlAt(api, forged)).toBe(`${origin}${path}`)
    expect(await docUrlAt(api, { host: 'evil.example' })).toBe(`${origin}${path}`)
    const behind = await startApi({ TRUSTED_PROXY_HOPS: '1' })
    const known = await startApi({ TRUSTED_PROXY_HOPS: '1', PUBLIC_URL: 'https://api.example.com' })
    try {
      expect(await docUrlAt(behind, forged)).toBe(`http://127.0.0.1:${behind.port}${path}`)
      expect(await docUrlAt(known, { ...forged, host: 'evil.example' })).toBe(
        `https://api.example.com${path}`,
      )
    } finally {
      await Promise.all([behind.drain(100), known.drain(100)])
    }
  })
})

describe('the text', () => {
  test.each(['/docs.md', '/llms-full.txt'])('%s has everything', async (path) => {
    const { text } = await page(path)
    for (const { id, path: route, method } of operations) {
      expect(text).toContain(
        `### \`${method.toUpperCase()} ${route.replaceAll(/:(\w+)/g, '{$1}')}\``,
      )
      expect(text).toContain(`(\`${id}\`)`)
    }
    for (const name of Object.keys(components)) expect(text).toContain(`</a>${name}\n`)
    expect(text).toContain('| `lockedCurrencyAmount` | integer | yes |')
    for (const code of Object.keys(errors)) expect(text).toContain(`### ${code}\n`)
    for (const type of webhookTypes) expect(text).toContain(`Example: ${type}\n`)
    for (const { title } of guides) expect(text).toContain(`## ${title}\n`)
    expect(text.match(/^```sh$/gm)?.length).toBeGreaterThan(operations.length)
    expect(text.match(/^```ts$/gm)?.length).toBeGreaterThan(operations.length)
  })

  test('marks what the document marks as deprecated, and nothing else', async () => {
    type Part = {
      readonly deprecated?: boolean
      readonly name?: string
      readonly parameters?: Part[]
    }
    const { paths, components: named } = (await page('/openapi.json')).body as {
      paths: Record<string, Record<string, Part>>
      components: { schemas: Record<string, Part & { properties?: Record<string, Part> }> }
    }
    const { text } = await page('/docs.md')
    const sectionOf = (heading: string): string => {
      const start = text.indexOf(`${heading}\n`)
      return text.slice(start, text.indexOf('\n##', start + heading.length))
    }
    const rowOf = (section: string, name = ''): string =>
      section.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? ''
    const checked: (readonly [where: string, isMarked: boolean, isShown: boolean])[] = []
    const check = (where: string, part: Part, shown: string): void => {
      checked.push([where, part.deprecated === true, shown.includes('**Deprecated.**')])
    }
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const request = `${method.toUpperCase()} ${path}`
        const section = sectionOf(`### \`${request}\``)
        check(request, operation, section.slice(0, section.indexOf('\n| ')))
        for (const one of operation.parameters ?? []) {
          check(`${request} ${one.name}`, one, rowOf(section, one.name))
        }
      }
    }
    for (const [name, schema] of Object.entries(named.schemas)) {
      const section = sectionOf(`</a>${name}`)
      check(name, schema, section.split('\n| ')[0] ?? '')
      for (const [member, one] of Object.entries(schema.properties ?? {})) {
        if (rowOf(section, member)) check(`${name}.${member}`, one, rowOf(section, member))
      }
    }
    expect(checked.filter(([, isMarked, isShown]) => isMarked !== isShown)).toEqual([])
    expect(checked.filter(([, isMarked]) => isMarked).map(([where]) => where)).toEqual(
      expect.arrayContaining([
        'POST /agents/me/transfer-out',
        'GET /cards state',
        'Card.fundingSources',
        'AgentAction.transferDetails',
        'TransferInToEvaluate',
      ]),
    )
    expect((await page('/llms.txt')).text).toContain('createTransferOut (deprecated)')
    expect(text).toContain('| `POST /transfer-out` | `createTransferOut` (deprecated) |')
  })

  test('/llms.txt is an index of pages that are there, and together have every operation', async () => {
    const { text } = await page('/llms.txt')
    expect(text).toMatch(/^# .+\n\n> .+\n/)
    const links = [...text.matchAll(/^- \[[^\]]+\]\((\/[^)]+)\): \S/gm)].map(
      ([, link = '']) => link,
    )
    expect(links.length).toBe(text.match(/^- /gm)?.length)
    const pages = await Promise.all(links.map((link) => page(link)))
    expect(pages.map(({ status }) => status)).toEqual(links.map(() => 200))
    const all = pages
      .filter((_, index) => links[index]?.endsWith('.md'))
      .map((one) => one.text)
      .join('\n')
    for (const { id } of operations) expect(all).toContain(`(\`${id}\`)`)
    for (const name of Object.keys(components)) {
      const isUsed = JSON.stringify((await page('/openapi.json')).body).includes(`schemas/${name}"`)
      if (isUsed) expect(all, name).toContain(`</a>${name}\n`)
    }
  })

  test('links of a page lead to text again', async () => {
    const { text } = await page('/docs/guides/idempotency.md')
    expect(text).toContain('](/docs/guides/signed-retries.md)')
    expect(text).not.toMatch(/\]\([^)]*\.\.\//)
    expect((await page('/docs/errors.md')).text).toContain('](/docs/guides/unknown-outcomes.md)')
  })
})

test('/ leads a browser to the reference, and answers a client that it is no path', async () => {
  const ask = (accept: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${api.port}/`, { headers: { accept }, redirect: 'manual' })
  const browser = await ask('text/html,application/xhtml+xml;q=0.9,*/*;q=0.8')
  expect([browser.status, browser.headers.get('Location')]).toEqual([302, '/docs'])
  for (const accept of ['*/*', 'application/json']) {
    const client = await ask(accept)
    expect([client.status, await client.json()]).toMatchObject([404, { code: 'NOT_FOUND' }])
  }
})

test('signed retries are explained once, and each of the eight operations leads there', async () => {
  const { paths } = (await page('/openapi.json')).body as {
    paths: Record<string, Record<string, { description: string; operationId: string }>>
  }
  const described = Object.values(paths).flatMap((methods) => Object.values(methods))
  const leading = described.filter(({ description }) =>
    description.includes('/docs/guides/signed-retries'),
  )
  const signed = operations.filter(({ headers }) => headers?.walletSignature && headers.requestId)
  expect(leading.map(({ operationId }) => operationId).sort()).toEqual(
    signed.map(({ id }) => id).sort(),
  )
  expect(leading.length).toBeGreaterThanOrEqual(8)
})

test('large answers are compressed for those who take that', async () => {
  const plain = await fetch(`http://127.0.0.1:${api.port}/docs.md`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const zipped = await fetch(`http://127.0.0.1:${api.port}/docs.md`, {
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(plain.headers.get('Content-Encoding')).toBeNull()
  expect(zipped.headers.get('Content-Encoding')).toBe('gzip')
  expect(await zipped.text()).toBe(await plain.text())
})

test("the library's files are kept by browsers under their version, and are none but its modules", async () => {
  const [entry = ''] = linksIn((await page('/docs')).text).filter((link) => link.includes('scalar'))
  const folder = entry.slice(0, entry.lastIndexOf('/'))
  const { text } = await page(entry)
  const [, chunk = ''] = /["`]\.\/(chunks\/[\w.-]+\.js)["`]/.exec(text) ?? []
  for (const path of [entry, `${folder}/${chunk}`]) {
    const { status, headers } = await api.ask(`/${path}`, { as: '' })
    expect([path, status]).toEqual([path, 200])
    expect(headers.get('Content-Type')).toContain('javascript')
    expect(headers.get('Cache-Control')).toContain('immutable')
  }
  for (const path of [
    `${folder}/no-such.js`,
    `${folder}/standalone.esm.js.map`,
    `${folder}/%2e%2e%2fstandalone.js`,
    `${folder}/chunks/..%2fstandalone.js`,
    `/docs/scalar/another/standalone.esm.js`,
  ]) {
    expect([path, (await api.ask(`/${path}`, { as: '' })).status]).toEqual([path, 404])
  }
})

test('of the library its bundle alone is installed: each package that it was made of is left out', () => {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))
  const { dependencies } = read('node_modules/@scalar/api-reference/package.json') as {
    dependencies: Record<string, string>
  }
  const { overrides } = read('package.json') as {
    overrides: Record<string, Record<string, string>>
  }
  const leftOut = overrides['@scalar/api-reference'] ?? {}
  expect(Object.keys(leftOut).sort()).toEqual(Object.keys(dependencies).sort())
  expect(new Set(Object.values(leftOut))).toEqual(new Set(['npm:empty-npm-package@1.0.0']))
})
