/** A multipart body, decoded by the platform's own decoder. @throws Refusal 400 */
import type Koa from 'koa'
import { rawBody } from '../http.ts'
import { refusal } from './applicants.ts'

const BYTES_MAX = 60_000_000

export async function formOf(ctx: Koa.Context, raw?: Buffer): Promise<FormData> {
  const bytes = raw ?? (await rawBody(ctx, BYTES_MAX))
  const headers = { 'content-type': ctx.get('content-type') }
  try {
    return await new Response(new Uint8Array(bytes), { headers }).formData()
  } catch {
    throw refusal(400, 'not a form')
  }
}

/** The bytes of a form's file; undefined if it has none. */
export async function fileOf(form: FormData, name: string): Promise<Buffer | undefined> {
  const value = form.get(name)
  if (value === null || typeof value === 'string') return undefined
  return Buffer.from(await value.arrayBuffer())
}

export { BYTES_MAX as UPLOAD_BYTES_MAX }
