/**
 * Typical mistakes of whoever calls the API for the first time: what they send, what they are answered, and
 * why that is enough to go on without asking anybody.
 */
import { gzipSync } from 'node:zlib'
import { secret } from './framework.ts'

export type Mistake = {
  /** What went wrong, in the words of whoever made it. */
  readonly mistake: string
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below the version; with a leading `//`, as a whole. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Another client id than that of a token that may do everything; '' sends none. */
  readonly as?: string
  readonly password?: string
  readonly status: number
  readonly code: string
  /** What the reason or a field's message says. */
  readonly says: RegExp
  /** Fields that are named as invalid. */
  readonly fields?: readonly string[]
  readonly header?: readonly [name: string, value: string | RegExp]
  /** What makes the answer enough. */
  readonly enough: string
}

const uuid = '0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21'
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`
const customer = {
  customerType: 'INDIVIDUAL',
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  nationality: 'GB',
  region: 'US',
  email: 'ada@example.com',
}
const bank = {
  customerId: `Customer:${uuid}`,
  currency: 'USD',
  accountInfo: {
    accountType: 'USD_ACCOUNT',
    accountNumber: '000123456789',
    routingNumber: '021000021',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
  },
}
const quote = {
  source: { sourceType: 'ACCOUNT', accountId: `InternalAccount:${uuid}` },
  destination: { destinationType: 'ACCOUNT', accountId: `ExternalAccount:${uuid}` },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 10_000_000,
}
const notFound = { status: 404, code: 'NOT_FOUND' } as const
const invalid = { status: 400, code: 'INVALID_INPUT' } as const
const unauthorized = { status: 401, code: 'UNAUTHORIZED', as: '' } as const
const post = (path: string, body: unknown) => ({ method: 'POST', path, body }) as const

const paths: readonly Mistake[] = [
  {
    mistake: 'the path without the version',
    path: '//customers',
    ...notFound,
    says: /does not begin with the version\. Did you mean \/2025-10-13\/customers\?/,
    enough: 'the whole path to send',
  },
  {
    mistake: 'another version',
    path: '//v1/customers',
    ...notFound,
    says: /another version than 2025-10-13, the only one\. Did you mean \/2025-10-13\/customers\?/,
    enough: 'the version that there is, and the path with it',
  },
  {
    mistake: "an older version's date, of an operation with an id",
    path: `//2024-01-01/quotes/Quote:${uuid}/execute`,
    ...notFound,
    says: /Did you mean \/2025-10-13\/quotes\/\{quoteId\}\/execute\?/,
    enough: 'the path, its parameter by name',
  },
  {
    mistake: 'a slash at the end',
    path: '/customers/',
    ...notFound,
    says: /has a slash at its end\. Did you mean \/2025-10-13\/customers\?/,
    enough: 'what is too much',
  },
  {
    mistake: 'a base address with a slash at its end, and a path with one at its beginning',
    path: '//2025-10-13//customers',
    ...notFound,
    says: /has a doubled slash\. Did you mean \/2025-10-13\/customers\?/,
    enough: 'what is too much',
  },
  {
    mistake: '/api in front',
    path: '//api/2025-10-13/customers',
    ...notFound,
    says: /begins with \/api\. Did you mean \/2025-10-13\/customers\?/,
    enough: 'what is too much',
  },
  {
    mistake: 'a misspelled path',
    path: '/costumers',
    ...notFound,
    says: /No such path\. Did you mean \/2025-10-13\/customers\?/,
    enough: 'the path that is meant',
  },
  {
    mistake: 'a singular, and an underscore',
    path: '/internal_account',
    ...notFound,
    says: /Did you mean \/2025-10-13\/internal-accounts\?/,
    enough: 'the path that is meant',
  },
  {
    mistake: 'a path without the group that it is in',
    path: '/external-accounts',
    ...notFound,
    says: /Did you mean \/2025-10-13\/customers\/external-accounts\?/,
    enough: 'the path that is meant',
  },
  {
    mistake: 'the version in front of a probe',
    path: '/healthz',
    ...notFound,
    says: /begins with the version, as this one does not\. Did you mean \/healthz\?/,
    enough: 'what is too much',
  },
  {
    mistake: 'a path that is nothing',
    path: '/bananas',
    ...notFound,
    says: /No such path; \/openapi\.json and \/docs list them/,
    enough: 'where all paths are listed',
  },
  {
    mistake: 'a device code in a misspelled path',
    method: 'POST',
    path: '/agents/device_codes/7K3M-9QXR-2TVW/reedem',
    ...notFound,
    says: /Did you mean \/2025-10-13\/agents\/device-codes\/\{code\}\/redeem\?/,
    enough: 'the path that is meant; the code is not repeated',
  },
  {
    mistake: 'PUT instead of PATCH',
    method: 'PUT',
    path: `/customers/Customer:${uuid}`,
    body: {},
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    says: /The path takes DELETE, GET, HEAD, PATCH\./,
    header: ['Allow', 'DELETE, GET, HEAD, PATCH'],
    enough: 'the methods that there are',
  },
]

