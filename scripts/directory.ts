/**
 * `npm run directory -- put-provider|remove-provider|put-vasp|remove-vasp [options]`: keeps the lists
 * that `GET /uma-providers` and `GET /vasps` show, each environment's its own.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { countries } from '../contract/countries.ts'
import { currencies } from '../contract/money.ts'
import type { Environment } from '../contract/outsideParties.ts'
import { openDatabase } from '../db/database.ts'
import type { Models } from '../db/models/index.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

const USAGE = `usage: directory -- put-provider --domain D --name N --regions US,MX --currencies USD,MXN [--logo-url URL] [--lei LEI] [--blocked] | remove-provider --domain D | put-vasp --name N [--url URL] | remove-vasp --name N; each with [--environment SANDBOX|PRODUCTION]`

type Options = ReturnType<typeof readOptions>['values']

function readOptions() {
  return parseArgs({
    allowPositionals: true,
    options: {
      environment: { type: 'string', default: 'SANDBOX' },
      domain: { type: 'string' },
      name: { type: 'string' },
      regions: { type: 'string' },
      currencies: { type: 'string' },
      'logo-url': { type: 'string' },
      lei: { type: 'string' },
      url: { type: 'string' },
      blocked: { type: 'boolean', default: false },
    },
  })
}

/** Each takes the options, and answers what it has done. */
const verbs: Readonly<
  Record<string, (models: Models, environment: Environment, options: Options) => Promise<string>>
> = {
  async 'put-provider'(models, environment, options) {
    const domain = required(options.domain).toLowerCase()
    if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) throw new Error('--domain is no domain')
    if (options.lei !== undefined && !/^[A-Z0-9]{18}[0-9]{2}$/.test(options.lei)) {
      throw new Error('--lei has 20 characters: letters, digits and two check digits')
    }
    await models.UmaProvider.upsert({
      environment,
      domain,
      name: required(options.name),
      regions: codes('--regions', options.regions, (code) => countries.has(code)),
      currencies: codes('--currencies', options.currencies, (code) => currencies.has(code)),
      logoUrl: address(options['logo-url']),
      lei: options.lei ?? null,
      isAllowed: !options.blocked,
    })
    return `${domain} is ${options.blocked ? 'blocked' : 'listed'}.`
  },
  async 'remove-provider'(models, environment, options) {
    const domain = required(options.domain).toLowerCase()
    return removed(domain, await models.UmaProvider.destroy({ where: { environment, domain } }))
  },
  async 'put-vasp'(models, environment, options) {
    const name = required(options.name)
    await models.Vasp.upsert({ environment, name, url: address(options.url) })
    return `${name} is listed.`
  },
  async 'remove-vasp'(models, environment, options) {
    const name = required(options.name)
    return removed(name, await models.Vasp.destroy({ where: { environment, name } }))
  },
}

await command(async () => {
  const { values, positionals } = readOptions()
  const run = verbs[positionals[0] ?? '']
  const { environment } = values
  if (run === undefined || positionals.length > 1) throw new Error(USAGE)
  if (environment !== 'SANDBOX' && environment !== 'PRODUCTION') {
    throw new Error('--environment is SANDBOX or PRODUCTION')
  }
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    process.stdout.write(`${await run(database.models, environment, values)}\n`)
  } finally {
    await database.close()
  }
})

function required(value: string | undefined): string {
  if (value === undefined || value.trim() === '') throw new Error(USAGE)
  return value.trim()
}

/** The codes of a list with commas. */
function codes(
  option: string,
  text: string | undefined,
  isKnown: (code: string) => boolean,
): string[] {
  const given = required(text).split(',')
  const unknown = given.filter((code) => !isKnown(code))
  if (unknown.length > 0) throw new Error(`${option}: unknown ${unknown.join(', ')}`)
  return given
}

function address(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new Error(`${text} is no http(s) address`)
  return text
}

function removed(what: string, count: number): string {
  if (count === 0) throw new Error(`${what} is not in the directory`)
  return `${what} is not listed any more.`
}
