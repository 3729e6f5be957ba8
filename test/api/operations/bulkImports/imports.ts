import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type ApiClient, formOf } from '../../../../scripts/serviceDriver/apiClient.ts'
import { aPlatform, apiOf, listed } from '../../../support/builders.ts'
import {
  aBusiness,
  aPerson,
  columns,
  csvOf,
  domainOf,
  ended,
  type Row,
  upload,
} from '../../../support/importFiles.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  leavesNothing,
  sampled,
  service,
} from '../../service.ts'

let api: ApiClient
let domain: string
/** Once the service runs. */
async function prepare(): Promise<void> {
  const { stack } = service()
  api = apiOf(stack, await aPlatform(stack))
  domain = await domainOf(api)
}

type Job = Awaited<ReturnType<typeof ended>>
const importOf = async (content: string | Uint8Array): Promise<Job> =>
  ended(api, await upload(api, content))
const importRows = (rows: readonly Row[]): Promise<Job> => importOf(csvOf(rows))

type ImportError = {
  correlationId: string
  code: string
  details: { row: number; errors?: object[] }
}
const errorsOf = (job: Job): readonly (readonly [number, string, string])[] =>
  ((job.errors ?? []) as ImportError[]).map(({ correlationId, code, details }) => [
    details.row,
    code,
    correlationId,
  ])

