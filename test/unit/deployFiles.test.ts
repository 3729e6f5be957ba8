/** What `deploy/` gives the containers: settings that there are, and the folders of the project. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { parseConfig, settingNames } from '../../runtime/config.ts'
import { outsideSettings } from '../../runtime/outsideSettings.ts'
import { folders } from '../../scripts/imports/graph.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const compose = read('deploy/compose.yml')
const copy = mkdtempSync(join(tmpdir(), 'deploy-'))
afterAll(() => rmSync(copy, { recursive: true }))

/** Of a file with a setting a line. */
function settingsIn(file: string): Record<string, string> {
  const lines = readFileSync(join(copy, 'secrets', file), 'utf8')
    .split('\n')
    .filter(Boolean)
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
}

const secret = (file: string): string => readFileSync(join(copy, 'secrets', file), 'utf8')

describe('the secrets of the compose file', () => {
  const script = join(copy, 'makeSecrets.mjs')
  cpSync(join(root, 'deploy/makeSecrets.mjs'), script)
  execFileSync(process.execPath, [script])

  it('are all that it names', () => {
    const named = [...compose.matchAll(/secrets\/([\w.]+)/g)].map(([, name]) => name)
    expect([...new Set(named)].sort()).toEqual(readdirSync(join(copy, 'secrets')).sort())
  })

  it('are the settings that APIs and workers need, with every outside party', () => {
    const config = parseConfig(
      {
        ...settingsIn('parties.env'),
        ENVIRONMENT: 'production',
        TEMPORAL_ADDRESS: 'temporal:7233',
        DATABASE_URL: secret('database_url'),
        CODEC_KEYS: secret('codec_keys'),
        RECORD_KEYS: secret('record_keys'),
        WEBHOOK_MASTER_KEYS: secret('webhook_master_keys'),
      },
      ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'CODEC_KEYS', 'RECORD_KEYS', 'WEBHOOK_MASTER_KEYS'],
    )
    const { SANDBOX: parties } = outsideSettings(config)
    expect(Object.values(parties).filter(Boolean)).toHaveLength(8)
  })

  it('are the settings that the sandbox needs', () => {
    const given = settingsIn('sandbox.env')
    const names = [...Object.keys(given), ...Object.keys(settingsIn('parties.env'))]
    expect(names.filter((name) => !settingNames.includes(name))).toEqual([])
    expect(() =>
      parseConfig(given, ['SANDBOX_STORE_KEY', 'SANDBOX_PARENT_PUBLIC_KEY']),
    ).not.toThrow()
  })

  it('are never made anew', () => {
    expect(() => execFileSync(process.execPath, [script], { stdio: 'pipe' })).toThrow()
  })
})

describe('the image', () => {
  it('has settings by their present names, beside those that the compose file gives', () => {
    const env = Object.fromEntries(
      [...read('Dockerfile').matchAll(/(?<=^ENV .*|^ {4,})\b([A-Z_]+)=(\S+)/gm)].map(
        ([, name, value]) => [name ?? '', value ?? ''],
      ),
    )
    const names = Object.keys(env).filter((name) => name !== 'NODE_ENV')
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => !settingNames.includes(name))).toEqual([])
    expect(parseConfig({ ...env, OPERATOR_PORT: '9190' }).OPERATOR_PORT).toBe(9190)
  })
})

describe('the compose file', () => {
  it('gives settings that there are', () => {
    const names = [...compose.matchAll(/^ {4,6}([A-Z][A-Z_]+?)(_FILE)?: /gm)].map(
      ([, name]) => name,
    )
    const theirs = /^(POSTGRES|DB|BIND|OTEL)/
    const ours = names.filter((name = '') => !theirs.test(name))
    expect(ours.length).toBeGreaterThan(6)
    expect(ours.filter((name = '') => !settingNames.includes(name))).toEqual([])
  })
})

describe('the image', () => {
  it('is made of every folder, and of no secret', () => {
    const lines = read('.dockerignore').split('\n')
    expect(lines).toContain('*')
    const taken = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
    // Examples are programs of platforms: no process of the service runs them.
    expect(folders.filter((folder) => !taken.includes(folder))).toEqual(['examples'])
    expect(taken.filter((name) => /env|secret|data|deploy|test/.test(name))).toEqual([])
  })
})
