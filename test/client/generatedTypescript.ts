/**
 * A payment by the generated typescript-fetch client: a program beside its folder, which a test compiles
 * and runs. The client's own guards decide of what type an answer is.
 */
export const typescriptPayment = `
import {
  Configuration, CrossCurrencyTransfersApi, CustomersApi, ExchangeRatesApi, ExternalAccountsApi,
  InternalAccountsApi, ResponseError, SandboxApi, TransactionsApi, instanceOfExternalAccount,
  instanceOfIncomingTransaction, instanceOfIndividualCustomer, instanceOfInternalAccountList,
  instanceOfOutgoingTransaction, instanceOfQuote,
} from './client/index'

declare const process: { env: Record<string, string> }
const { API_URL, CLIENT_ID, CLIENT_SECRET } = process.env
const configuration = new Configuration({
  basePath: API_URL, username: CLIENT_ID, password: CLIENT_SECRET })

function valid<T extends object>(value: T, guard: (value: object) => boolean): T {
  if (!guard(value)) throw new Error('not of its type: ' + JSON.stringify(value))
  return value
}

const customer = valid(await new CustomersApi(configuration).createCustomer({
  customerCreateRequestOneOf: {
    customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' } }), instanceOfIndividualCustomer)
const accounts = valid(await new InternalAccountsApi(configuration).listInternalAccounts({
  customerId: customer.id, currency: 'USD' }), instanceOfInternalAccountList)
const account = accounts.data[0]?.id ?? ''
await new SandboxApi(configuration).sandboxFundInternalAccount({
  id: account, sandboxFundInternalAccountRequest: { amount: 100_000 } })
const bank = valid(await new ExternalAccountsApi(configuration).createCustomerExternalAccount({
  externalAccountCreateRequest: { customerId: customer.id, currency: 'EUR', accountInfo: {
    accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000', beneficiary: {
      beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace', countryOfResidence: 'DE' } } },
}), instanceOfExternalAccount)
const { data: rates } = await new ExchangeRatesApi(configuration).getExchangeRates({
  sourceCurrency: 'USD', destinationCurrency: ['EUR', 'MXN'] })
if (new Set(rates.map(({ destinationCurrency }) => destinationCurrency.code)).size !== 2) {
  throw new Error('not the two currencies')
}
const payments = new CrossCurrencyTransfersApi(configuration)
const quote = valid(await payments.createQuote({ quoteRequest: {
  source: { sourceType: 'ACCOUNT', accountId: account },
  destination: { destinationType: 'ACCOUNT', accountId: bank.id },
  lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 10_000 } }), instanceOfQuote)
valid(await payments.executeQuote({ quoteId: quote.id }), instanceOfQuote)
const transactions = new TransactionsApi(configuration)
let paid = await transactions.getTransactionById({ transactionId: quote.transactionId })
while (paid.status === 'PENDING' || paid.status === 'PROCESSING') {
  await new Promise((resolve) => setTimeout(resolve, 500))
  paid = await transactions.getTransactionById({ transactionId: quote.transactionId })
}
const { data } = await transactions.listTransactions({ customerId: customer.id, sortOrder: 'asc' })
// By members alone, as a closed union without a tag would have it.
const kinds = data.map((one) => [instanceOfIncomingTransaction(one) && 'Incoming',
  instanceOfOutgoingTransaction(one) && 'Outgoing'].filter(Boolean).join('+'))
const refused = await transactions.getTransactionById({ transactionId: 'Transaction:none' })
  .catch((error: unknown) => error)
const code = refused instanceof ResponseError ? (await refused.response.json()).code : 'none'
console.log(paid.status, ...kinds, code)
`
