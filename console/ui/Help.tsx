import { activeKeys } from '../lib/keyboard.ts'
import { Dialog } from './Dialog.tsx'

const names: Readonly<Record<string, string>> = { Escape: 'Esc' }

/** The keys that work where the reader is. */
export function Help({ onClose }: { readonly onClose: () => void }) {
  // A key of a later component hides an earlier one's.
  const keys = new Map(
    activeKeys
      .get()
      .flat()
      .map(({ key, what }) => [key, what]),
  )
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {[...keys].map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{names[key] ?? key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Enter</kbd>
          </dt>
          <dd>Open the row</dd>
        </div>
      </dl>
    </Dialog>
  )
}
