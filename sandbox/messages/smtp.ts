/** A mail server that keeps every mail and delivers none. */
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { callFaults, type Faults } from '../faults.ts'
import type { Listener } from '../http.ts'
import { capture, type Mailbox, workOfPlatform } from './captured.ts'

const MAIL_BYTES_MAX = 1_000_000
const DELAY_MS = 1_000

/** Port 0 takes a free one. Rejects if the port is taken. */
export async function listenForMails(
  mailbox: Mailbox,
  faults: Faults,
  log: Logger,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<Listener> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAIL_BYTES_MAX,
    logger: false,
    onData(stream, _session, done) {
      take(mailbox, faults, stream).then(
        () => done(),
        (error: unknown) => {
          if (!(error instanceof Broken)) log.error({ err: error }, 'mail not kept')
          done(Object.assign(new Error('try again later'), { responseCode: 451 }))
        },
      )
    },
  })
  // A client that goes away in the middle of a mail.
  server.on('error', (error) => log.debug({ err: error }, 'mail connection'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: listening } = server.server.address() as AddressInfo
  return {
    port: listening,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** An error to order. */
class Broken extends Error {}

async function take(mailbox: Mailbox, faults: Faults, stream: SMTPServerDataStream): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  if (stream.sizeExceeded) throw new Broken()
  const raw = Buffer.concat(chunks)
  const mail = await PostalMime.parse(raw)
  const header = (name: string): string | undefined =>
    mail.headers.find(({ key }) => key === name)?.value
  const fault = await faults.claim('messages', 'mail', raw.toString('utf8'), callFaults, () =>
    workOfPlatform(header('x-platform-id')),
  )
  if (fault?.kind === 'delay') await sleep(fault.delayMs ?? DELAY_MS)
  if (fault?.kind === 'errorBefore') throw new Broken()
  for (const { address = '' } of mail.to ?? []) {
    await capture(mailbox, {
      id: `${mail.messageId ?? ''}/${address}`,
      channel: 'EMAIL',
      to: address,
      from: mail.from?.name ?? '',
      subject: mail.subject,
      platformId: header('x-platform-id'),
      text: mail.text?.trim() ?? '',
      mail: {
        fromAddress: mail.from?.address,
        replyTo: mail.replyTo?.[0]?.address,
        logoUrl: pictureIn(mail.html),
      },
    })
  }
  // The client has to send it again: it is the same mail.
  if (fault?.kind === 'errorAfter' || fault?.kind === 'lostAnswer') throw new Broken()
}

/** The address of the first picture of a text in HTML. */
function pictureIn(html: string | undefined): string | undefined {
  const [, address] = /<img\b[^>]*\bsrc="([^"]*)"/i.exec(html ?? '') ?? []
  return address?.replaceAll(/&#(\d{1,3});/g, (_, code) => String.fromCharCode(Number(code)))
}
