/** Mistakes in programs over generated types: each alone keeps the program from compiling. */

type Mistake = readonly [right: string, wrong: string]

/** In `program.ts`. */
export const paymentMistakes: readonly Mistake[] = [
  ["type: 'EMBEDDED_WALLET'", "type: 'PIGGY_BANK'"],
  ['amount: 25_000_000', "amount: '25'"],
  ["GET('/transactions', {\n", "GET('/transactoins', {\n"],
  ["accountType: 'USD_ACCOUNT',", "accountType: 'XYZ_ACCOUNT',"],
  ['event.data.sentAmount?.amount', 'event.data.fundingSource'],
  ["case 'CARD.STATUS_CHANGE'", "case 'CARD.CHANGED'"],
]

/** In `cardProgram.ts`. */
export const cardMistakes: readonly Mistake[] = [
  ["state: 'FROZEN'", "state: 'MELTED'"],
  ["POST('/cards/{id}/reveal'", "POST('/cards/{id}/unveil'"],
  ["form: 'VIRTUAL'", "form: 'PAPER'"],
  ['amount: 500', "amount: '500'"],
]
