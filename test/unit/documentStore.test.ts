/** Both stores of documents keep the same promises; the bucket is one of a real S3-compatible server. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DocumentStore,
  openDocumentStore,
  removeAll,
} from '../../providers/documentStore/index.ts'
import { ConfigError, parseConfig } from '../../runtime/config.ts'
import { documentStoreSettings } from '../../runtime/documentStoreSettings.ts'
import { anS3Server, installedS3Server, type S3Server } from '../support/s3Server.ts'

const program = installedS3Server()
if (program === undefined) {
  process.stderr.write(
    'Not tested: no S3-compatible server (versitygw, moto_server) is installed.\n',
  )
}

async function keysOf(store: DocumentStore, prefix = ''): Promise<string[]> {
  const keys: string[] = []
  for await (const key of store.keys(prefix)) keys.push(key)
  return keys.sort()
}

function promises(open: () => DocumentStore): void {
  test('what is put is got, replaced and removed', async () => {
    const store = open()
    const content = Buffer.alloc(5_000_000, 'x')
    await store.put('documents/sandbox/a', content)
    expect((await store.get('documents/sandbox/a'))?.equals(content)).toBe(true)
    await store.put('documents/sandbox/a', Buffer.from('y'))
    expect(await store.get('documents/sandbox/a')).toEqual(Buffer.from('y'))
    await store.remove('documents/sandbox/a')
    await store.remove('documents/sandbox/a')
    expect(await store.get('documents/sandbox/a')).toBeUndefined()
    await store.close()
  })

  test('keys are listed by their beginning, however many, and removed by it', async () => {
    const store = open()
    const [many, few] = [
      Array.from({ length: 12 }, (_, number) => `imports/sandbox/1/${number}`),
      ['imports/sandbox/11/0', 'imports/sandbox/2/0'],
    ]
    for (const key of [...many, ...few]) await store.put(key, Buffer.from(key))
    expect(await keysOf(store)).toEqual([...many, ...few].sort())
    expect(await keysOf(store, 'imports/sandbox/1/')).toEqual([...many].sort())
    await removeAll(store, 'imports/sandbox/1/')
    expect(await keysOf(store, 'imports/')).toEqual(few)
    await removeAll(store, '')
    expect(await keysOf(store)).toEqual([])
    await store.close()
  })
}

describe('a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-test-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const open = (): DocumentStore => openDocumentStore({ folder: join(folder, 'documents') })
  promises(open)

  test('is readable by its owner alone', async () => {
    await open().put('a/b', Buffer.from('x'))
    expect(statSync(join(folder, 'documents')).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'documents/a/b')).mode & 0o777).toBe(0o600)
    await open().remove('a/b')
  })

  test('a file that a dead process has begun is a key, and goes with it', async () => {
    await open().put('a/b', Buffer.from('x'))
    await open().remove('a/b')
    writeFileSync(join(folder, 'documents/a/b.0123456789ab.partial'), 'begun')
    expect(await open().get('a/b')).toBeUndefined()
    expect(await keysOf(open())).toEqual(['a/b'])
    await open().remove('a/b')
    expect(readdirSync(join(folder, 'documents/a'))).toEqual([])
  })

  test('leaves nothing of what it could not write', async () => {
    await open().put('c/d', Buffer.from('x'))
    rmSync(join(folder, 'documents/c/d'))
    // A folder of the file's name: the draft cannot be renamed to it.
    writeFileSync(join(folder, 'documents/keep'), '')
    await expect(open().put('keep/e', Buffer.from('x'))).rejects.toThrow()
    chmodSync(join(folder, 'documents/keep'), 0o600)
    rmSync(join(folder, 'documents/keep'))
    expect(await keysOf(open())).toEqual([])
  })

  test.each(['', '/a', 'a/', '../a', 'a/../b', 'a//b', 'A', 'a.b', 'a\0'])(
    'takes no key like %j',
    async (key) => {
      await expect(open().put(key, Buffer.from('x'))).rejects.toThrow('not a key')
    },
  )
})

describe.skipIf(program === undefined)('a bucket', () => {
  let server: S3Server
  beforeAll(async () => {
    server = await anS3Server(program as 'versitygw')
    const { endpoint, id, secret } = server
    const client = new S3Client({
      endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: id, secretAccessKey: secret },
    })
    await client.send(new CreateBucketCommand({ Bucket: 'documents' }))
    client.destroy()
  })
  afterAll(() => server?.stop())

  promises(() =>
    openDocumentStore(
      documentStoreSettings(
        parseConfig({
          DOCUMENT_STORE_URL: `s3://documents/payments/?endpoint=${server.endpoint}`,
          DOCUMENT_STORE_ACCESS_KEY_ID: server.id,
          DOCUMENT_STORE_SECRET_ACCESS_KEY: server.secret,
        }),
      ),
    ),
  )

  test('that there is not is an error, not an object that is missing', async () => {
    const store = openDocumentStore({
      bucket: {
        ...{ bucket: 'nothing', prefix: '', region: 'us-east-1', endpoint: server.endpoint },
        credentials: { id: server.id, secret: server.secret },
      },
    })
    await expect(store.get('a')).rejects.toThrow()
    await store.close()
  })
})

describe('the settings', () => {
  const of = (env: Record<string, string>): unknown => documentStoreSettings(parseConfig(env))

  test('name a folder, or a bucket', () => {
    expect(of({ DATA_DIR: '/data' })).toEqual({ folder: '/data/documents' })
    expect(of({ DOCUMENT_STORE_URL: 'file:///var/documents' })).toEqual({
      folder: '/var/documents',
    })
    expect(of({ DOCUMENT_STORE_URL: 's3://b/p/q?region=eu-central-1' })).toEqual({
      bucket: {
        bucket: 'b',
        prefix: 'p/q/',
        region: 'eu-central-1',
        endpoint: undefined,
        credentials: undefined,
      },
    })
  })

  test.each([
    { DOCUMENT_STORE_URL: 'documents' },
    { DOCUMENT_STORE_URL: 'https://bucket' },
    { DOCUMENT_STORE_URL: 's3:///prefix' },
    { DOCUMENT_STORE_URL: 's3://bucket', DOCUMENT_STORE_ACCESS_KEY_ID: 'x' },
  ])('refuse %j', (env) => {
    expect(() => of(env as Record<string, string>)).toThrow(ConfigError)
  })
})
