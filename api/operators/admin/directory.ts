/** The lists that `GET /uma-providers` and `GET /vasps` show, each environment's its own. */
import { countries } from '../../../contract/countries.ts'
import { invalidInput, Refusal } from '../../../contract/errors.ts'
import { currencies } from '../../../contract/money.ts'
import { environment } from '../platformById.ts'
import { operatorRoute } from '../route.ts'

const name = { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' } as const
const domain = {
  type: 'string',
  maxLength: 253,
  pattern: '^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$',
} as const
const address = { type: 'string', maxLength: 2_000 } as const
const codes = { type: 'array', minItems: 1, maxItems: 300, uniqueItems: true } as const

export const getDirectory = operatorRoute({
  id: 'readDirectory',
  method: 'get',
  path: '/directory',
  role: 'VIEW',
  summary:
    'Providers of UMA addresses and of custodial wallets, as an environment’s lists show them',
  isUnaudited: true,
  query: { type: 'object', properties: { environment: { ...environment, default: 'SANDBOX' } } },
  async handle({ query: { environment: side }, tx }) {
    const { models, transaction } = tx
    const where = { environment: side }
    const [providers, vasps] = [
      await models.UmaProvider.findAll({ where, order: ['domain'], transaction }),
      await models.Vasp.findAll({ where, order: ['name'], transaction }),
    ]
    const body = {
      providers: providers.map((each) => each.get({ plain: true })),
      vasps: vasps.map((each) => each.get({ plain: true })),
    }
    return { body }
  },
})

export const putProvider = operatorRoute({
  id: 'putProvider',
  method: 'post',
  path: '/directory/providers',
  role: 'ADMIN',
  summary:
    'List a provider of UMA addresses, or change what is listed of it; `blocked` keeps it out',
  body: {
    type: 'object',
    required: ['environment', 'domain', 'name', 'regions', 'currencies'],
    properties: {
      ...{ environment, domain, name, logoUrl: address },
      regions: { ...codes, items: { type: 'string', enum: [...countries] } },
      currencies: { ...codes, items: { type: 'string', enum: [...currencies.keys()] } },
      lei: { type: 'string', pattern: '^[A-Z0-9]{18}[0-9]{2}$' },
      blocked: { type: 'boolean', default: false },
    },
  },
  async handle({ body, tx }) {
    const { blocked, logoUrl, lei, ...provider } = body
    const row = {
      ...provider,
      domain: body.domain.toLowerCase(),
      logoUrl: webAddress('logoUrl', logoUrl),
      lei: lei ?? null,
      isAllowed: !blocked,
    }
    await tx.models.UmaProvider.upsert(row, { transaction: tx.transaction })
    return { body: row, subject: row.domain, details: { ...body } }
  },
})

export const removeProvider = operatorRoute({
  id: 'removeProvider',
  method: 'post',
  path: '/directory/providers/remove',
  role: 'ADMIN',
  summary: 'Take a provider of UMA addresses off the list',
  body: {
    type: 'object',
    required: ['environment', 'domain'],
    properties: { environment, domain },
  },
  async handle({ body, tx }) {
    const where = { environment: body.environment, domain: body.domain.toLowerCase() }
    requireListed(await tx.models.UmaProvider.destroy({ where, transaction: tx.transaction }))
    return { body: where, subject: where.domain, details: where }
  },
})

export const putVasp = operatorRoute({
  id: 'putVasp',
  method: 'post',
  path: '/directory/vasps',
  role: 'ADMIN',
  summary: 'List a provider of custodial wallets, or change its address',
  body: {
    type: 'object',
    required: ['environment', 'name'],
    properties: { environment, name, url: address },
  },
  async handle({ body, tx }) {
    const row = { ...body, url: webAddress('url', body.url) }
    await tx.models.Vasp.upsert(row, { transaction: tx.transaction })
    return { body: row, subject: row.name, details: row }
  },
})

export const removeVasp = operatorRoute({
  id: 'removeVasp',
  method: 'post',
  path: '/directory/vasps/remove',
  role: 'ADMIN',
  summary: 'Take a provider of custodial wallets off the list',
  body: { type: 'object', required: ['environment', 'name'], properties: { environment, name } },
  async handle({ body, tx }) {
    requireListed(await tx.models.Vasp.destroy({ where: body, transaction: tx.transaction }))
    return { body, subject: body.name, details: body }
  },
})

/** @throws Refusal REFERENCE_NOT_FOUND */
function requireListed(removed: number): void {
  if (removed === 0) throw new Refusal('REFERENCE_NOT_FOUND')
}

/** @throws Refusal INVALID_INPUT for what is no address of the web */
function webAddress(field: string, text: string | undefined): string | null {
  if (text === undefined) return null
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text
  throw invalidInput([{ field, constraint: 'format', message: 'is no http(s) address' }])
}
