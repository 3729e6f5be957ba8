/** Whose something is: a customer's id, found by its name. */
import type { ComponentChildren } from 'preact'
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { Field } from '../../ui/Form.tsx'
import { nameOf } from './facts.tsx'

const OFFERED = 20
const whole = /^Customer:[0-9a-f-]{36}$/

type CustomerFieldProps = {
  /** The member of the request that it fills. */
  readonly name: string
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly hint?: ComponentChildren
}

/** The id, as soon as the text is one. */
export function wholeCustomerId(text: string | undefined): string | undefined {
  const id = text?.trim() ?? ''
  return whole.test(id) ? id : undefined
}

/** Offers the newest customers, and those whose name begins with what is typed. */
export function CustomerField({ value, onInput, ...rest }: CustomerFieldProps) {
  const text = value.trim()
  const isName = text !== '' && !text.startsWith('Customer:')
  const query = { limit: OFFERED, ...(isName && { name: text }) }
  const { data } = useLive(request('get', '/customers', { query }), { everyMs: 0, keep: true })
  return (
    <Field
      {...rest}
      required
      value={value}
      placeholder="A name, or Customer:…"
      onInput={onInput}
      suggestions={(data?.data ?? []).map(
        (each) =>
          [each.id, [...new Set([nameOf(each), each.platformCustomerId])].join(' · ')] as const,
      )}
    />
  )
}
