/** The page `/mails`: what the sandbox has captured of a platform's mails and text messages. */

import { make, section } from '../page.ts'
import { reconnect, showPlatform } from '../platformSection.ts'
import type { Settings } from '../shapes.ts'
import { createStore, type Store } from '../state.ts'
import { live } from './live.ts'

type Message = {
  readonly channel: 'EMAIL' | 'SMS'
  readonly to: string
  readonly from: string
  readonly subject?: string
  readonly text: string
  readonly sentAt: string
}

const LOOK_MS = 2_000

async function main(): Promise<void> {
  const answer = await fetch('/console/app.json', { credentials: 'omit' })
  if (!answer.ok) throw new Error('The API does not answer; reload this page later.')
  const store = createStore((await answer.json()) as Settings)
  await reconnect(store)
  showPlatform(store, 'messages')
  store.watch(({ api }) => {
    section('messages').hidden = api === undefined
  })
  showMessages(store)
}

function showMessages(store: Store): void {
  let shown = ''
  live(store, LOOK_MS, async (api) => {
    const { body } = await api.call<{ data: Message[] }>('GET', '/sandbox/messages')
    const text = JSON.stringify(body.data)
    if (text === shown) return
    shown = text
    section('none-sent').hidden = body.data.length > 0
    section('message-list').replaceChildren(...body.data.map(rowOf))
  })
}

function rowOf({ channel, to, from, subject, text, sentAt }: Message): HTMLElement {
  const head = `${channel === 'EMAIL' ? 'Mail' : 'Message'} to ${to} from ${from}`
  return make(
    'li',
    {},
    make('strong', {}, head),
    ' ',
    make('time', { dateTime: sentAt }, `${sentAt.slice(0, 19).replace('T', ' ')} UTC`),
    ...(subject === undefined ? [] : [make('p', {}, subject)]),
    make('p', {}, text),
  )
}

main().catch((error: unknown) => {
  const notice = section('page-notice')
  notice.textContent = error instanceof Error ? error.message : String(error)
  notice.hidden = false
})
