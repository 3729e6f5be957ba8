import { useStore } from '../lib/store.ts'
import { setTheme, theme, themes } from '../lib/theme.ts'

const words = { system: 'System colours', light: 'Light', dark: 'Dark' } as const

export function ThemeSwitch() {
  const chosen = useStore(theme)
  return (
    <label>
      <span class="visually-hidden">Colours</span>
      <select
        class="small"
        value={chosen}
        onChange={({ currentTarget: { value } }) =>
          setTheme(themes.find((each) => each === value) ?? 'system')
        }
      >
        {themes.map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </select>
    </label>
  )
}
