/** Mails over SMTP, text messages over a plain HTTP interface. */
import { connect, type Socket } from 'node:net'
import { Agent, request } from 'undici'
import type { CapturedMessage, Message, Messages } from './messages.ts'

export type MessagesOptions = {
  /** `smtp://user:password@host:port`, or `smtps:`; options of nodemailer in its query. */
  readonly smtpUrl: string
  /** The address that mails come from. */
  readonly mailFrom: string
  /** Takes `POST {id, to, from, text, platformId, templateId?}`; any 2xx means that it was taken. */
  readonly smsUrl: string
  /** Sent as a bearer token. */
  readonly smsToken?: string | undefined
  /** For a whole call. */
  readonly timeoutMs: number
}

const CONNECTIONS_MAX = 4
const ANSWER_BYTES_MAX = 4_000_000
/** Where the address names no port: of `smtp:` and `smtps:`. */
const SMTP_PORT = 587
const SMTPS_PORT = 465

export function createMessages(options: MessagesOptions): Messages {
  const { smtpUrl, mailFrom, smsUrl, smsToken, timeoutMs } = options
  const agent = new Agent({ connections: CONNECTIONS_MAX, maxResponseSize: ANSWER_BYTES_MAX })
  const call = async (url: string, method: 'GET' | 'POST', body?: object): Promise<unknown> => {
    const answer = await request(url, {
      method,
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(smsToken && { Authorization: `Bearer ${smsToken}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.body.text()
    if (answer.statusCode >= 300)
      throw new Error(`the message service answered ${answer.statusCode}`)
    return method === 'GET' ? JSON.parse(text) : undefined
  }
  return {
    async send(message) {
      if (message.channel === 'SMS') {
        const { id, to, from, text, templateId, platformId } = message
        await call(smsUrl, 'POST', { id, to, from, text, templateId, platformId })
        return
      }
      await sendMail(smtpUrl, timeoutMs, mailOf(message, mailFrom))
    },
    async captured(platformId) {
      const url = new URL(smsUrl)
      url.searchParams.set('platformId', platformId)
      const { messages } = (await call(url.href, 'GET')) as { messages: CapturedMessage[] }
      return messages
    },
    close: () => agent.close(),
  }
}

/**
 * One mail over one connection, which ends at the deadline: the transport's own time-outs begin again with
 * each byte that the server sends.
 */
async function sendMail(url: string, timeoutMs: number, mail: Mail): Promise<void> {
  // Most processes never send one.
  const { createTransport } = await import('nodemailer')
  let socket: Socket | undefined
  const transport = createTransport({
    url,
    getSocket(_: unknown, callback: (error: Error | null, made?: { connection: Socket }) => void) {
      const { hostname, port, protocol } = new URL(url)
      const host = hostname.replace(/^\[|\]$/g, '')
      const usual = protocol === 'smtps:' ? SMTPS_PORT : SMTP_PORT
      const connection = connect({ host, port: Number(port) || usual })
      socket = connection
      connection.once('error', callback)
      connection.once('connect', () => {
        connection.off('error', callback)
        callback(null, { connection })
      })
    },
  })
  const deadline = setTimeout(
    () => socket?.destroy(new Error('no answer from the mail server in time')),
    timeoutMs,
  )
  try {
    await transport.sendMail(mail)
  } finally {
    clearTimeout(deadline)
    socket?.destroy()
  }
}

type Mail = ReturnType<typeof mailOf>

function mailOf(message: Message, address: string) {
  const { id, to, from, fromAddress, replyTo, subject, text, html, platformId } = message
  return {
    // Mail servers and readers recognise a repeated mail by it.
    messageId: `<${id}@${address.split('@')[1] ?? 'localhost'}>`,
    from: { name: from, address: fromAddress ?? address },
    // Another sender's mail: its bounces come to the service, whose domain hands it over.
    ...(fromAddress !== undefined && { sender: address, envelope: { from: address, to } }),
    ...(replyTo !== undefined && { replyTo }),
    ...(html !== undefined && { html }),
    to: { name: '', address: to },
    subject,
    text,
    headers: { 'X-Platform-Id': platformId, 'Auto-Submitted': 'auto-generated' },
    // Nothing of a message is a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
