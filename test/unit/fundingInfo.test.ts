/** Every member of the sandbox rail's instructions has a type in the document. */
import { expect, test } from 'vitest'
import { PaymentInstructions } from '../../contract/components/payments.ts'
import { currencies } from '../../contract/money.ts'
import { requestFunding } from '../../sandbox/payoutRail/funding.ts'

const documented = Object.keys(PaymentInstructions.properties.accountOrWalletInfo.properties)

test('what a payer is shown in any currency is documented', () => {
  const networks = ['ETHEREUM', 'BASE', 'POLYGON', 'PLASMA', 'SOLANA', 'TRON', 'SPARK', 'BITCOIN']
  let checked = 0
  for (const currency of currencies.keys()) {
    for (const network of [undefined, ...networks]) {
      const asked = { reference: 'AB12', amountMinor: '1', currency }
      let info: object
      try {
        const { body } = requestFunding({ ...asked, ...(network !== undefined && { network }) })
        info = (body as { accountOrWalletInfo: object }).accountOrWalletInfo
      } catch {
        continue
      }
      checked += 1
      const unknown = Object.keys(info).filter((name) => !documented.includes(name))
      expect(unknown, `${currency} ${network ?? 'bank'}`).toEqual([])
    }
  }
  expect(checked).toBeGreaterThan(40)
})
