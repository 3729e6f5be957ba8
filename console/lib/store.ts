/** A value that several components show. */
import { useEffect, useState } from 'preact/hooks'

export type Store<T> = {
  get(): T
  set(next: T): void
  /** Calls after every change, until the returned function is called. */
  watch(changed: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const watchers = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const changed of [...watchers]) changed()
    },
    watch(changed) {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
  }
}

/** The value now; the component is drawn again when it changes. */
export function useStore<T>(store: Pick<Store<T>, 'get' | 'watch'>): T {
  const [value, setValue] = useState(() => ({ now: store.get() }))
  useEffect(() => {
    const read = (): void => setValue({ now: store.get() })
    // The value may have changed between the first drawing and this effect.
    if (!Object.is(store.get(), value.now)) read()
    return store.watch(read)
  }, [store])
  return value.now
}
