/** What would have been sent: mails, text messages, and the codes of the wallet provider. */
import type { Work } from '../../contract/sandboxFaults.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'

export type SentMessage = {
  readonly id: string
  readonly channel: 'EMAIL' | 'SMS'
  readonly to: string
  readonly from: string
  readonly subject?: string | undefined
  readonly platformId?: string | undefined
  readonly text: string
  readonly mail?: MailParts | undefined
}

/** The platform in whose name the service sends a message. */
export function workOfPlatform(platformId: unknown): Work {
  return typeof platformId === 'string' ? [{ by: 'PLATFORM', value: platformId }] : []
}

/** What a mail has beside its text. */
export type MailParts = {
  readonly fromAddress?: string | undefined
  readonly replyTo?: string | undefined
  readonly logoUrl?: string | undefined
}

export type Mailbox = { readonly store: Store; readonly vault: Vault }

const MAILS_MAX = 100
/** Of all platforms: the service shows each its own. */
const WALLET_CODES_MAX = 500

/** Keeps a message; one with an id that is known is the same message. */
export async function capture({ store, vault }: Mailbox, message: SentMessage): Promise<void> {
  const { id, channel, to, from, subject, platformId, text, mail = {} } = message
  await store.pool.query(
    `insert into messages (id, channel, recipient, sender, subject, platform_id, sealed_text, mail)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
    [id, channel, to, from, subject, platformId, vault.seal(`message:${id}`, text), mail],
  )
}

/** Whose messages are listed: of one recipient, of one platform with the codes of all wallets, or all. */
export type Whose = { readonly contact: string | undefined } | { readonly platformId: string }

type MessageRow = {
  id: string
  channel: 'EMAIL' | 'SMS'
  recipient: string
  sender: string
  subject: string | null
  sealed_text: Buffer
  mail: MailParts
  created_at: Date
}

/** Newest first. */
export async function listMessages({ store, vault }: Mailbox, whose: Whose): Promise<object[]> {
  const { rows } = await store.pool.query<MessageRow>(
    `select id, channel, recipient, sender, subject, sealed_text, mail, created_at from messages
     where ($1::text is null or recipient = $1) and ($2::text is null or platform_id = $2)
     order by ordinal desc limit $3`,
    'contact' in whose
      ? [whose.contact ?? null, null, MAILS_MAX]
      : [null, whose.platformId, MAILS_MAX],
  )
  return rows.map((row) => {
    const text = vault.open(`message:${row.id}`, row.sealed_text).toString('utf8')
    return {
      id: row.id,
      channel: row.channel,
      contact: row.recipient,
      to: row.recipient,
      from: row.sender,
      ...row.mail,
      ...(row.subject !== null && { subject: row.subject }),
      text,
      code: /\d{6}/.exec(text)?.[0],
      sentAt: row.created_at.toISOString(),
    }
  })
}

type CodeRow = {
  id: string
  otp_type: string
  contact: string
  app_name: string
  user_identifier: string | null
  sealed_code: Buffer
  sender: string | null
  mail: MailParts
  created_at: Date
}

/** Codes of the wallet provider, newest first. */
export async function listWalletCodes({ store, vault }: Mailbox, whose: Whose): Promise<object[]> {
  const { rows } = await store.pool.query<CodeRow>(
    `select id, otp_type, contact, app_name, user_identifier, sealed_code, sender, mail, created_at from one_time_codes
     where $1::text is null or contact = $1 order by ordinal desc limit $2`,
    'contact' in whose ? [whose.contact ?? null, MAILS_MAX] : [null, WALLET_CODES_MAX],
  )
  return rows.map((row) => {
    const code = vault.open(`code:${row.id}`, row.sealed_code).toString('utf8')
    return {
      otpId: row.id,
      id: row.id,
      channel: row.otp_type === 'OTP_TYPE_SMS' ? 'SMS' : 'EMAIL',
      contact: row.contact,
      to: row.contact,
      from: row.sender ?? row.app_name,
      ...row.mail,
      ...(row.user_identifier !== null && { walletAccountId: row.user_identifier }),
      text: `${code} is your code for ${row.app_name}.`,
      code,
      sentAt: row.created_at.toISOString(),
    }
  })
}

/** Both, newest first. */
export async function listAll(mailbox: Mailbox, whose: Whose): Promise<object[]> {
  const [messages, codes] = [
    await listMessages(mailbox, whose),
    await listWalletCodes(mailbox, whose),
  ]
  const sentAt = (one: object): string => (one as { sentAt: string }).sentAt
  return [...messages, ...codes]
    .sort((a, b) => sentAt(b).localeCompare(sentAt(a)))
    .slice(0, MAILS_MAX + WALLET_CODES_MAX)
}
