/** Where the settings say that documents are stored. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, ConfigError } from './config.ts'

export type DocumentStoreSettings =
  | { readonly folder: string }
  | {
      readonly bucket: {
        readonly bucket: string
        readonly prefix: string
        readonly region: string
        readonly endpoint: string | undefined
        readonly credentials: { readonly id: string; readonly secret: string } | undefined
      }
    }

const DEFAULT_REGION = 'us-east-1'

/**
 * `DOCUMENT_STORE_URL`: `file:///folder`, or `s3://bucket/prefix?region=R&endpoint=https://host` with
 * everything after the bucket optional. Without it a folder below DATA_DIR.
 *
 * @throws ConfigError for another address, and for half of the credentials
 */
export function documentStoreSettings(config: Config): DocumentStoreSettings {
  const { DOCUMENT_STORE_URL: address, DATA_DIR } = config
  if (address === undefined) return { folder: resolve(DATA_DIR, 'documents') }
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol === 'file:') return { folder: fileURLToPath(url) }
  if (url?.protocol !== 's3:' || url.hostname === '') {
    throw new ConfigError('Configuration: DOCUMENT_STORE_URL must be file:///folder or s3://bucket')
  }
  const path = url.pathname.replace(/^\/+|\/+$/g, '')
  return {
    bucket: {
      bucket: url.hostname,
      prefix: path === '' ? '' : join(path, '/'),
      region: url.searchParams.get('region') ?? DEFAULT_REGION,
      endpoint: url.searchParams.get('endpoint') ?? undefined,
      credentials: credentialsOf(config),
    },
  }
}

function credentialsOf({
  DOCUMENT_STORE_ACCESS_KEY_ID: id,
  DOCUMENT_STORE_SECRET_ACCESS_KEY: secret,
}: Config): { readonly id: string; readonly secret: string } | undefined {
  if (id !== undefined && secret !== undefined) return { id, secret }
  if (id === undefined && secret === undefined) return undefined
  throw new ConfigError(
    'Configuration: DOCUMENT_STORE_ACCESS_KEY_ID and DOCUMENT_STORE_SECRET_ACCESS_KEY are given both or neither',
  )
}