const ids: readonly Mistake[] = [
  {
    mistake: "another kind's id in a path",
    path: `/customers/InternalAccount:${uuid}`,
    status: 404,
    code: 'USER_NOT_FOUND',
    says: /^customerId is an InternalAccount id, expected Customer\.$/,
    fields: ['customerId'],
    enough: 'which field, what it is, what it should be',
  },
  {
    mistake: 'a transaction where a quote is executed',
    method: 'POST',
    path: `/quotes/Transaction:${uuid}/execute`,
    status: 404,
    code: 'QUOTE_NOT_FOUND',
    says: /^quoteId is a Transaction id, expected Quote\.$/,
    fields: ['quoteId'],
    enough: 'which field, what it is, what it should be',
  },
  {
    mistake: 'an id without its type',
    path: `/quotes/${uuid}`,
    status: 404,
    code: 'QUOTE_NOT_FOUND',
    says: /^quoteId lacks its type, expected Quote:<uuid>\.$/,
    fields: ['quoteId'],
    enough: 'what is missing',
  },
  {
    mistake: "an id in another database's spelling",
    path: `/quotes/QUOTE:${uuid.toUpperCase()}`,
    status: 404,
    code: 'QUOTE_NOT_FOUND',
    says: /must be written as Quote:<uuid in lower case>/,
    fields: ['quoteId'],
    enough: 'how it is written',
  },
  {
    mistake: 'the customer instead of its account in a body',
    ...post('/quotes', { ...quote, source: { ...quote.source, accountId: `Customer:${uuid}` } }),
    status: 404,
    code: 'ACCOUNT_NOT_FOUND',
    says: /^source\.accountId is a Customer id, expected InternalAccount or ExternalAccount\.$/,
    fields: ['source.accountId'],
    enough: 'which field, what it is, what it should be',
  },
  {
    mistake: 'an invalid id in a query',
    path: '/auth/credentials?accountId=4711',
    ...invalid,
    says: /is no id, expected InternalAccount:<uuid>/,
    fields: ['accountId'],
    enough: 'what it should be',
  },
]

const credentials: readonly Mistake[] = [
  {
    mistake: 'no credentials',
    path: '/customers',
    ...unauthorized,
    says: /no credentials: send Authorization: Basic with base64 of CLIENT_ID:CLIENT_SECRET/,
    header: ['WWW-Authenticate', /^Basic realm="api"/],
    enough: 'the header to send',
  },
  {
    mistake: 'the secret as a Bearer token',
    path: '/customers',
    ...unauthorized,
    headers: { Authorization: `Bearer ${secret}` },
    says: /takes no Bearer token: send Authorization: Basic/,
    header: ['WWW-Authenticate', /^Basic realm="api"/],
    enough: 'which scheme it is',
  },
  {
    mistake: 'client id and secret, not encoded',
    path: '/customers',
    ...unauthorized,
    headers: { Authorization: `Basic manager:${secret}` },
    says: /cannot be read: send Authorization: Basic with base64 of/,
    enough: 'the encoding that is missing',
  },
  {
    mistake: 'the secret alone',
    path: '/customers',
    ...unauthorized,
    headers: { Authorization: basic(`:${secret}`) },
    says: /CLIENT_ID:CLIENT_SECRET/,
    enough: 'the part that is missing',
  },
  {
    mistake: 'an API key in a header of its own',
    path: '/customers',
    ...unauthorized,
    headers: { 'X-Api-Key': secret },
    says: /no credentials: send Authorization: Basic/,
    enough: 'the header to send',
  },
  {
    mistake: 'a wrong secret',
    path: '/customers',
    status: 401,
    code: 'UNAUTHORIZED',
    password: 'wrong',
    says: /The client id or the client secret is not accepted; .* deleted, or be of another environment/,
    enough: 'what else than a slip it can be; not which of the two is wrong',
  },
  {
    mistake: "a platform's token for an agent's operation",
    path: '/agents/me',
    status: 401,
    code: 'UNAUTHORIZED',
    says: /no access token of an agent: send Authorization: Bearer with an agent's access token/,
    header: ['WWW-Authenticate', 'Bearer realm="api"'],
    enough: 'whose credentials it takes, and how',
  },
  {
    mistake: 'a token that may only read',
    ...post('/customers', customer),
    as: 'viewer',
    status: 403,
    code: 'FORBIDDEN',
    says: /The token lacks the permission MANAGE/,
    enough: 'the permission to ask for',
  },
]

