/** The operators' pages, on a listener of their own. */
import { render } from 'preact'
import { App } from './App.tsx'
import { resume } from './session.ts'

const place = document.getElementById('app')
if (place === null) throw new Error('the page has no #app')
render(<App />, place)
await resume()
