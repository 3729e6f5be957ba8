/** Plays payments that wait for their payer, for `npm run tool -- histories`. */
import { rowsOf } from '../durability/payments.ts'
import { to, untilEnded } from '../payments/customers.ts'
import type { Resource } from '../support/builders.ts'
import {
  aEuroAccount,
  aPayerQuote,
  aScaPayer,
  authorize,
  executeQuote,
} from '../support/scaPayers.ts'
import type { SharedStack } from '../support/stack.ts'

export async function recordAuthorizationHistories(
  stack: SharedStack,
  closed: (name: string, workflowId: string) => Promise<void>,
): Promise<void> {
  const payer = await aScaPayer(stack)
  const play = async (
    name: string,
    destination: object | undefined,
    end: (quote: Resource) => Promise<unknown>,
  ): Promise<void> => {
    const quote = await aPayerQuote(payer, destination && { destination })
    await executeQuote(payer.api, quote)
    await end(quote)
    await untilEnded(payer.api, quote.transactionId)
    await closed(`quoteExecution-${name}`, quote.id)
  }
  const prove = (quote: Resource): Promise<unknown> => authorize(payer.api, quote)
  await play('authorized', undefined, prove)
  await play('authorizedTwice', to(await aEuroAccount(payer)), async (quote) => {
    await prove(quote)
    await prove(quote)
  })
  await play('notAuthorized', undefined, async ({ id }) => {
    const uuid = id.split(':')[1]
    const text = 'update sca_challenges set expires_at = service_now() where subject_id = $1'
    await rowsOf(stack, text, [uuid])
    await rowsOf(stack, 'select signal_payment($1)', [uuid])
  })
}