const bodies: readonly Mistake[] = [
  {
    mistake: 'XML',
    ...post('/customers', '<customer/>'),
    headers: { 'Content-Type': 'application/xml' },
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    says: /must be JSON, sent as Content-Type: application\/json/,
    enough: 'the type to send',
  },
  {
    mistake: "curl -d without a header: a form's type",
    ...post('/customers', JSON.stringify(customer)),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    says: /sent as Content-Type: application\/json/,
    enough: 'the header that is missing',
  },
  {
    mistake: 'a compression that is not taken',
    ...post('/customers', gzipSync('{}')),
    headers: { 'Content-Encoding': 'zstd' },
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    says: /gzip, deflate or br, or be left out/,
    enough: 'those that are',
  },
  {
    mistake: 'a body of two megabytes',
    ...post('/customers', { ...customer, note: 'x'.repeat(2_000_000) }),
    status: 413,
    code: 'CONTENT_TOO_LARGE',
    says: /larger than 1000000 bytes/,
    enough: 'how large it may be',
  },
  {
    mistake: 'JSON with a comma too many',
    ...post('/customers', '{"customerType":"INDIVIDUAL",}'),
    status: 400,
    code: 'INVALID_REQUEST_FORMAT',
    says: /not valid JSON/,
    enough: 'that it is the form, not a field',
  },
  {
    mistake: 'Latin-1 instead of UTF-8',
    ...post('/customers', Buffer.from('{"fullName":"Zo\xeb"}', 'latin1')),
    status: 400,
    code: 'INVALID_REQUEST_FORMAT',
    says: /not valid UTF-8/,
    enough: 'which encoding it is',
  },
  {
    mistake: 'a list instead of an object',
    ...post('/customers', [customer]),
    status: 400,
    code: 'INVALID_REQUEST_FORMAT',
    says: /must be a JSON object/,
    enough: 'the form that is expected',
  },
  {
    mistake: 'no body',
    method: 'POST',
    path: '/quotes',
    ...invalid,
    says: /is required/,
    fields: ['source', 'destination', 'lockedCurrencySide', 'lockedCurrencyAmount'],
    enough: 'every member that is missing',
  },
  {
    mistake: 'a misspelled member that is required',
    ...post('/quotes', { ...quote, lockedCurrencyAmount: undefined, lockedCurrencyAmmount: 1 }),
    ...invalid,
    says: /is required/,
    fields: ['lockedCurrencyAmount'],
    header: ['Ignored-Fields', 'lockedCurrencyAmmount;meant=lockedCurrencyAmount'],
    enough: 'the member that is missing, and the one that was not understood',
  },
  {
    mistake: 'the same, with unknown members refused on request',
    ...post('/quotes', { ...quote, lockedCurrencyAmount: undefined, lockedCurrencyAmmount: 1 }),
    headers: { Prefer: 'handling=strict' },
    ...invalid,
    says: /is no member here: lockedCurrencyAmount is meant\?/,
    fields: ['lockedCurrencyAmount', 'lockedCurrencyAmmount'],
    enough: 'the member that is meant',
  },
  {
    mistake: 'a routing number of eight digits, and a phone number as it is dialled at home',
    ...post('/customers/external-accounts', {
      ...bank,
      accountInfo: {
        ...bank.accountInfo,
        routingNumber: '02100002',
        beneficiary: { ...bank.accountInfo.beneficiary, phoneNumber: '030 1234567' },
      },
    }),
    ...invalid,
    says: /must be 9 digits/,
    fields: ['accountInfo.routingNumber', 'accountInfo.beneficiary.phoneNumber'],
    enough: 'what the member looks like, in words',
  },
  {
    mistake: 'a source without its discriminator',
    ...post('/quotes', { ...quote, source: { accountId: `InternalAccount:${uuid}` } }),
    ...invalid,
    says: /is required: one of ACCOUNT, REALTIME_FUNDING/,
    fields: ['source.sourceType'],
    enough: 'the member that is missing, and its values',
  },
  {
    mistake: 'members of another variant',
    ...post('/customers/external-accounts', {
      ...bank,
      accountInfo: { ...bank.accountInfo, routingNumber: undefined, clabeNumber: '1' },
    }),
    ...invalid,
    says: /is required/,
    fields: ['accountInfo.routingNumber'],
    header: ['Ignored-Fields', 'accountInfo.clabeNumber'],
    enough: 'the member that is missing, and the one that this variant does not have',
  },
  {
    mistake: 'a variant that does not exist',
    ...post('/customers/external-accounts', { ...bank, accountInfo: { accountType: 'IBAN' } }),
    ...invalid,
    says: /must be one of .*USD_ACCOUNT, .*EUR_ACCOUNT/,
    fields: ['accountInfo.accountType'],
    enough: 'which member decides, and the values that there are',
  },
  {
    mistake: 'a value in lower case',
    ...post('/quotes', { ...quote, lockedCurrencySide: 'sending' }),
    ...invalid,
    says: /must be one of SENDING, RECEIVING/,
    fields: ['lockedCurrencySide'],
    enough: 'the values that there are',
  },
  {
    mistake: 'an amount with decimals',
    ...post('/quotes', { ...quote, lockedCurrencyAmount: 10.5 }),
    ...invalid,
    says: /must be an integer, in the smallest unit of its currency: 25\.00 USD is 2500/,
    fields: ['lockedCurrencyAmount'],
    enough: 'the type, and what is counted',
  },
  {
    mistake: 'an amount as text',
    ...post('/quotes', { ...quote, lockedCurrencyAmount: '1000' }),
    ...invalid,
    says: /must be an integer/,
    fields: ['lockedCurrencyAmount'],
    enough: 'the type',
  },
  {
    mistake: 'a date in local order, and an unknown country',
    ...post('/customers/external-accounts', {
      ...bank,
      accountInfo: {
        ...bank.accountInfo,
        beneficiary: {
          ...bank.accountInfo.beneficiary,
          birthDate: '10/12/1990',
          nationality: 'UK',
        },
      },
    }),
    ...invalid,
    says: /must be a date, YYYY-MM-DD/,
    fields: ['accountInfo.beneficiary.birthDate', 'accountInfo.beneficiary.nationality'],
    enough: 'every field at once, and its form',
  },
]

