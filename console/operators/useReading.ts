/** Data of the operators' API, as fresh as the audit allows. */
import { useEffect, useRef } from 'preact/hooks'
import { type Live, useLive } from '../lib/live.ts'
import type { ApiRequest } from '../lib/request.ts'
import { useIsHere } from './presence.ts'

type ReadingOptions = {
  /** Milliseconds between two readings while a person is at the page; 0: once. */
  readonly everyMs?: number
  /** Shows the answer to the former request until the new one has its own: lists and filters. */
  readonly keep?: boolean
  /** Another text: read again. */
  readonly changed?: string | undefined
}

/**
 * Reads once, and when the tab is seen again; `Refresh` reads at a press. Every reading of a customer's data is a row of the
 * audit: what has such rows is asked for again by itself only where something is known to change.
 *
 * @param request undefined if there is nothing to ask for
 */
export function useReading<T>(
  request: ApiRequest<T> | undefined,
  { everyMs = 0, keep = false, changed }: ReadingOptions = {},
): Live<T> {
  const isHere = useIsHere()
  const live = useLive(request, { everyMs: isHere ? everyMs : 0, keep })
  const seen = useRef(changed)
  const { again } = live
  useEffect(() => {
    const isKnown = seen.current !== undefined
    const isOther = changed !== undefined && changed !== seen.current
    if (changed !== undefined) seen.current = changed
    if (isKnown && isOther) again()
  }, [changed])
  return live
}
