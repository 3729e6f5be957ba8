/** The whole reference as Markdown: for programs that read, models among them. */
import { permissions } from '../../contract/permissions.ts'
import type { Document } from '../openapi.ts'
import type { Operation } from '../operation.ts'
import { errorsText } from './errorTable.ts'
import { type Guide, guides, guideText } from './guides.ts'
import { slugOf } from './html.ts'
import { samplesOf } from './samples.ts'
import { aboutOf, anchorOf, reachableFrom, schemaLines, typeOf } from './schemaText.ts'
import { useCases } from './useCases/index.ts'

type Json = { readonly [key: string]: unknown }

export type Source = {
  readonly document: Document
  readonly operations: readonly Operation[]
}

const DEPRECATED =
  '**Deprecated.** It goes on working; [what replaces it](/docs/guides/versions.md).'

type Listed = { readonly method: string; readonly path: string; readonly about: Json }

/** Everything in one text. */
export function wholeText(source: Source): string {
  const { document } = source
  const { info, servers } = document
  return [
    `# ${info.title} ${info.version}`,
    '',
    String(info.description),
    '',
    `Base path \`${servers[0]?.url}\`. The same by machine: \`/openapi.json\`. An index: \`/llms.txt\`.`,
    '',
    ...permissionTable(listed(document)),
    ...document.tags.flatMap(({ name }) => groupLines(source, String(name))),
    ...webhookLines(document),
    '## Schemas',
    '',
    ...Object.keys(schemasOf(document))
      .sort()
      .flatMap((name) => namedSchema(document, name)),
    ...guides.map((guide) => lowered(guideOf(guide))),
    lowered(errorsOf(source.operations)),
    '',
  ].join('\n')
}

/** A page of prose, whose links lead to the text of the others. */
export function guideOf(guide: Guide): string {
  return guideText(guide, (slug) => `/docs/guides/${slug}.md`)
}

/** The table of errors, whose links lead to the text of the pages. */
export function errorsOf(operations: readonly Operation[]): string {
  return errorsText(operations).replaceAll(/\]\((\/docs\/guides\/[\w-]+)/g, ']($1.md')
}

/** The operations of one group, with the schemas that they use. */
export function groupText(source: Source, name: string): string {
  const { document } = source
  const lines = groupLines(source, name)
  const own = listed(document).filter(({ about }) => (about.tags as string[]).includes(name))
  const used = reachableFrom(own, schemasOf(document)).filter((schema) => schema !== 'Error')
  return [
    '# Operations',
    '',
    ...lines,
    '## Schemas',
    '',
    ...used.flatMap((schema) => namedSchema(document, schema)),
  ].join('\n')
}

/** The webhooks, with the schemas of what they hold. */
export function webhooksText({ document }: Source): string {
  const used = reachableFrom(document.components.pathItems, schemasOf(document))
  return [
    ...webhookLines(document),
    '## Schemas',
    '',
    ...used.flatMap((schema) => namedSchema(document, schema)),
  ].join('\n')
}

/** The index by the convention of llms.txt: what there is, each with its address. */
export function indexText({ document }: Source): string {
  const { info, tags } = document
  const link = (title: string, path: string, about: string): string =>
    `- [${title}](${path}): ${about}`
  const counted = (name: string): string => {
    const found = listed(document).filter(({ about }) => (about.tags as string[]).includes(name))
    return found.map(({ about }) => nameOf(about)).join(', ')
  }
  const groups = tags.map(({ name }) => String(name)).filter((name) => counted(name) !== '')
  const pages = (part: Guide['part']): string[] =>
    guides
      .filter((one) => one.part === part)
      .map(({ slug, title, about }) => link(title, `/docs/guides/${slug}.md`, about))
  return [
    `# ${info.title} ${info.version}`,
    '',
    `> ${String(info.description).split('\n\n')[0]?.replaceAll('\n', ' ')}`,
    '',
    'Every page below is Markdown. All of them in one: [/llms-full.txt](/llms-full.txt).',
    '',
    '## Basics',
    '',
    ...pages('Basics'),
    link('Errors', '/docs/errors.md', 'every code with its cause and its cure.'),
    '',
    '## Tasks',
    '',
    ...pages('Tasks'),
    '',
    '## Operations',
    '',
    ...groups.map((name) =>
      link(
        name,
        `/docs/operations/${slugOf(name)}.md`,
        `${counted(name)}; with schemas and examples.`,
      ),
    ),
    link('Webhook events', '/docs/webhook-events.md', 'every event with its body.'),
    '',
    '## By machine',
    '',
    link(
      'OpenAPI 3.1',
      '/openapi.json',
      'the whole interface, with schemas, examples and samples.',
    ),
    '',
    '## Optional',
    '',
    link('Everything in one', '/llms-full.txt', 'all of the above.'),
    '',
  ].join('\n')
}

/** A page inside another: its headings go one level down. */
function lowered(text: string): string {
  let inCode = false
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) inCode = !inCode
      return !inCode && /^#{1,4} /.test(line) ? `#${line}` : line
    })
    .join('\n')
}

/** An operation in a list, where what is deprecated says so. */
function nameOf({ operationId, deprecated }: Json, quote = ''): string {
  return `${quote}${operationId}${quote}${deprecated === true ? ' (deprecated)' : ''}`
}

