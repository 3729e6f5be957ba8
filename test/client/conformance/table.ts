/**
 * Calls against a running service, and what the caller of a client has to see, whatever its language. Each row is one
 * thing that a client does for its caller.
 */

/** A call of one operation. */
export type Call = {
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly pathParameters?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What one call shows: an answer, a refusal, or that no answer came. */
export type Seen =
  | { readonly status: number; readonly isReplayed: boolean; readonly ignored?: readonly string[] }
  | { readonly status: number; readonly code: string; readonly fields?: readonly string[] }
  | { readonly lost: true }

type Common = {
  readonly title: string
  /** A client that asks for strict handling. */
  readonly isStrict?: boolean
  /** Another address of the service: where first answers are lost, or a busy one. */
  readonly through?: 'LOSING' | 'BUSY'
}
export type Row = Common &
  (
    | { readonly does: 'CALLS'; readonly calls: readonly Call[]; readonly sees: readonly Seen[] }
    /** One `signedRetry`; sees these members of its result. */
    | { readonly does: 'SIGNED_RETRY'; readonly call: Call; readonly sees: object }
    /** Twice by one key; sees whether both were the same quote. */
    | {
        readonly does: 'EXECUTES_QUOTE'
        readonly quote: unknown
        readonly key: string
        readonly sees: { readonly status: string; readonly isSame: boolean }
      }
    /** Goes through a whole list; sees how many items and how many different ones. */
    | {
        readonly does: 'LISTS'
        readonly path: '/customers'
        readonly query: Readonly<Record<string, unknown>>
        readonly sees: { readonly items: number; readonly different: number }
      }
    | {
        readonly does: 'VERIFIES'
        readonly body: string
        readonly header: string | readonly string[] | null
        readonly keys: unknown
        /** Type of the event. */
        readonly sees: string
      }
  )

/** What a row is about, of one language: nothing is shared by two. */
export type Given = {
  /** Part of every key. */
  readonly run: string
  readonly region: string
  readonly customerId: string
  readonly walletId: string
  readonly credentialId: string
  /** From the wallet. */
  readonly quote: { readonly id: string }
  readonly unsignedQuoteId: string
  readonly event: { readonly body: string; readonly header: string }
  readonly keys: { readonly keys: readonly unknown[] }
  readonly otherKeys: { readonly keys: readonly unknown[] }
  readonly pem: string
}

export function conformanceTable(given: Given): Row[] {
  const { run, region, customerId, walletId, quote, event, keys, otherKeys, pem } = given
  const customer = (key: string, body: object = {}): Call => ({
    ...{ operation: 'createCustomer', method: 'POST', path: '/customers' },
    headers: { 'Idempotency-Key': `${run}-${key}` },
    body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', ...body },
  })
  const challenge: Call = {
    ...{ operation: 'challengeAuthCredential', method: 'POST' },
    path: '/auth/credentials/{id}/challenge',
    pathParameters: { id: given.credentialId },
  }
  const execute = (quoteId: string, headers = {}): Call => ({
    ...{ operation: 'executeQuote', method: 'POST', path: '/quotes/{quoteId}/execute' },
    ...{ pathParameters: { quoteId }, headers },
  })
  const privacy: Call = {
    ...{ operation: 'updateInternalAccount', method: 'PATCH', path: '/internal-accounts/{id}' },
    ...{ pathParameters: { id: walletId }, body: { privateEnabled: true } },
  }
  const made = { status: 201, isReplayed: false }
  const again = { status: 201, isReplayed: true }
  const verifies = (title: string, header: string | readonly string[] | null, sees: string) =>
    ({ title, does: 'VERIFIES', body: event.body, header, keys, sees }) as const
  return [
    {
      ...{ title: 'the same key again: the first answer', does: 'CALLS' },
      ...{ calls: [customer('a'), customer('a')], sees: [made, again] },
    },
    {
      ...{ title: 'no key given: each call is one of its own', does: 'CALLS' },
      calls: [
        { ...customer(''), headers: {} },
        { ...customer(''), headers: {} },
      ],
      sees: [made, made],
    },
    {
      ...{ title: 'the same key for another request', does: 'CALLS' },
      calls: [customer('b'), customer('b', { fullName: 'Joan Clarke' })],
      sees: [made, { status: 409, code: 'DUPLICATE_PAY_REQUEST' }],
    },
    {
      ...{ title: 'a lost answer: sent again by the same key', does: 'CALLS', through: 'LOSING' },
      ...{ calls: [customer('lost')], sees: [again] },
    },
    {
      ...{ title: 'a lost answer of what has no key: not sent again', does: 'CALLS' },
      ...{ through: 'LOSING', calls: [challenge], sees: [{ lost: true }] },
    },
    {
      ...{ title: '503 with Retry-After: sent again', does: 'CALLS', through: 'BUSY' },
      ...{ calls: [customer('busy')], sees: [made] },
    },
    {
      ...{ title: 'a refusal by its code', does: 'CALLS' },
      calls: [
        execute(given.unsignedQuoteId),
        execute('Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21'),
      ],
      sees: [
        { status: 401, code: 'WALLET_SIGNATURE_MISSING' },
        { status: 404, code: 'QUOTE_NOT_FOUND' },
      ],
    },
    {
      ...{ title: 'every invalid field of a refusal', does: 'CALLS' },
      calls: [
        {
          ...{ operation: 'listTransactions', method: 'GET', path: '/transactions' },
          query: { limit: 0, startDate: 'yesterday' },
        },
      ],
      sees: [{ status: 400, code: 'INVALID_INPUT', fields: ['limit', 'startDate'] }],
    },
    {
      ...{ title: 'a member that was not understood', does: 'CALLS' },
      calls: [customer('c', { fullname: 'Ada' })],
      sees: [{ ...made, ignored: ['fullname: fullName'] }],
    },
    {
      ...{ title: 'the same where handling is strict', does: 'CALLS', isStrict: true },
      calls: [customer('d', { fullname: 'Ada' })],
      sees: [{ status: 400, code: 'INVALID_INPUT', fields: ['fullname'] }],
    },
    {
      ...{ title: '202: what is to be stamped', does: 'CALLS' },
      ...{ calls: [privacy], sees: [{ status: 202, isReplayed: false }] },
    },
    {
      ...{ title: '202, stamp, the same call again', does: 'SIGNED_RETRY', call: privacy },
      sees: { id: walletId, privateEnabled: true },
    },
    {
      ...{ title: 'a quote, stamped and executed twice by one key', does: 'EXECUTES_QUOTE' },
      ...{ quote, key: `${run}-order`, sees: { status: 'PROCESSING', isSame: true } },
    },
    {
      ...{ title: 'all pages of a list', does: 'LISTS', path: '/customers' },
      ...{ query: { region, limit: 2 }, sees: { items: 5, different: 5 } },
    },
    {
      ...{ title: 'a query of text and instants', does: 'CALLS' },
      calls: [
        {
          ...{ operation: 'listTransactions', method: 'GET', path: '/transactions' },
          query: { customerId, startDate: '2026-01-01T00:00:00+01:00', limit: 1 },
        },
      ],
      sees: [{ status: 200, isReplayed: false }],
    },
    verifies('a webhook that the platform’s key has signed', event.header, 'TEST'),
    {
      ...verifies('the same, by the PEM of the key', event.header, 'TEST'),
      keys: pem,
    },
    verifies('the same, its header repeated by a proxy', [event.header, event.header], 'TEST'),
    verifies('the same, repeated in one line', `${event.header}, ${event.header}`, 'TEST'),
    verifies('the same, as bare base64', JSON.parse(event.header).s, 'TEST'),
    { ...verifies('one that another key has signed', event.header, 'refused'), keys: otherKeys },
    {
      ...verifies('one whose body was changed', event.header, 'refused'),
      body: `${event.body} `,
    },
    verifies('one without a signature', null, 'refused'),
    verifies('one whose signature is cut', event.header.replace(/.{8}("\})$/, '$1'), 'refused'),
    verifies('one of another version', event.header.replace('"1"', '"2"'), 'refused'),
    verifies('one whose header is no JSON', '{', 'refused'),
  ]
}