const parameters: readonly Mistake[] = [
  {
    mistake: 'a query parameter in other letters',
    path: '/customers?Limit=5',
    ...invalid,
    says: /is no parameter here: limit is meant\?/,
    fields: ['Limit'],
    enough: 'the name that is meant',
  },
  {
    mistake: 'a misspelled filter, which would show everything',
    path: '/transactions?costumerId=1',
    ...invalid,
    says: /customerId is meant\?/,
    fields: ['costumerId'],
    enough: 'the name that is meant, instead of a list of everything',
  },
  {
    mistake: 'pages by number',
    path: '/customers?page=2',
    ...invalid,
    says: /is no parameter here: they are .*cursor/,
    fields: ['page'],
    enough: 'the parameters that there are',
  },
  {
    mistake: 'a parameter of an operation that has none',
    path: `/quotes/Quote:${uuid}?expand=all`,
    ...invalid,
    says: /is no parameter here: it takes none/,
    fields: ['expand'],
    enough: 'that there is none',
  },
  {
    mistake: 'a page that is too large',
    path: '/customers?limit=1000',
    ...invalid,
    says: /must be <= 100/,
    fields: ['limit'],
    enough: 'the limit',
  },
  {
    mistake: "another list's cursor",
    path: '/customers?cursor=abc',
    ...invalid,
    says: /must be the nextCursor of a page/,
    fields: ['cursor'],
    enough: 'where a cursor comes from',
  },
  {
    mistake: 'an empty Idempotency-Key',
    ...post('/quotes', quote),
    headers: { 'Idempotency-Key': '' },
    ...invalid,
    says: /must not be empty/,
    fields: ['Idempotency-Key'],
    enough: 'which header',
  },
]

export const mistakes: readonly Mistake[] = [
  ...paths,
  ...ids,
  ...credentials,
  ...bodies,
  ...parameters,
]
