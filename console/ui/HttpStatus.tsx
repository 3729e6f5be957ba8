import { Badge } from './Badge.tsx'

/** The status of an answer: whether it went well, whose mistake it was otherwise. */
export function HttpStatus({ status }: { readonly status: number }) {
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
  return <Badge tone={tone}>{status}</Badge>
}
