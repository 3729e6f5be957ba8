import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Answer, formOf } from '../../../../scripts/serviceDriver/apiClient.ts'
import { listed, type Resource, shown } from '../../../support/builders.ts'
import { aJpeg, aPdf, aPng } from '../../../support/documentFiles.ts'
import {
  aFreshPlatform,
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  leavesNothing,
  sampled,
  service,
} from '../../service.ts'

const passport = {
  documentType: 'PASSPORT',
  country: 'GB',
  documentNumber: 'P-4711-4711',
  issuingAuthority: 'HM Passport Office',
}

async function aHolder(): Promise<Resource> {
  return shown('customer', await call('POST', '/customers', { customerType: 'INDIVIDUAL' }), 201)
}

function upload(
  fields: Readonly<Record<string, string | undefined>>,
  file = { name: 'passport.jpg', content: aJpeg() },
): Promise<Answer> {
  return call('POST', '/documents', formOf(fields, file))
}

/** What is in the document store of the stack. */
function storedFiles(): { readonly name: string; readonly content: Buffer }[] {
  const folder = join(service().stack.dataDir, 'documents', 'documents')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
  return names
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => ({ name, content: readFileSync(join(parentPath, name)) }))
}

describeOperation('uploadDocument', () => {
  test('shows the facts, and keeps number and content encrypted', async () => {
    const holder = await aHolder()
    const mark = `content-${randomUUID()}`
    const file = { name: '../../etc/passport.pdf', content: aPdf(mark) }
    const answer = await upload({ ...passport, documentHolder: holder.id }, file)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      ...passport,
      documentHolder: holder.id,
      fileName: 'passport.pdf',
    })
    expect((await call('GET', `/documents/${answer.body.id}`)).body).toEqual(answer.body)
    const stored = storedFiles()
    expect(stored.length).toBeGreaterThan(0)
    for (const { content } of stored) expect(content.includes(mark)).toBe(false)
    const rows = await service().database.query<{ row: object }>({
      text: 'select to_jsonb(d) as row from documents d where holder_id = $1',
      values: [holder.id.split(':')[1]],
    })
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).toContain('HM Passport Office')
    expect(JSON.stringify(rows)).not.toContain('P-4711')
  })

  sampled('a file of exactly 10 MB passes, one byte more does not', async () => {
    const holder = await aHolder()
    const bytesMax = 10 * 1_024 * 1_024
    const padded = (more: number): Buffer => aPdf('x'.repeat(bytesMax - aPdf().length - more))
    // The length of what is inside changes the number of its digits.
    const exact = padded(aPdf('x'.repeat(bytesMax - 200)).length - aPdf().length - bytesMax + 200)
    expect(exact.length).toBe(bytesMax)
    const fields = { documentType: 'OTHER', country: 'GB', documentHolder: holder.id }
    expect((await upload(fields, { name: 'a.pdf', content: exact })).status).toBe(201)
    const content = Buffer.concat([exact, Buffer.from('\n')])
    const refused = await upload(fields, { name: 'a.pdf', content })
    expectRefusal(refused, 413, 'CONTENT_TOO_LARGE')
  })

  test('every field that is wrong is named in one answer, the file among them', async () => {
    await leavesNothing(async () => {
      const answer = await upload(
        { documentType: 'NATIONAL_ID', side: 'LEFT', country: 'Narnia', documentHolder: 'x' },
        { name: 'passport.jpg', content: Buffer.from('<html>') },
      )
      expect(fieldsOf(answer)).toEqual({
        file: 'contentMediaType',
        side: 'enum',
        country: 'format',
        documentHolder: 'pattern',
        documentNumber: 'required',
        issuingAuthority: 'required',
      })
      const nothing = formOf({}, { name: 'a', content: '' })
      nothing.delete('file')
      nothing.append('unknown', 'x')
      expect(fieldsOf(await call('POST', '/documents', nothing))).toEqual({
        file: 'required',
        documentType: 'required',
        country: 'required',
        documentHolder: 'required',
      })
    })
  })

  test('a holder has one of a type and side', async () => {
    const holder = await aHolder()
    const licence = { ...passport, documentType: 'DRIVERS_LICENSE', documentHolder: holder.id }
    expect(fieldsOf(await upload(licence))).toEqual({ side: 'required' })
    expect((await upload({ ...licence, side: 'FRONT' })).status).toBe(201)
    expect((await upload({ ...licence, side: 'BACK' })).status).toBe(201)
    const before = storedFiles().length
    await leavesNothing(async () => {
      expectRefusal(await upload({ ...licence, side: 'BACK' }), 409, 'DOCUMENT_ALREADY_EXISTS')
    })
    expect(storedFiles()).toHaveLength(before)
    const both = await Promise.all(
      [1, 2, 3, 4].map(() => upload({ ...passport, documentHolder: holder.id })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(storedFiles()).toHaveLength(before + 1)
  })

  test('a holder that there is not is 404', async () => {
    await leavesNothing(async () => {
      for (const kind of ['Customer', 'BeneficialOwner']) {
        const documentHolder = `${kind}:${randomUUID()}`
        expectRefusal(
          await upload({ ...passport, documentHolder }),
          404,
          'DOCUMENT_HOLDER_NOT_FOUND',
        )
      }
    })
  })
})

