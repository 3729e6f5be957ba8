/** The words of a code's message, and how they leave. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { sendCardCode } from '../../api/cardCodes.ts'
import type { Dependencies } from '../../api/dependencies.ts'
import { mailOfCode, textOfCode } from '../../domain/cards/codeMessage.ts'
import { createMessages } from '../../providers/messages/index.ts'
import { openOutsideParties } from '../../providers/outsideParties.ts'

const code = { code: '481516', appName: 'Acme', last4: '4242' }

test('without words of the platform, those of the service', () => {
  const text =
    '481516 is your code for Acme. It adds your card ending in 4242 to a wallet on a device. ' +
    'Do not share it. If you have not asked for it, do nothing.'
  expect(mailOfCode({ ...code, branding: {} })).toEqual({
    ...{ channel: 'EMAIL', from: 'Acme', subject: 'Your code for Acme', text },
  })
  expect(textOfCode({ ...code, branding: {} })).toMatchObject({ from: 'Acme', text })
})

test('words of the platform: what is put in is not filled in again, and is no markup', () => {
  const displayName = '<b>{{code}}</b> $&'
  const branding = {
    ...{ displayName, logoUrl: 'https://example.com/a.png?b="><i>&c' },
    email: { bodyText: 'For {{displayName}}:\n{{code}} {{other}}' },
  }
  const mail = mailOfCode({ ...code, branding })
  expect(mail.text).toBe(`For ${displayName}:\n481516 {{other}}`)
  expect(mail.html).toBe(
    '<p><img src="https://example.com/a.png?b=&#34;&#62;&#60;i&#62;&#38;c" alt="&#60;b&#62;{{code}}&#60;/b&#62; $&#38;"' +
      ' height="48"></p><p>For &#60;b&#62;{{code}}&#60;/b&#62; $&#38;:<br>481516 {{other}}</p>',
  )
})

test('without mails and text messages the event is refused, and so comes again', async () => {
  const event = {
    ...{ card_token: randomUUID(), authentication_code: '481516' },
    activation_method: { type: 'EMAIL_TO_CARDHOLDER_ADDRESS', value: 'a@b.example' },
  }
  const none = openOutsideParties({ SANDBOX: {}, PRODUCTION: {} }, 1_000)
  const dependencies = { outside: none } as unknown as Dependencies
  const sending = sendCardCode(dependencies, 'SANDBOX', randomUUID(), event)
  await expect(sending).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' })
})

test('a mail has the platform’s addresses and logo, a text message its template', async () => {
  const mails: { raw: string; from: string }[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, { envelope }, done) {
      let raw = ''
      stream.on('data', (chunk) => {
        raw += String(chunk)
      })
      stream.on('end', () => {
        mails.push({ raw, from: envelope.mailFrom === false ? '' : envelope.mailFrom.address })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const texts: unknown[] = []
  const sms = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    texts.push(JSON.parse(body))
    response.writeHead(202).end('{}')
  })
  await new Promise<void>((resolve) => sms.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  const { port: smsPort } = sms.address() as AddressInfo
  const messages = createMessages({
    ...{ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'codes@service.example' },
    ...{ smsUrl: `http://127.0.0.1:${smsPort}/messages`, timeoutMs: 10_000 },
  })
  try {
    const branding = {
      logoUrl: 'https://example.com/logo.png',
      email: { fromAddress: 'cards@acme.example', replyToAddress: 'help@acme.example' },
      sms: { templateSid: 'HX1' },
    }
    const to = { id: '1', platformId: 'p' }
    await messages.send({ ...to, to: 'a@b.example', ...mailOfCode({ ...code, branding }) })
    await messages.send({ ...to, to: '+14155550100', ...textOfCode({ ...code, branding }) })
  } finally {
    await messages.close()
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
    sms.close()
  }
  expect(mails.map(({ from }) => from)).toEqual(['codes@service.example'])
  const { raw = '' } = mails[0] ?? {}
  expect(raw).toMatch(/^From: Acme <cards@acme\.example>/m)
  expect(raw).toMatch(/^Sender: codes@service\.example/m)
  expect(raw).toMatch(/^Reply-To: help@acme\.example/m)
  expect(raw).toContain('https://example.com/logo.png')
  expect(texts).toMatchObject([{ to: '+14155550100', templateId: 'HX1', from: 'Acme' }])
})