describeOperation('uploadCustomersCsv', () => {
  beforeAll(prepare)

  test('people and businesses become customers as one call each would make them', async () => {
    const person = aPerson(domain, { addressLine2: 'x' })
    const business = aBusiness(domain, {
      businessRegistrationNumber: '4711-001',
      businessTaxId: '12-3456789',
    })
    const job = await importRows([person, business, aPerson(domain, { email: '' })])
    expect(job).toMatchObject({
      status: 'COMPLETED',
      progress: { total: 3, processed: 3, successful: 3, failed: 0 },
      completedAt: expect.any(String),
    })
    const found = async (row: Row) =>
      listed(await api.call('GET', `/customers?platformCustomerId=${row.platformCustomerId}`))[0]
    expect(await found(person)).toMatchObject({
      customerType: 'INDIVIDUAL',
      umaAddress: person.umaAddress,
      email: person.email,
      fullName: 'Ada Lovelace',
      birthDate: '1990-12-10',
      kycStatus: 'APPROVED',
      address: { line1: '1 Main Street', city: 'Springfield', state: 'IL', country: 'US' },
    })
    const shown = await found(business)
    expect(shown).toMatchObject({
      customerType: 'BUSINESS',
      kybStatus: 'UNVERIFIED',
      businessInfo: { legalName: 'Analytical Engines Ltd', registrationNumber: '4711-001' },
    })
    expect(JSON.stringify(shown)).not.toContain('12-3456789')
    // A file has no column for it: the verification asks.
    const { body: asked } = await api.call('POST', '/verifications', { customerId: shown?.id })
    expect(asked.errors).toContainEqual(
      expect.objectContaining({ field: 'businessInfo.incorporatedOn' }),
    )

    const made = await api.call('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      email: `${randomUUID()}@example.com`,
    })
    const kindsOf = async (id: unknown) =>
      listed(await api.call('GET', `/internal-accounts?customerId=${id}`))
        .map(({ type, balance }) => [type, balance])
        .sort()
    expect(await kindsOf((await found(person))?.id)).toEqual(await kindsOf(made.body.id))
  })

  test('a row is judged as a body is: its texts composed, its lengths the same', async () => {
    const id = `José-${randomUUID()}`
    const [one, other] = [id.normalize('NFC'), id.normalize('NFD')]
    expect(one).not.toBe(other)
    const rows = [one, other].map((platformCustomerId) => aPerson(domain, { platformCustomerId }))
    expect(errorsOf(await importRows(rows))).toEqual([[2, 'CONFLICT', one]])
    for (const spelling of [one, other]) {
      const path = `/customers?platformCustomerId=${encodeURIComponent(spelling)}`
      expect(listed(await api.call('GET', path))).toMatchObject([{ platformCustomerId: one }])
    }
    const job = await importRows([
      aBusiness(domain, { businessLegalName: '***', businessRegistrationNumber: '1'.repeat(150) }),
      aBusiness(domain, { businessTaxId: '1'.repeat(80) }),
    ])
    expect(job.progress).toMatchObject({ successful: 1, failed: 1 })
    const [refused] = job.errors as ImportError[]
    expect(refused?.details.errors).toMatchObject([
      { field: 'businessLegalName', constraint: 'format' },
      { field: 'businessRegistrationNumber', constraint: 'maxLength' },
    ])
  })

  test('one that is ended before its last row says from where on nothing was created', async () => {
    const rows = Array.from({ length: 1_500 }, () => aPerson(domain))
    const id = await upload(api, csvOf(rows))
    const uuid = String(id).split(':')[1] ?? ''
    expect(await service().database.call('stop_import', uuid, 'the file is the wrong one')).toBe(
      true,
    )
    const job = await ended(api, id)
    const { processed, total } = job.progress as { processed: number; total: number }
    expect([job.status, total === 0 || total === rows.length]).toEqual(['FAILED', true])
    expect(errorsOf(job)).toEqual([[processed + 1, 'CONFLICT', String(processed + 1)]])
    expect(JSON.stringify(job.errors)).toContain('the file is the wrong one')
  })

  sampled('their wallets are made, and their events sent, once each', async () => {
    const rows = Array.from({ length: 7 }, () => aPerson(domain))
    await importRows(rows)
    const { database } = service()
    const count = async (text: string): Promise<number> => {
      const ids = rows.map(({ platformCustomerId }) => platformCustomerId)
      const [row] = await database.query<{ count: bigint }>({ text, values: [ids] })
      return Number(row?.count)
    }
    await expect
      .poll(() =>
        count(`select count(*) from customers c join internal_accounts a on a.customer_id = c.id
            where c.platform_customer_id = any ($1) and a.type = 'EMBEDDED_WALLET' and a.status = 'ACTIVE'`),
      )
      .toBe(rows.length)
    expect(
      await count(`select count(*) from customers c join events e on e.subject = 'Customer:' || c.id
        where c.platform_customer_id = any ($1) and e.type = 'CUSTOMER.KYC_APPROVED'`),
    ).toBe(rows.length)
  })

  test('rows that are wrong are errors, and the others customers', async () => {
    const rows: Row[] = [
      aPerson(domain),
      aPerson(domain, { platformCustomerId: '', fullName: '', birthDate: '2999-01-01' }),
      aPerson(domain, { customerType: 'ROBOT' }),
      aBusiness(domain, { businessLegalName: '' }),
      aPerson('elsewhere.example'),
      aPerson(domain, { email: 'ada', country: 'Narnia', postalCode: 'x'.repeat(33) }),
      aPerson(domain),
      // What every object has is no type.
      aPerson(domain, { customerType: 'constructor' }),
    ]
    const job = await importRows(rows)
    expect(job.progress).toEqual({ total: 8, processed: 8, successful: 2, failed: 6 })
    expect(errorsOf(job)).toEqual([
      [2, 'INVALID_INPUT', '2'],
      ...[3, 4, 5, 6, 8].map((row) => [row, 'INVALID_INPUT', rows[row - 1]?.platformCustomerId]),
    ])
    const fields = ((job.errors ?? []) as ImportError[]).map(({ details }) =>
      (details.errors as { field: string; constraint: string }[])
        .map(({ field, constraint }) => `${field} ${constraint}`)
        .sort(),
    )
    expect(fields).toEqual([
      ['birthDate maximum', 'fullName required', 'platformCustomerId required'],
      ['customerType enum'],
      ['businessLegalName required'],
      ['umaAddress const'],
      ['country format', 'email format', 'postalCode maxLength'],
      ['customerType enum'],
    ])
  })

  test.each([
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    [
      'UTF-16, least significant byte first',
      (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    ],
    ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le')],
    [
      'UTF-16, most significant byte first',
      (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    ],
  ])('a file in %s is read like any other', async (_, encoded) => {
    const rows = [aPerson(domain, { fullName: 'Zoë 王小明' }), aPerson(domain), aPerson(domain)]
    const text = `${csvOf(rows, columns, '\r\n')}${','.repeat(columns.length - 1)}\r\n`
    const job = await ended(api, await upload(api, encoded(text)))
    expect([job.status, job.progress]).toEqual([
      'COMPLETED',
      { total: 3, processed: 3, successful: 3, failed: 0 },
    ])
  })

  test('a file that cannot be read says what it is', async () => {
    const rows = csvOf([aPerson(domain)])
    const files: readonly (readonly [string | Buffer, string])[] = [
      [rows.replaceAll(',', ';'), 'semicolons'],
      [rows.replaceAll(',', '\t'), 'tabs'],
      [Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]), 'xlsx'],
    ]
    for (const [file, cause] of files) {
      const job = await ended(api, await upload(api, file))
      expect(job.status).toBe('FAILED')
      expect(JSON.stringify(job.errors)).toContain(cause)
      const events = listed(await api.call('GET', `/webhooks/events?subject=${job.id}`))
      expect(events.map(({ type }) => type)).toEqual(['BULK_UPLOAD.FAILED'])
    }
  })

  test('of rows that share a key the first is created, whatever was refused before it', async () => {
    const known = aPerson(domain)
    await importRows([known])
    const [one, two, three] = [aPerson(domain), aPerson(domain), aPerson(domain)]
    const rows: Row[] = [
      // In the table already.
      aPerson(domain, { platformCustomerId: known.platformCustomerId }),
      aPerson(domain, { umaAddress: known.umaAddress?.toUpperCase() }),
      aPerson(domain, { email: known.email?.toUpperCase() }),
      one,
      aPerson(domain, { platformCustomerId: one.platformCustomerId }),
      // Refused for its address: its id is free for the next one.
      { ...two, umaAddress: known.umaAddress },
      two,
      aPerson(domain, { email: two.email }),
      three,
      three,
      three,
    ]
    const job = await importRows(rows)
    expect(errorsOf(job).map(([row, code]) => [row, code])).toEqual([
      [1, 'CONFLICT'],
      [2, 'UMA_ADDRESS_EXISTS'],
      [3, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS'],
      [5, 'CONFLICT'],
      [6, 'UMA_ADDRESS_EXISTS'],
      [8, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS'],
      [10, 'CONFLICT'],
      [11, 'CONFLICT'],
    ])
    expect(job.progress).toEqual({ total: 11, processed: 11, successful: 3, failed: 8 })
  })

  const marked = (text: string): Buffer => Buffer.from(`\ufeff${text}`)
  const rowsOf = (count: number): Row[] => Array.from({ length: count }, () => aPerson(domain))
  test.each<readonly [string, () => string | Uint8Array, number]>([
    ['a byte order mark', () => marked(csvOf(rowsOf(2))), 2],
    ['CRLF', () => csvOf(rowsOf(2), columns, '\r\n'), 2],
    ['CR alone', () => csvOf(rowsOf(2), columns, '\r'), 2],
    ['no newline at the end', () => csvOf(rowsOf(2)).trimEnd(), 2],
    ['empty lines', () => csvOf(rowsOf(2)).replaceAll('\n', '\n\n'), 2],
    ['quotes and commas in cells', () => csvOf([aPerson(domain, { city: 'a "b", c' })]), 1],
    [
      'line breaks in a cell of no column of ours',
      () => csvOf([{ ...aPerson(domain), note: 'a\n"b",\r\nc' }], ['note', ...columns]),
      1,
    ],
    [
      'columns in another order, and more',
      () => csvOf(rowsOf(2), ['note', ...columns].reverse()),
      2,
    ],
    ['spaces around the names of columns', () => csvOf(rowsOf(1)).replace('city,', ' city ,'), 1],
    ['column names alone', () => csvOf([]), 0],
  ])('%s', async (_, content, count) => {
    expect(await importOf(content())).toMatchObject({
      status: 'COMPLETED',
      progress: { total: count, successful: count },
    })
  })

  test('cells that are formulas, damaged or too many are harmless', async () => {
    const formula = '=HYPERLINK("https://evil.example","x")'
    const rows = [aPerson(domain, { fullName: formula }), aPerson(domain, { city: 'a\u0000b' })]
    const text = `${csvOf(rows)}${csvOf([aPerson(domain)]).split('\n')[1]},more\n`
    const bytes = Buffer.concat([
      Buffer.from(text),
      Buffer.from(
        csvOf([aPerson(domain, { city: '?' })])
          .split('\n')[1]
          ?.replace('?', '\u00ff') ?? '',
        'latin1',
      ),
    ])
    const job = await importOf(bytes)
    expect(errorsOf(job).map(([row]) => row)).toEqual([2, 3, 4])
    const { platformCustomerId: id } = rows[0] as Row
    const [kept] = listed(await api.call('GET', `/customers?platformCustomerId=${id}`))
    expect(kept?.fullName).toBe(formula)
  })

  test.each<readonly [string, () => string | Uint8Array, RegExp]>([
    ['no CSV at all', () => Buffer.from('89504e470d0a1a0a0000', 'hex'), /are missing/],
    ['no column names', () => '\n\n', /no line of column names/],
    [
      'columns that are missing',
      () => csvOf(rowsOf(1), columns.slice(2)),
      /umaAddress, platformCustomerId/,
    ],
    ['a column twice', () => csvOf(rowsOf(1), [...columns, 'email']), /email are there twice/],
    ['a quote that is not closed', () => `${csvOf(rowsOf(3))}"x`, /quote is not closed/],
    [
      'a cell of 10 MB',
      () => csvOf([...rowsOf(1), aPerson(domain, { city: 'x'.repeat(10_000_000) })]),
      /65536/,
    ],
  ])('an unreadable file creates nothing: %s', async (_, content, message) => {
    const job = await importOf(content())
    expect(job).toMatchObject({
      status: 'FAILED',
      progress: { total: 0, processed: 0, successful: 0, failed: 0 },
      errors: [{ code: 'INVALID_REQUEST_FORMAT', message: expect.stringMatching(message) }],
    })
  })

  test('a file is needed, with something in it; production needs a wallet provider', async () => {
    await leavesNothing(async () => {
      const empty = formOf({}, { name: 'a.csv', content: '' })
      expect(fieldsOf(await call('POST', '/customers/bulk/csv', empty))).toEqual({
        file: 'minLength',
      })
      empty.delete('file')
      empty.append('other', 'x')
      expect(fieldsOf(await call('POST', '/customers/bulk/csv', empty))).toEqual({
        file: 'required',
      })
    })
  })
})

describeOperation('getBulkCustomerImportJob', () => {
  beforeAll(prepare)

  test('one that there is not is 404', async () => {
    for (const id of [`Job:${randomUUID()}`, randomUUID(), 'x']) {
      expectRefusal(
        await call('GET', `/customers/bulk/jobs/${id}`),
        404,
        'BULK_UPLOAD_JOB_NOT_FOUND',
      )
    }
  })

  test('ends with its webhook, and the file is deleted', async () => {
    const job = await importRows([aPerson(domain), aPerson(domain, { city: '' })])
    const events = listed(
      await api.call('GET', `/webhooks/events?subject=${job.id}&withRequest=true`),
    )
    expect(events.map(({ type }) => type)).toEqual(['BULK_UPLOAD.COMPLETED'])
    const { body } = (events[0] as { request?: unknown }).request as { body: string }
    expect(JSON.parse(body).data).toEqual(job)
    const left = await service().database.query({
      text: `select 1 from bulk_imports where id = $1 and (object_prefix is not null or wrapped_key is not null)`,
      values: [String(job.id).split(':')[1]],
    })
    expect(left).toEqual([])
    expect(job.id).toMatch(/^Job:/)
    // As in August: without its kind.
    const bare = String(job.id).replace('Job:', '')
    expect((await api.call('GET', `/customers/bulk/jobs/${bare}`)).body).toEqual(job)
  })
})

describeOperation('listBulkCustomerImportErrors', () => {
  beforeAll(prepare)

  test('in the order of the file, page by page, beyond what the job shows', async () => {
    const rows = Array.from({ length: 1_004 }, () => aPerson(domain, { city: '' }))
    const jobId = await upload(api, csvOf(rows))
    const job = await ended(api, jobId)
    expect(job.errors).toHaveLength(1_000)
    expect(job.progress).toMatchObject({ total: 1_004, failed: 1_004 })
    const numbers: number[] = []
    for (let cursor = ''; ; ) {
      const path = `/customers/bulk/jobs/${jobId}/errors?limit=100${cursor && `&cursor=${cursor}`}`
      const { body } = await api.call('GET', path)
      numbers.push(...(body.data as ImportError[]).map(({ details }) => details.row))
      if (!body.hasMore) break
      cursor = String(body.nextCursor)
    }
    expect(numbers).toEqual(Array.from({ length: 1_004 }, (_, index) => index + 1))
    expectRefusal(
      await call('GET', `/customers/bulk/jobs/${jobId}/errors`),
      404,
      'BULK_UPLOAD_JOB_NOT_FOUND',
    )
  })
})