describeOperation('listDocuments', () => {
  test('newest first, page by page, of one holder or of all', async () => {
    const api = await aFreshPlatform()
    const [one, other] = [
      shown('customer', await api.call('POST', '/customers', { customerType: 'INDIVIDUAL' }), 201),
      shown('customer', await api.call('POST', '/customers', { customerType: 'INDIVIDUAL' }), 201),
    ]
    const made: unknown[] = []
    for (const holder of [one, one, other]) {
      const documentType = ['SELFIE', 'UTILITY_BILL', 'TAX_RETURN'][made.length]
      const fields = { documentType, country: 'GB', documentHolder: holder.id }
      const form = formOf(fields, { name: 'a.png', content: aPng() })
      made.unshift((await api.call('POST', '/documents', form)).body.id)
    }
    const idsOf = (answer: Answer): unknown[] => listed(answer).map(({ id }) => id)
    expect(idsOf(await api.call('GET', '/documents'))).toEqual(made)
    const first = await api.call('GET', '/documents?limit=2')
    const { nextCursor } = first.body
    const rest = await api.call('GET', `/documents?limit=2&cursor=${nextCursor}`)
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(made)
    const ofOne = await api.call('GET', `/documents?documentHolder=${one.id}`)
    expect(idsOf(ofOne)).toEqual(made.slice(1))
    expect(fieldsOf(await api.call('GET', '/documents?documentHolder=x'))).toEqual({
      documentHolder: 'pattern',
    })
  })
})

describeOperation('getDocument', () => {
  test('an unknown one is 404', async () => {
    for (const id of [`Document:${randomUUID()}`, `Customer:${randomUUID()}`, 'x']) {
      expectRefusal(await call('GET', `/documents/${id}`), 404, 'REFERENCE_NOT_FOUND')
    }
  })
})

describeOperation('replaceDocument', () => {
  test('gives it another file and other facts, under its id', async () => {
    const holder = await aHolder()
    const { body: first } = await upload({ ...passport, documentHolder: holder.id })
    const before = storedFiles().map(({ name }) => name)
    const facts = { ...passport, documentNumber: 'P-2', country: 'FR' }
    const form = formOf(facts, { name: 'new.png', content: aPng() })
    const answer = await call('PUT', `/documents/${first.id}`, form)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      ...facts,
      id: first.id,
      documentHolder: holder.id,
      fileName: 'new.png',
      createdAt: first.createdAt,
    })
    // The old object is gone, and one is new.
    const after = storedFiles().map(({ name }) => name)
    expect(after).toHaveLength(before.length)
    expect(after.filter((name) => !before.includes(name))).toHaveLength(1)
  })

  test('not to a type that the holder has already, and not one that there is not', async () => {
    const holder = await aHolder()
    const documentHolder = holder.id
    const { body } = await upload({ documentType: 'SELFIE', country: 'GB', documentHolder })
    expect((await upload({ ...passport, documentHolder })).status).toBe(201)
    const before = storedFiles().length
    const form = (): object => formOf(passport, { name: 'a.jpg', content: aJpeg() })
    await leavesNothing(async () => {
      const taken = await call('PUT', `/documents/${body.id}`, form())
      expectRefusal(taken, 409, 'DOCUMENT_ALREADY_EXISTS')
      const unknown = await call('PUT', `/documents/Document:${randomUUID()}`, form())
      expectRefusal(unknown, 404, 'REFERENCE_NOT_FOUND')
    })
    expect(storedFiles()).toHaveLength(before)
  })
})

describeOperation('deleteDocument', () => {
  test('with its content; another of its type may follow', async () => {
    const holder = await aHolder()
    const { body } = await upload({ ...passport, documentHolder: holder.id })
    const before = storedFiles().length
    expect((await call('DELETE', `/documents/${body.id}`)).status).toBe(204)
    expect(storedFiles()).toHaveLength(before - 1)
    for (const method of ['GET', 'DELETE']) {
      expectRefusal(await call(method, `/documents/${body.id}`), 404, 'REFERENCE_NOT_FOUND')
    }
    const left = await service().database.query<{ row: object }>({
      text: 'select to_jsonb(d) as row from documents d where holder_id = $1',
      values: [holder.id.split(':')[1]],
    })
    expect(JSON.stringify(left)).not.toMatch(/sealed:|passport|Office/)
    expect((await upload({ ...passport, documentHolder: holder.id })).status).toBe(201)
  })

  test('not after it has been submitted', async () => {
    const holder = await aHolder()
    const { body } = await upload({ ...passport, documentHolder: holder.id })
    await service().database.query({
      text: 'update documents set submitted_at = service_now() where holder_id = $1',
      values: [holder.id.split(':')[1]],
    })
    expectRefusal(await call('DELETE', `/documents/${body.id}`), 409, 'CONFLICT')
  })
})
