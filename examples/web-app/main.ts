/**
 * A shop whose customers pay from an embedded wallet: this process is its backend, and serves its page.
 * `npm run example -- web-app` gives it the settings of the service that runs.
 */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { createClient } from '../../client/backend/index.ts'
import { createShopServer } from './http.ts'
import { openRecords } from './records.ts'
import { shopRoutes } from './shop.ts'

const { API_URL = '', CLIENT_ID = '', CLIENT_SECRET = '', OTP_SIGNER = '' } = process.env
const { SHOP_PORT = '3000', SHOP_FILE = 'shop.json' } = process.env

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const { outputFiles } = await build({
  entryPoints: [pathOf('page/page.ts')],
  bundle: true,
  minify: true,
  write: false,
  target: 'es2022',
  // Built in: a key that came together with what it has signed would prove nothing.
  define: { OTP_SIGNER: JSON.stringify(OTP_SIGNER) },
})
const files = {
  '/': { type: 'text/html', text: readFileSync(pathOf('page/index.html'), 'utf8') },
  '/page.js': { type: 'text/javascript', text: outputFiles[0]?.text ?? '' },
}
const client = createClient({
  baseUrl: API_URL,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  // A page does not wait for minutes: it asks again while something is in progress.
  processingMax: 2,
})
const server = createShopServer(shopRoutes(client, openRecords(SHOP_FILE)), files)
server.listen(Number(SHOP_PORT), 'localhost', () => {
  // By name: an address cannot be the relying party of a passkey.
  console.log(`The shop is at http://localhost:${(server.address() as AddressInfo).port}`)
})