function listed({ paths }: Document): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, about]) => ({ method, path, about })),
  )
}

function schemasOf({ components }: Document): Readonly<Record<string, Json>> {
  return components.schemas as Readonly<Record<string, Json>>
}

function namedSchema(document: Document, name: string): string[] {
  const schema = schemasOf(document)[name]
  if (schema === undefined) return []
  return [`### <a id="${anchorOf(name)}"></a>${name}`, '', ...schemaLines(schema)]
}

function groupLines(source: Source, name: string): string[] {
  const { document, operations } = source
  const own = listed(document).filter(({ about }) => (about.tags as string[]).includes(name))
  if (own.length === 0) return []
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const about = document.tags.find((tag) => tag.name === name)?.description
  return [
    `## ${name}`,
    '',
    ...(about === undefined ? [] : [String(about), '']),
    ...own.flatMap((one) => operationLines(one, document, byId.get(String(one.about.operationId)))),
  ]
}

function operationLines(
  { method, path, about }: Listed,
  document: Document,
  operation: Operation | undefined,
): string[] {
  return [
    `### \`${method.toUpperCase()} ${path}\``,
    '',
    `${about.summary} (\`${about.operationId}\`)`,
    '',
    ...(about.deprecated === true ? [DEPRECATED, ''] : []),
    String(about.description),
    '',
    ...parameterLines((about.parameters ?? []) as readonly Json[]),
    ...bodyLines(about.requestBody as Json | undefined),
    ...responseLines(about.responses as Json, document),
    ...(operation === undefined ? [] : exampleLines(operation)),
  ]
}

function parameterLines(parameters: readonly Json[]): string[] {
  if (parameters.length === 0) return []
  const rows = parameters.map(({ name, in: place, required, schema, description, deprecated }) => {
    const text = [description, aboutOf({ ...(schema as Json), deprecated })]
      .filter(Boolean)
      .join(' ')
    return `| \`${name}\` | ${place} | ${typeOf(schema).replaceAll('|', '\\|')} | ${required ? 'yes' : ''} | ${text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')} |`
  })
  return [
    '| Parameter | In | Type | Required | Description |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ]
}

function bodyLines(body: Json | undefined): string[] {
  if (body === undefined) return []
  const [[type, { schema }] = ['', {}]] = Object.entries(
    body.content as Readonly<Record<string, Json>>,
  )
  return [`Body (\`${type}\`${body.required ? '' : ', optional'}):`, '', ...shown(schema)]
}

function shown(schema: unknown): string[] {
  const { $ref } = (schema ?? {}) as Json
  return typeof $ref === 'string' ? [typeOf(schema), ''] : schemaLines((schema ?? {}) as Json)
}

function responseLines(responses: Json, { components }: Document): string[] {
  const shared = components.responses as Readonly<Record<string, Json>>
  const rows = Object.entries(responses as Readonly<Record<string, Json>>).map(
    ([status, given]) => {
      const response =
        typeof given.$ref === 'string' ? shared[given.$ref.split('/').at(-1) ?? ''] : given
      const content = (response?.content as Readonly<Record<string, Json>> | undefined)?.[
        'application/json'
      ]
      const body =
        Number(status) < 400 ? (content === undefined ? 'no body' : typeOf(content.schema)) : ''
      const text = String(response?.description ?? '').replaceAll(/\s+/g, ' ')
      return `| ${status} | ${body} | ${text.replaceAll('|', '\\|')} |`
    },
  )
  return ['| Status | Body | |', '|---|---|---|', ...rows, '']
}

function exampleLines(operation: Operation): string[] {
  const cases = useCases[operation.id] ?? []
  return cases.flatMap((one) => {
    const samples = samplesOf(operation, one, true).map(({ lang, source }) =>
      [`\`\`\`${lang === 'Shell' ? 'sh' : 'ts'}`, source, '```', ''].join('\n'),
    )
    return [`Example: ${one.title}`, '', ...samples]
  })
}

function webhookLines({ components, webhooks }: Document): string[] {
  const items = components.pathItems as Readonly<Record<string, { readonly post: Json }>>
  const lines = Object.values(webhooks).flatMap(({ $ref }) => {
    const { post } = items[String($ref).split('/').at(-1) ?? ''] ?? {}
    if (post === undefined) return []
    const { content } = post.requestBody as { content: Readonly<Record<string, Json>> }
    const { schema, examples = {} } = content['application/json'] ?? {}
    const shownExamples = Object.values(examples as Readonly<Record<string, Json>>).flatMap(
      ({ summary, value }) => [
        `Example: ${summary}`,
        '',
        '```json',
        JSON.stringify(value, undefined, 2),
        '```',
        '',
      ],
    )
    return [
      `### ${post.summary}`,
      '',
      String(post.description),
      '',
      typeOf(schema),
      '',
      ...shownExamples,
    ]
  })
  return ['## Webhook events', '', ...lines]
}

/** The permission that a platform's token needs for each operation, those that need the least first. */
function permissionTable(all: readonly Listed[]): string[] {
  const rows = permissions.flatMap((permission) =>
    all
      .filter(({ about }) => about['x-permission'] === permission)
      .map(({ method, path, about }) => {
        const request = `${method.toUpperCase()} ${path}`
        return `| \`${permission}\` | \`${request}\` | ${nameOf(about, '`')} |`
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
