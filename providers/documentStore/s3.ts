/** Objects of a bucket at any S3-compatible store. */
import type { Readable } from 'node:stream'
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
  /** For a whole call, content included. */
  readonly timeoutMs?: number
}

const CONNECT_TIMEOUT_MS = 5_000
const TIMEOUT_MS = 30_000
/** Above the largest document or part of an upload. */
const OBJECT_BYTES_MAX = 16 * 1_024 * 1_024

/** The SDK is loaded at the first call. */
export function createBucketStore(options: BucketOptions): DocumentStore {
  const { bucket, prefix, timeoutMs = TIMEOUT_MS } = options
  let loading: Promise<Loaded> | undefined
  const loaded = (): Promise<Loaded> => {
    loading ??= load(options)
    return loading
  }
  // The SDK's own time-outs end with the headers of a response, or begin again with each byte.
  const inTime = () => ({ abortSignal: AbortSignal.timeout(timeoutMs) })
  const placeOf = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })
  return {
    async put(key, content) {
      const { client, sdk } = await loaded()
      const ContentLength = content.byteLength
      const command = new sdk.PutObjectCommand({ ...placeOf(key), Body: content, ContentLength })
      await client.send(command, inTime())
    },
    async get(key) {
      const { client, sdk } = await loaded()
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(placeOf(key)), inTime())
        return Body && (await bytesOf(Body as Readable))
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return undefined
        throw error
      }
    },
    async remove(key) {
      const { client, sdk } = await loaded()
      await client.send(new sdk.DeleteObjectCommand(placeOf(key)), inTime())
    },
    async *keys(begin) {
      const { client, sdk } = await loaded()
      const input = { Bucket: bucket, Prefix: `${prefix}${begin}` }
      let ContinuationToken: string | undefined
      do {
        const command = new sdk.ListObjectsV2Command({ ...input, ContinuationToken })
        const page = await client.send(command, inTime())
        for (const { Key } of page.Contents ?? []) {
          if (Key !== undefined) yield Key.slice(prefix.length)
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },
    async close() {
      const { client } = (await loading) ?? {}
      client?.destroy()
    },
  }
}

async function bytesOf(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > OBJECT_BYTES_MAX) throw new Error('an object that is larger than any of ours')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

type Loaded = { readonly client: S3Client; readonly sdk: typeof import('@aws-sdk/client-s3') }

async function load({ region, endpoint, credentials }: BucketOptions): Promise<Loaded> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region,
    // A bucket as the first part of the path, as stores that are not Amazon's expect it.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && {
      credentials: { accessKeyId: credentials.id, secretAccessKey: credentials.secret },
    }),
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS },
  })
  return { client, sdk }
}
