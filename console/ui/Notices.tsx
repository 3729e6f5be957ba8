import { notice } from '../lib/notices.ts'
import { useStore } from '../lib/store.ts'

/** What has just been done, for eyes and for screen readers. */
export function Notices() {
  const text = useStore(notice)
  return (
    <p class="notices" role="status">
      {text}
    </p>
  )
}
