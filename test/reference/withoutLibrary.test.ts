/** An installation without packages for development lacks the library of the reference's page. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { operations } from '../../api/operations.ts'
import { type Api, startApi } from '../api/framework.ts'

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  const isLacking = (file: unknown): boolean => String(file).includes('@scalar/api-reference/')
  return {
    ...real,
    existsSync: (file: string | URL) => !isLacking(file) && real.existsSync(file),
    readFileSync: (file: string | URL, options?: 'utf8') => {
      if (isLacking(file)) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
      return real.readFileSync(file, options)
    },
  }
})

let api: Api
beforeAll(async () => {
  api = await startApi({}, {}, operations)
})
afterAll(async () => {
  await api?.drain(0)
})

test('/docs has the guides, and addresses of the library are not found', async () => {
  expect((await api.ask('//docs', { as: '' })).status).toBe(200)
  for (const file of ['standalone.esm.js', 'chunks/one.js']) {
    const { status, text } = await api.ask(`//docs/scalar/0123456789ab/${file}`, { as: '' })
    expect(status, text).toBe(404)
  }
})
