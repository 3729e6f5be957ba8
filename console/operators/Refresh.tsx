import { useKeys } from '../lib/keyboard.ts'
import { Button } from '../ui/Button.tsx'

/** Reads again what is not asked for by itself; the key `r` does the same. */
export function Refresh({ onPress }: { readonly onPress: () => void }) {
  useKeys([{ key: 'r', what: 'Read again', run: onPress }])
  return (
    <Button kind="quiet" isSmall onPress={onPress}>
      Read again <kbd>r</kbd>
    </Button>
  )
}
