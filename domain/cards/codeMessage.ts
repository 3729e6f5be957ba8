/** What a cardholder reads beside the code with which a device takes a card into its wallet. */

import type { CardCodeBranding } from '../../contract/present/platformConfig.ts'

export type CodeToSend = {
  readonly code: string
  /** Of the platform, where it has set no `displayName`. */
  readonly appName: string
  readonly last4: string
  readonly branding: CardCodeBranding
}

/** Without the address that it goes to. */
export type MailOfCode = {
  readonly channel: 'EMAIL'
  readonly from: string
  readonly fromAddress?: string | undefined
  readonly replyTo?: string | undefined
  readonly subject: string
  readonly text: string
  /** With a logo alone. */
  readonly html?: string | undefined
}

export type TextOfCode = {
  readonly channel: 'SMS'
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly templateId?: string | undefined
}

export function mailOfCode({ code, appName, last4, branding }: CodeToSend): MailOfCode {
  const { displayName = appName, logoUrl, email = {} } = branding
  const text = textWith(code, displayName, last4, email.bodyText)
  return {
    channel: 'EMAIL',
    from: email.fromName ?? displayName,
    ...{ fromAddress: email.fromAddress, replyTo: email.replyToAddress },
    subject: subjectWith(displayName, email.subject),
    text,
    html: logoUrl && htmlOf(text, logoUrl, displayName),
  }
}

export function textOfCode({ code, appName, last4, branding }: CodeToSend): TextOfCode {
  const { displayName = appName, sms = {} } = branding
  return {
    ...{ channel: 'SMS', from: displayName, subject: '' },
    text: textWith(code, displayName, last4, sms.bodyText),
    templateId: sms.templateSid,
  }
}

/** Without the code: mail servers log subjects. */
function subjectWith(displayName: string, words = 'Your code for {{displayName}}'): string {
  return words.replaceAll('{{displayName}}', () => displayName)
}

/** A platform's own words always have the code: it is put before those that do not name it. */
function textWith(
  code: string,
  displayName: string,
  last4: string,
  words = `{{code}} is your code for {{displayName}}. It adds your card ending in ${last4} to a wallet on ` +
    'a device. Do not share it. If you have not asked for it, do nothing.',
): string {
  const hasCode = words.includes('{{code}}')
  const text = hasCode ? words : `{{code}} is your code for {{displayName}}. ${words}`
  return filler(code, displayName)(text)
}

/** One pass: what is put in is not looked at again. */
function filler(code: string, displayName: string): (text: string) => string {
  return (text) =>
    text.replace(/\{\{(code|displayName)\}\}/g, (_, name) => (name === 'code' ? code : displayName))
}

function htmlOf(text: string, logoUrl: string, displayName: string): string {
  const image = `<img src="${escaped(logoUrl)}" alt="${escaped(displayName)}" height="48">`
  return `<p>${image}</p><p>${escaped(text).replaceAll('\n', '<br>')}</p>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
