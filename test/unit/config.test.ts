import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, need, parseConfig, settings } from '../../runtime/config.ts'

const folder = mkdtempSync(join(tmpdir(), 'config-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

function problemsOf(env: Record<string, string>, required: Parameters<typeof parseConfig>[1] = []) {
  try {
    parseConfig(env, required)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return undefined
}

describe('an environment', () => {
  test('that is empty gives the defaults, typed', () => {
    const config = parseConfig({})
    expect(config).toMatchObject({ PORT: 8080, MAINTENANCE: false, HOST: '127.0.0.1' })
    expect(config.DATABASE_URL).toBeUndefined()
  })

  test.each([
    ['postgres://db/payments?application_name=billing', 'postgres://db/payments'],
    ['postgres://db/p?sslmode=require&application_name=x', 'postgres://db/p?sslmode=require'],
    ['postgres://db/p?application_name=x&sslmode=require', 'postgres://db/p?sslmode=require'],
  ])('does not name our connections to PostgreSQL: %s', (given, url) => {
    expect(parseConfig({ DATABASE_URL: given }).DATABASE_URL).toBe(url)
  })

  test('with many problems names all of them in one line', () => {
    const message = problemsOf(
      {
        PORT: 'eighty',
        STARTS_IN_FLIGHT_MAX: '0',
        MAINTENANCE: 'maybe',
        LOG_LEVEL: 'loud',
        CODEC_KEYS: 'xyz',
        WEBHOOK_MASTER_KEYS_FILE: join(folder, 'nothing'),
      },
      ['DATABASE_URL'],
    )
    for (const name of [
      'PORT must be a whole number from 0 to 65535',
      'STARTS_IN_FLIGHT_MAX must be a whole number from 1 to',
      'MAINTENANCE must be one of true, false, 1, 0',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, silent',
      'CODEC_KEYS must match ',
      'WEBHOOK_MASTER_KEYS_FILE cannot be read',
      'DATABASE_URL is missing',
    ]) {
      expect(message).toContain(name)
    }
    expect(message).not.toContain('\n')
  })

  test('never shows a secret in what it complains about', () => {
    expect(problemsOf({ CODEC_KEYS: 'hunter2' })).not.toContain('hunter2')
  })

  test('gives a value as a file too; the value itself comes first; an empty one is none', () => {
    const file = join(folder, 'key')
    writeFileSync(file, `${'ab'.repeat(32)}\n`)
    expect(parseConfig({ CODEC_KEYS_FILE: file }).CODEC_KEYS).toBe('ab'.repeat(32))
    expect(parseConfig({ CODEC_KEYS_FILE: file, CODEC_KEYS: 'cd'.repeat(32) }).CODEC_KEYS).toBe(
      'cd'.repeat(32),
    )
    expect(parseConfig({ PORT: '' }).PORT).toBe(8080)
  })

  test('a host may have the brackets that it has in a URL', () => {
    expect(parseConfig({ HOST: '[::1]', METRICS_HOST: '[fd00::1]' })).toMatchObject({
      HOST: '::1',
      METRICS_HOST: 'fd00::1',
    })
    expect(parseConfig({ HOST: '0.0.0.0' }).HOST).toBe('0.0.0.0')
  })

  test('numbers are whole and plain', () => {
    for (const PORT of ['1.5', '1e3', '0x50', ' 80', '65536', '-1']) {
      expect(problemsOf({ PORT })).toContain('PORT')
    }
  })
})

test('each setting takes what its keywords say as a JSON Schema', () => {
  const ajv = new Ajv({ strict: false })
  const texts = [
    ...['0', '1', '-1', '2', '100', '65535', '65536', '1000000001', '1.5', '1e3', '9'.repeat(400)],
    ...['true', 'false', 'yes', 'x', 'a,b,c', 'é', 'info', 'production', 'VISA', 'ab'.repeat(32)],
    ...['https://api.example.com', 'whsec_AAAA', 'jobs,outside', `02${'ab'.repeat(32)}`, '{}'],
  ]
  for (const [name, setting] of Object.entries(settings)) {
    const { about: _about, ...keywords } = { secret: true, default: '', ...setting }
    const { secret: _secret, default: _default, ...schema } = keywords
    const fits = ajv.compile(schema)
    for (const text of texts) {
      const isNumber = schema.type === 'integer' && /^-?\d+$/.test(text)
      const truth = { true: true, 1: true, false: false, 0: false }[text] ?? text
      const value = isNumber ? Number(text) : schema.type === 'boolean' ? truth : text
      const problem = problemsOf({ [name]: text })
      expect([name, text, problem === undefined]).toEqual([name, text, fits(value)])
      if (problem !== undefined) expect(problem).toMatch(`Configuration: ${name} must `)
    }
  }
})

test('need names the setting that is missing', () => {
  expect(() => need(parseConfig({}), 'SANDBOX_RAIL_URL')).toThrow(
    'Configuration: SANDBOX_RAIL_URL is missing',
  )
})

test('PUBLIC_URL is a web address without a path', () => {
  expect(parseConfig({ PUBLIC_URL: 'https://api.example.com:8443' }).PUBLIC_URL).toBe(
    'https://api.example.com:8443',
  )
  for (const wrong of [
    ...['api.example.com', 'javascript:alert(1)', 'ftp://a.example', 'https://a.example/api'],
    ...[
      'https://a@b.example',
      'https://a.example?x',
      'https://a.example:99999',
      'https://1.2.3.999',
    ],
  ]) {
    expect([wrong, problemsOf({ PUBLIC_URL: wrong })]).toEqual([
      wrong,
      expect.stringMatching(/^Configuration: PUBLIC_URL must/),
    ])
  }
})

test('.env.sample lists every setting, with its default, and no other', () => {
  const sample = readFileSync(new URL('../../.env.sample', import.meta.url), 'utf8')
  const listed = [...sample.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=(.*)$/gm)]
  expect(listed.map(([, name]) => name).sort()).toEqual(Object.keys(settings).sort())
  for (const [, name, value] of listed) {
    const setting = settings[name as keyof typeof settings]
    expect(value, name).toBe('default' in setting ? setting.default : '')
  }
})
