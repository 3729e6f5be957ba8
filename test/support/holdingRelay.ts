/** A relay between a client and PostgreSQL that loses a statement, or its answer. */
import { aRelay, type Link } from './relay.ts'

/** It cuts the client's connection at a statement, once. */
export type HoldingRelay = {
  readonly url: string
  /** At a statement that contains the text: keeps it and all after it, and cuts the client off. */
  hold(text: string): void
  /** Sends what it has kept, and reads PostgreSQL's answers. @returns how many bytes it had kept */
  deliver(): Promise<number>
  /** At such a statement: sends it, and cuts the client off when PostgreSQL has answered. */
  dropAnswers(text: string): void
  /** Whether such a statement has come since. */
  hasDropped(): boolean
  stop(): void
}

export async function aHoldingRelay(to: string): Promise<HoldingRelay> {
  let held: { text: string; kept: Buffer[]; link?: Link } | undefined
  let dropped: string | undefined
  let dropping: Link | undefined
  const relay = await aRelay(to, {
    toServer(bytes, link) {
      if (held !== undefined && held.link === undefined && bytes.includes(held.text)) {
        held.link = link
      }
      if (held?.link === link) {
        held.kept.push(bytes)
        link.client.destroy()
        return false
      }
      if (dropped !== undefined && bytes.includes(dropped)) {
        dropped = undefined
        dropping = link
      }
      return true
    },
    toClient(_, link) {
      if (dropping !== link) return true
      link.client.destroy()
      return false
    },
    keepsUpstream: (link) => held?.link === link,
  })
  return {
    url: relay.url,
    hold(text) {
      held = { text, kept: [] }
    },
    async deliver() {
      const { link, kept = [] } = held ?? {}
      held = undefined
      if (link === undefined) return 0
      const answered = new Promise((resolve) => link.upstream.once('data', resolve))
      link.upstream.write(Buffer.concat(kept))
      await answered
      link.upstream.destroy()
      return Buffer.concat(kept).length
    },
    dropAnswers(text) {
      dropped = text
    },
    hasDropped: () => dropped === undefined,
    stop: () => relay.stop(),
  }
}
