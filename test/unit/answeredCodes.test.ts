/** The table of error codes that the end of a run makes, and the codes that this release does not answer. */
import { expect, test } from 'vitest'
import { type ErrorCode, errors } from '../../contract/errors.ts'
import { createAnsweredCodes, whyReserved } from '../support/published/answeredCodes.ts'

const codes = Object.keys(errors) as ErrorCode[]

test('codes that are reserved say why', () => {
  const reserved = codes.filter((code) => whyReserved(code) !== undefined)
  expect(reserved.sort()).toEqual([
    'CERT_CHAIN_EXPIRED',
    'CERT_CHAIN_INVALID',
    'COUNTERPARTY_PUBKEY_FETCH_ERROR',
    'INVALID_NONCE',
    'INVALID_PAYREQ_RESPONSE',
    'INVALID_PUBKEY_FORMAT',
    'INVALID_SIGNATURE',
    'INVALID_TIMESTAMP',
    'LOOKUP_REQUEST_FAILED',
    'NO_COMPATIBLE_UMA_VERSION',
    'PARSE_LNURLP_RESPONSE_ERROR',
    'PARSE_PAYREQ_RESPONSE_ERROR',
    'PAYMENT_URL_NOT_FOUND',
    'PAYREQ_REQUEST_FAILED',
    'QUOTE_REQUEST_FAILED',
    'REQUEST_NOT_FOUND',
    'SERVICE_SWITCH_ERROR',
    'UNRECOGNIZED_MANDATORY_COUNTERPARTY_DATA_KEY',
    'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY',
    'UNSUPPORTED_UMA_VERSION',
  ])
  expect(whyReserved('SERVICE_SWITCH_ERROR')).toBe(
    'Reserved: this release answers `INTERNAL_ERROR`.',
  )
})

test('a code is answered once a request has got it with its status', () => {
  const answered = createAnsweredCodes()
  answered.add('GET /quotes/{quoteId} 404', 404, { code: 'QUOTE_NOT_FOUND' })
  answered.add('POST /quotes/{quoteId}/execute 404', 404, { code: 'QUOTE_NOT_FOUND' })
  answered.add('POST /quotes 400', 400, { code: 'SERVICE_SWITCH_ERROR' })
  answered.add('GET /transactions/{transactionId} 200', 200, { code: 'QUOTE_EXPIRED' })
  for (const body of [null, 'QUOTE_EXPIRED', { code: 'NO_SUCH_CODE' }, {}]) {
    answered.add('POST /quotes 400', 400, body)
  }
  expect(answered.found()).toMatchObject({ answered: ['QUOTE_NOT_FOUND'], wrongly: [] })
  expect(answered.found().never).toContain('QUOTE_EXPIRED')
  expect(answered.found().never).not.toContain('SERVICE_SWITCH_ERROR')
  const table = answered.table()
  expect(table).toHaveLength(codes.length)
  expect(table).toContain('QUOTE_NOT_FOUND 2 times, first GET /quotes/{quoteId} 404')
  expect(table).toContain('QUOTE_EXPIRED was not answered')

  answered.add('POST /quotes 500', 500, { code: 'SERVICE_SWITCH_ERROR' })
  expect(answered.found().wrongly).toEqual(['SERVICE_SWITCH_ERROR'])
})
