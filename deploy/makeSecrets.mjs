/**
 * `node deploy/makeSecrets.mjs`: the secrets of `deploy/compose.yml`, made once, in `deploy/secrets/`. What is
 * there stays. `parties.env` has the sandbox's outside parties: put your own in their place.
 */
import { createECDH, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'secrets')

if (existsSync(folder)) {
  process.stderr.write(`${folder} is there already: nothing is changed\n`)
  process.exit(1)
}
mkdirSync(folder, { mode: 0o700 })

const key = () => randomBytes(32).toString('hex')
const webhookSecret = () => `whsec_${randomBytes(24).toString('base64')}`
const settings = (values) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

const password = randomBytes(24).toString('hex')
const database = (name) => `postgresql://payments:${password}@postgres:5432/${name}`
const wallet = createECDH('prime256v1')
wallet.generateKeys()
const shared = {
  SANDBOX_VERIFICATION_APP_TOKEN: key(),
  SANDBOX_VERIFICATION_SECRET_KEY: key(),
  SANDBOX_VERIFICATION_NOTICE_SECRET: key(),
  SANDBOX_CARD_API_KEY: key(),
  SANDBOX_CARD_DECISION_SECRETS: webhookSecret(),
  SANDBOX_CARD_EVENT_SECRETS: webhookSecret(),
  SANDBOX_BANK_API_KEY: key(),
}

// Readable inside the containers, whose user is another one; the folder keeps others out.
keep('codec_keys', key(), 0o644)
keep('record_keys', key(), 0o644)
keep('webhook_master_keys', key(), 0o644)
keep('database_url', database('payments'), 0o644)
keep('sandbox_database_url', database('sandbox'), 0o644)
keep('compose.env', settings({ POSTGRES_PASSWORD: password }))
keep(
  'parties.env',
  settings({
    ...shared,
    SANDBOX_WALLET_API_PRIVATE_KEY: wallet.getPrivateKey('hex').padStart(64, '0'),
    SANDBOX_WALLET_PROVIDER_URL: 'http://sandbox:7001',
    SANDBOX_RAIL_URL: 'http://sandbox:7002',
    SANDBOX_VERIFICATION_URL: 'http://sandbox:7003',
    SANDBOX_SMS_URL: 'http://sandbox:7004/messages',
    SANDBOX_CARD_ISSUER_URL: 'http://sandbox:7005',
    SANDBOX_STABLECOIN_PROVIDER_URL: 'http://sandbox:7006',
    SANDBOX_SMTP_URL: 'smtp://sandbox:7007',
    SANDBOX_RATES_URL: 'http://sandbox:7009',
    SANDBOX_RATES_APP_ID: 'sandbox-feed',
    SANDBOX_RATES_TICKER_URL: 'http://sandbox:7009',
    SANDBOX_RATES_DAILY_URL: 'http://sandbox:7009/stats/eurofxref/eurofxref-daily.xml',
    SANDBOX_BANK_URL: 'http://sandbox:7010',
    SANDBOX_MAIL_FROM: 'codes@sandbox.example',
  }),
)
keep(
  'sandbox.env',
  settings({
    ...shared,
    SANDBOX_HOST: '0.0.0.0',
    SANDBOX_STORE_KEY: key(),
    SANDBOX_PARENT_PUBLIC_KEY: wallet.getPublicKey('hex', 'compressed'),
    SANDBOX_PROVIDER_PORT: 7001,
    SANDBOX_RAIL_PORT: 7002,
    SANDBOX_VERIFICATION_PORT: 7003,
    SANDBOX_MESSAGES_PORT: 7004,
    SANDBOX_CARD_ISSUER_PORT: 7005,
    SANDBOX_STABLECOIN_PROVIDER_PORT: 7006,
    SANDBOX_SMTP_PORT: 7007,
    SANDBOX_CONTROL_PORT: 7008,
    SANDBOX_RATE_FEEDS_PORT: 7009,
    SANDBOX_BANK_PORT: 7010,
    SANDBOX_VERIFICATION_NOTICE_URL: 'http://api-1:8080/notices/verification/sandbox',
    SANDBOX_CARD_EVENT_URL: 'http://api-1:8080/card-events/sandbox',
    SANDBOX_FAULTS_URL: 'http://api-1:8080/sandbox-faults/met',
    SANDBOX_CARD_DECISION_URL: 'http://api-1:8083/card-decisions/sandbox',
  }),
)
process.stdout.write(`${folder}: keys, compose.env, parties.env and sandbox.env\n`)

function keep(name, content, mode = 0o600) {
  const path = join(folder, name)
  writeFileSync(path, content)
  chmodSync(path, mode)
}
