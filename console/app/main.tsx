/** The dashboard of platforms: `/console` and all that is below it. */
import { render } from 'preact'
import { resume } from '../lib/session.ts'
import { loadSettings } from '../lib/settings.ts'
import { App } from './App.tsx'

async function main(): Promise<void> {
  const place = document.getElementById('app')
  if (place === null) throw new Error('the page has no #app')
  render(<App />, place)
  await loadSettings()
  await resume()
}

main().catch((error: unknown) => {
  const words = error instanceof Error ? error.message : String(error)
  document.body.append(Object.assign(document.createElement('p'), { textContent: words }))
})
