/** How `/console` is served: what its page may do, where it is not, what it tells. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { consoleRoutes } from '../../api/console.ts'
import { parseConfig } from '../../runtime/config.ts'
import { type Api, startApi } from '../api/framework.ts'

let stop: (() => Promise<void>)[] = []

afterEach(async () => {
  await Promise.all(stop.map((each) => each()))
  stop = []
})

async function anApi(env: Record<string, string> = {}): Promise<Api> {
  const api = await startApi(env, { routes: [consoleRoutes(parseConfig(env))] })
  stop.push(() => api.drain(100))
  return api
}

describe('/console', () => {
  it('has scripts of its own alone, and no markup inside them', async () => {
    const api = await anApi()
    const page = await api.ask('//console', { as: '' })
    expect(page.status).toBe(200)
    const policy = page.headers.get('Content-Security-Policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|style=/)
    const files = [...page.text.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, at]) => at)
    expect(files).toEqual(['/console/console.css', '/console/console.js', '/console/operations'])
    for (const file of files) expect((await api.ask(`/${file}`, { as: '' })).status).toBe(200)
  })

  it('does not exist in production', async () => {
    const api = await anApi({ ENVIRONMENT: 'production' })
    const files = ['', '/console.js', '/console.css', '/settings.json']
    const operations = ['', '.js', '.css', '/settings.json'].map((each) => `/operations${each}`)
    for (const path of [...files, ...operations]) {
      const answer = await api.ask(`//console${path}`, { as: '' })
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'REFERENCE_NOT_FOUND' }])
    }
  })
})

describe('/console/operations', () => {
  it('has the same policy, and knows where workflows are shown, if anybody said so', async () => {
    const api = await anApi({ TEMPORAL_UI_URL: 'http://127.0.0.1:8233' })
    const page = await api.ask('//console/operations', { as: '' })
    expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self'")
    expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|style=/)
    for (const [, file] of page.text.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)) {
      expect((await api.ask(`/${file}`, { as: '' })).status).toBe(200)
    }
    const settings = await api.ask('//console/operations/settings.json', { as: '' })
    expect(JSON.parse(settings.text)).toEqual({
      basePath: '/2025-10-13',
      temporalUi: { url: 'http://127.0.0.1:8233', namespace: 'default' },
    })
    const without = await (await anApi()).ask('//console/operations/settings.json', { as: '' })
    expect(JSON.parse(without.text)).toEqual({ basePath: '/2025-10-13' })
  })
})

describe('/console/settings.json', () => {
  it("publishes the sandbox's signers, and says so when the sandbox is away", async () => {
    const control = createServer((request, response) => {
      if (request.url !== '/signers') response.writeHead(404)
      response.end(JSON.stringify({ otp: '04aa', export: '04bb' }))
    })
    await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve))
    const { port } = control.address() as AddressInfo
    const api = await anApi({ SANDBOX_CONTROL_URL: `http://127.0.0.1:${port}` })
    const found = await api.ask('//console/settings.json', { as: '' })
    const signers = { otpSigner: '04aa', exportSigner: '04bb' }
    expect(JSON.parse(found.text)).toEqual({ basePath: '/2025-10-13', ...signers })
    control.closeAllConnections()
    await new Promise((resolve) => control.close(resolve))
    const away = await api.ask('//console/settings.json', { as: '' })
    expect([away.status, away.body]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }])
  })

  it('names no signers where there is no sandbox', async () => {
    const api = await anApi()
    const found = await api.ask('//console/settings.json', { as: '' })
    expect(JSON.parse(found.text)).toEqual({ basePath: '/2025-10-13' })
  })
})
