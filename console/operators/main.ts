/** The operators' pages: who is logged in, and the page that the path names. */
import { ApiProblem } from '../api.ts'
import { button, form, input, make, onPress, onSubmit, section } from '../page.ts'
import { logOut, type Person, read, write } from './api.ts'
import { showAudit } from './audit.ts'
import { showHealth } from './health.ts'
import { showInbox } from './inbox.ts'
import { showLedger } from './ledger.ts'
import { showPlatforms } from './platforms.ts'
import { showRequests } from './requests.ts'
import { showSearch } from './search.ts'

type Page = (content: HTMLElement, person: Person) => Promise<void>

const pages: Readonly<Record<string, Page>> = {
  '/': showInbox,
  '/search': showSearch,
  '/platforms': showPlatforms,
  '/ledger': showLedger,
  '/health': showHealth,
  '/requests': showRequests,
  '/audit': showAudit,
}

async function main(): Promise<void> {
  onSubmit(form('login-form'), async () => {
    await write('/session', { token: input('token').value.trim() })
    input('token').value = ''
    await start()
  })
  onPress(button('logout'), async () => {
    await logOut()
    location.assign('/')
  })
  await start()
}

/** Shows the page to an operator who is logged in, and the login otherwise. */
async function start(): Promise<void> {
  const person = await read<Person>('/session').catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 401) return undefined
    throw error
  })
  section('login').hidden = person !== undefined
  for (const id of ['pages', 'connected']) section(id).hidden = person === undefined
  if (person === undefined) return input('token').focus()
  section('who').textContent = `${person.name} (${person.role})`
  const links = section('pages').querySelectorAll('a')
  for (const link of links) {
    if (link.pathname !== location.pathname) continue
    link.ariaCurrent = 'page'
    document.title = `${link.textContent} · Operators`
  }
  const content = section('content')
  content.replaceChildren(make('p', { className: 'hint' }, 'Loading…'))
  await pages[location.pathname]?.(content, person)
}

main().catch((error: unknown) => {
  const notice = section('page-notice')
  notice.textContent = error instanceof Error ? error.message : String(error)
  notice.hidden = false
  section('content').replaceChildren()
})
