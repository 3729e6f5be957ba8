/** Mails over SMTP, text messages over a plain HTTP interface. */
import { createTransport } from 'nodemailer'
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

export function createMessages(options: MessagesOptions): Messages {
  const { smtpUrl, mailFrom, smsUrl, smsToken, timeoutMs } = options
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  const agent = new Agent({ connections: CONNECTIONS_MAX })
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
      await transport.sendMail(mailOf(message, mailFrom))
    },
    async captured(platformId) {
      const url = new URL(smsUrl)
      url.searchParams.set('platformId', platformId)
      const { messages } = (await call(url.href, 'GET')) as { messages: CapturedMessage[] }
      return messages
    },
    async close() {
      transport.close()
      await agent.close()
    },
  }
}

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
