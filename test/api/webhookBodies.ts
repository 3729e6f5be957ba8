/** Events that really happened, held against what the served document says of them. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type WebhookEvent, webhookBody } from '../../contract/webhooks.ts'
import { service } from './service.ts'

type Document = { readonly components: { readonly schemas: Readonly<Record<string, Body>> } }
type Body = { readonly properties: { readonly type: { readonly enum: readonly string[] } } }

export type Findings = { readonly types: readonly string[]; readonly problems: readonly string[] }

/** Every event in the database of the tests: its types, and what is wrong with its body. */
export async function checkEveryEvent(): Promise<Findings> {
  const { database, stack } = service()
  const origin = new URL(stack.apiUrls[0] ?? '').origin
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as Document
  const check = bodyCheck(document)
  const rows = await database.query<{ event: WebhookEvent }>({
    text: `select jsonb_build_object('id', id, 'type', type, 'snapshot', snapshot, 'createdAt',
      created_at) as event from events`,
  })
  const problems = rows.flatMap(({ event }) => check(event.type, webhookBody(event)))
  const types = [...new Set(rows.map(({ event }) => event.type))].sort()
  return { types, problems }
}

function bodyCheck(document: Document): (type: string, body: string) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  for (const format of ['country', 'currency']) ajv.addFormat(format, true)
  ajv.addSchema(document, 'document')
  const names = new Map(
    Object.entries(document.components.schemas)
      .filter(([name]) => name.endsWith('Webhook'))
      .flatMap(([name, { properties }]) =>
        properties.type.enum.map((type) => [type, name] as const),
      ),
  )
  return (type, body) => {
    const name = names.get(type)
    if (name === undefined) return [`${type} is not in the document`]
    const pointer = `/components/schemas/${name}`
    const validate = ajv.getSchema(`document#${pointer}`)
    if (validate === undefined) return [`${type} has no schema`]
    return validate(JSON.parse(body)) ? [] : [`${type}: ${ajv.errorsText(validate.errors)}`]
  }
}
