/** Objects of a bucket at any S3-compatible store. */
import type { S3Client } from '@aws-sdk/client-s3'
import type { DocumentStore } from './store.ts'

export type BucketOptions = {
  readonly bucket: string
  /** Before every key; '' or ending in `/`. */
  readonly prefix: string
  readonly region: string
  /** Base address of a store that is not Amazon's. */
  readonly endpoint: string | undefined
  /** Without them the SDK finds the credentials of the machine. */
  readonly credentials: { readonly id: string; readonly secret: string } | undefined
}

const CONNECT_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 30_000

/** The SDK is loaded at the first call. */
export function createBucketStore({ bucket, prefix, ...options }: BucketOptions): DocumentStore {
  let loading: Promise<Loaded> | undefined
  const loaded = (): Promise<Loaded> => {
    loading ??= load(options)
    return loading
  }
  const placeOf = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })
  return {
    async put(key, content) {
      const { client, sdk } = await loaded()
      const ContentLength = content.byteLength
      await client.send(new sdk.PutObjectCommand({ ...placeOf(key), Body: content, ContentLength }))
    },
    async get(key) {
      const { client, sdk } = await loaded()
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(placeOf(key)))
        return Body && Buffer.from(await Body.transformToByteArray())
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return undefined
        throw error
      }
    },
    async remove(key) {
      const { client, sdk } = await loaded()
      await client.send(new sdk.DeleteObjectCommand(placeOf(key)))
    },
    async *keys(begin) {
      const { client, sdk } = await loaded()
      const input = { Bucket: bucket, Prefix: `${prefix}${begin}` }
      for await (const page of sdk.paginateListObjectsV2({ client }, input)) {
        for (const { Key } of page.Contents ?? []) {
          if (Key !== undefined) yield Key.slice(prefix.length)
        }
      }
    },
    async close() {
      const { client } = (await loading) ?? {}
      client?.destroy()
    },
  }
}

type Loaded = { readonly client: S3Client; readonly sdk: typeof import('@aws-sdk/client-s3') }

async function load({
  region,
  endpoint,
  credentials,
}: Omit<BucketOptions, 'bucket' | 'prefix'>): Promise<Loaded> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region,
    // A bucket as the first part of the path, as stores that are not Amazon's expect it.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && {
      credentials: { accessKeyId: credentials.id, secretAccessKey: credentials.secret },
    }),
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
    },
  })
  return { client, sdk }
}
