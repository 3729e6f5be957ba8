/** Calls the SQL functions about documents and imports, so that the plan of each statement in them is read. */
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import type { ImportedRow } from '../../db/sqlFunctions.ts'

/** @param customerId bare uuid of a customer of the platform */
export async function callDocuments(
  database: Queryable,
  platformId: string,
  customerId: string,
): Promise<void> {
  const writtenDocument = async (id: string): Promise<Record<string, unknown>> => {
    const objectKey = `documents/${randomUUID()}`
    await database.call('begin_object', objectKey, false, 60)
    return {
      ...{ id, platformId, objectKey, holderKind: 'CUSTOMER', holderId: customerId },
      ...{ type: 'SELFIE', country: 'GB', fileName: 'a', contentType: 'image/png' },
      ...{ size: 1, wrappedKey: 'x' },
    }
  }
  const id = randomUUID()
  for (const name of ['add_document', 'add_document', 'replace_document']) {
    const document = await writtenDocument(id)
    await database.query({ text: `select ${name}($1)`, values: [JSON.stringify(document)] })
  }
  await database.call('note_forwarding', 'documents/none', null)
  await database.call('delete_document', platformId, id)
  await database.query({
    text: 'select add_document($1)',
    values: [JSON.stringify(await writtenDocument(randomUUID()))],
  })
  await database.query({ text: 'select erase_documents($1)', values: [customerId] })
  await callImports(database, platformId)
  for (const { key } of await database.call('due_objects', 10)) {
    await database.call('forget_object', key)
  }
}

async function callImports(database: Queryable, platformId: string): Promise<void> {
  const begunImport = async (rows: number): Promise<string> => {
    const [id, objectPrefix] = [randomUUID(), `imports/${randomUUID()}/`]
    await database.call('begin_object', objectPrefix, true, 60)
    await database.call('begin_import', { id, platformId, objectPrefix, wrappedKey: 'x', size: 1 })
    if (rows > 0) await database.call('start_import', id, ['umaAddress'], 1, rows)
    return id
  }
  await database.call('fail_import', await begunImport(0), 0, 'no columns')
  await database.call('finish_import', await begunImport(1), 'the rows are empty')
  const { uma_domain: domain } = await database.one<{ uma_domain: string }>({
    text: 'select uma_domain from platforms where id = $1',
    values: [platformId],
  })
  const importId = await begunImport(5)
  const row = (number: number, name: string): ImportedRow => ({
    ...{ row: number, id: randomUUID(), platformCustomerId: name, customerType: 'INDIVIDUAL' },
    ...{ umaAddress: `$${name}@${domain}`, email: `${name}@example.com`, profile: {} },
  })
  const [one, two] = [randomUUID(), randomUUID()]
  await database.call('import_customers', {
    ...{ importId, fromRow: 0, nextByte: 1 },
    accounts: [
      { currency: 'USDB', type: 'EMBEDDED_WALLET' },
      { currency: 'USD', type: 'INTERNAL_FIAT' },
    ],
    rows: [row(1, one), row(2, one), row(3, two), row(4, two)],
    refused: [{ row: 5, correlationId: '5', code: 'INVALID_INPUT', reason: 'x', details: {} }],
  })
  await database.call('imported_wallets', importId, importId, 10)
  await database.call('close_import', importId)
}
