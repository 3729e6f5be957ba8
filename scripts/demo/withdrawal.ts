/**
 * `npm run demo -- withdrawal`: a customer withdraws from an embedded wallet, against the running service, with
 * the unmodified wallet clients. One line a step.
 *
 * Settings: API_URL and DATABASE_URL, where the platform of the demonstrations is made.
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { command } from '../command.ts'
import { executeQuote } from '../serviceDriver/device.ts'
import {
  aSession,
  aWallet,
  balanceOf,
  type Demonstration,
  demonstrate,
  fund,
  say,
  step,
  type Webhook,
  waitFor,
} from './steps.ts'

await command(async () => {
  parseArgs()
  await demonstrate(withdraw)
})

async function withdraw(shown: Demonstration): Promise<void> {
  const { api, env, webhooks } = shown
  const wallet = await aWallet(api)
  await fund(api, wallet, 25_000_000)
  const before = await balanceOf(api, wallet)

  const account = await step(
    'POST /customers/external-accounts: USD_ACCOUNT',
    () =>
      api.call('POST', '/customers/external-accounts', {
        customerId: wallet.customerId,
        currency: 'USD',
        accountInfo: {
          accountType: 'USD_ACCOUNT',
          accountNumber: '000123456789',
          routingNumber: '021000021',
          bankAccountType: 'CHECKING',
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
        },
      }),
    201,
  )
  const quote = await step(
    'POST /quotes: 10 USDB to USD',
    () =>
      api.call('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: wallet.accountId },
        destination: { destinationType: 'ACCOUNT', accountId: account.body.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000_000,
      }),
    201,
  )

  const device = await aSession(shown, wallet)
  const key = randomUUID()
  const executed = await step(
    'POST /quotes/{id}/execute, stamped',
    () => executeQuote(api, device, quote.body, key),
    200,
  )
  const again = await step(
    'the same execute again: the first answer',
    () => executeQuote(api, device, quote.body, key),
    200,
  )
  say('Idempotent-Replayed', String(again.headers.get('idempotent-replayed')))

  const transaction = await waitFor('the payment settles', async () => {
    const found = await api.call('GET', `/transactions/${executed.body.transactionId}`)
    return found.body.status === 'COMPLETED' ? found.body : undefined
  })
  const isOurs = (webhook: Webhook, type: string): boolean =>
    webhook.type === type && webhook.data.id === transaction.id
  await waitFor('the last webhook arrives', async () =>
    webhooks.find((webhook) => isOurs(webhook, 'OUTGOING_PAYMENT.COMPLETED')),
  )
  say('balance before', before)
  say('balance after', await balanceOf(api, wallet))
  say('webhooks received', webhooks.map(({ type }) => type).join(', '))
  say(
    'workflow',
    `${env.TEMPORAL_UI_URL}/namespaces/${env.TEMPORAL_NAMESPACE ?? 'default'}/workflows/${encodeURIComponent(String(quote.body.id))}`,
  )
}
