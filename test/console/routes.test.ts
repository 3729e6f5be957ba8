/** How `/console` is served: what its page may do, where it is not, what it shows. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { consoleRoutes } from '../../api/console.ts'
import { pageAssets } from '../../api/pageAssets.ts'
import { parseConfig } from '../../runtime/config.ts'
import { type Api, startApi } from '../api/framework.ts'

let stop: (() => Promise<void>)[] = []

afterEach(async () => {
  await Promise.all(stop.map((each) => each()))
  stop = []
})

/** @param settings what the pages are given, where it is more than the API itself has */
async function anApi(
  env: Record<string, string> = {},
  settings: Record<string, string> = env,
): Promise<Api> {
  const api = await startApi(env, { routes: [consoleRoutes(parseConfig(settings))] })
  stop.push(() => api.drain(100))
  return api
}

/** Every file that a page names is there, and the page has no code or style of its own. */
async function isPlain(api: Api, path: string): Promise<readonly string[]> {
  const page = await api.ask(`/${path}`, { as: '' })
  expect(page.status).toBe(200)
  const policy = page.headers.get('Content-Security-Policy')
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|style=/)
  const files = [...page.text.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, at]) => at)
  for (const file of files) expect((await api.ask(`/${file}`, { as: '' })).status).toBe(200)
  return files.map(String)
}

describe('/console', () => {
  it('is one page for every view, with scripts of its own alone', async () => {
    const api = await anApi()
    const files = await isPlain(api, '/console')
    expect(files).toHaveLength(2)
    for (const path of [
      '/console/transactions',
      '/console/transactions/Transaction:1?status=FAILED',
    ]) {
      expect(await isPlain(api, path)).toEqual(files)
    }
    // Addresses that lead to a view.
    for (const path of ['/console/wallet', '/mails'])
      expect(await isPlain(api, path)).toEqual(files)
  })

  it('lets the card issuer into a frame where a card is revealed, and nowhere else', async () => {
    const issuers = {
      SANDBOX_CARD_ISSUER_URL: 'https://sandbox.issuer.example/base/',
      PRODUCTION_CARD_ISSUER_URL: 'https://issuer.example',
    }
    const api = await anApi({}, issuers)
    const frames = async (of: Api, path: string): Promise<string | undefined> =>
      (await of.ask(`/${path}`, { as: '' })).headers
        .get('Content-Security-Policy')
        ?.split('; ')
        .find((directive) => directive.startsWith('frame-src'))
    await isPlain(api, '/console/reveal/Card:1')
    expect(await frames(api, '/console/reveal/Card:1')).toBe(
      'frame-src https://sandbox.issuer.example https://issuer.example',
    )
    for (const path of ['/console', '/console/cards', '/console/cards/Card:1', '/console/reveal']) {
      expect(await frames(api, path)).toBeUndefined()
    }
    expect(await frames(await anApi(), '/console/reveal/Card:1')).toBeUndefined()
  })

  it('has assets that can be kept for ever, small on the wire, and knows no others', async () => {
    const api = await anApi()
    const [style, script] = await isPlain(api, '/console')
    for (const file of [style, script]) {
      expect(file).toMatch(/\/console\/assets\/app-[A-Z0-9]{8}\.(js|css)$/)
      const answer = await api.ask(`/${file}`, { as: '' })
      expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('Content-Encoding')).toBe('gzip')
      expect(answer.headers.get('Vary')).toBe('Accept-Encoding')
    }
    const unknown = await api.ask('//console/assets/app.js', { as: '' })
    expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'NOT_FOUND' }])
  })

  it('has nothing of the operators’ pages, nor they of its views', async () => {
    const textOf = async (page: 'app' | 'operators'): Promise<string> => {
      const { files } = await pageAssets(page)
      return [...files.values()].map(({ content }) => content.toString()).join('\n')
    }
    const own = { app: 'Wallet playground', operators: 'Decisions that wait for a second person' }
    const [app, operators] = [await textOf('app'), await textOf('operators')]
    expect([app.includes(own.app), app.includes(own.operators)]).toEqual([true, false])
    expect([operators.includes(own.operators), operators.includes(own.app)]).toEqual([true, false])
    // Nor the list of the API's operations, nor the library of charts.
    for (const text of ['POST /quotes/{quoteId}/execute', 'uplot']) {
      expect([app.includes(text), operators.includes(text)]).toEqual([true, false])
    }
    const api = await anApi()
    const { files } = await pageAssets('operators')
    const others = [...files.keys()].filter((name) => name.startsWith('operators-'))
    expect(others).toHaveLength(2)
    for (const name of others) {
      expect((await api.ask(`//console/assets/${name}`, { as: '' })).status).toBe(404)
    }
  })

  it('knows where workflows are shown, if anybody said so', async () => {
    const settingsOf = async (env: Record<string, string>): Promise<object> =>
      JSON.parse((await (await anApi(env)).ask('//console/app.json', { as: '' })).text)
    const temporalUi = { url: 'http://127.0.0.1:8233', namespace: 'default' }
    expect(await settingsOf({ TEMPORAL_UI_URL: temporalUi.url })).toMatchObject({
      basePath: '/2025-10-13',
      hasSandboxPages: true,
      temporalUi,
    })
    expect(await settingsOf({})).not.toHaveProperty('temporalUi')
    // An address of the operators' own, and the page is public.
    const inside = { TEMPORAL_UI_URL: temporalUi.url, ENVIRONMENT: 'production', CONSOLE: 'true' }
    expect(await settingsOf(inside)).not.toHaveProperty('temporalUi')
  })

  it('is not in production unless a setting says so, and the pages of the sandbox never are', async () => {
    const production = { ENVIRONMENT: 'production' }
    const sandboxPages = ['/console/outcomes.json', '/console/settings.json', '/mails']
    const statuses = async (env: Record<string, string>, paths: readonly string[]) => {
      const api = await anApi(env)
      return Promise.all(paths.map(async (path) => (await api.ask(`/${path}`, { as: '' })).status))
    }
    const dashboard = ['/console', '/console/transactions', '/console/app.json']
    expect(await statuses(production, [...dashboard, ...sandboxPages])).toEqual(Array(6).fill(404))
    const on = { ...production, CONSOLE: 'true' }
    expect(await statuses(on, dashboard)).toEqual([200, 200, 200])
    expect(await statuses(on, sandboxPages.slice(2))).toEqual([404])
    const off = { CONSOLE: 'false' }
    expect(await statuses(off, dashboard)).toEqual([404, 404, 404])
    expect(await statuses(off, ['/mails', '/console/settings.json'])).toEqual([404, 200])
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
