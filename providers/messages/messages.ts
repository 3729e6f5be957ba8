/** The port of mails and text messages. */

export type Message = {
  /** Unique: a message that is sent again with the same id is the same message. */
  readonly id: string
  readonly channel: 'EMAIL' | 'SMS'
  /** An email address, or a phone number in E.164. */
  readonly to: string
  /** Who writes, as a person knows it: the platform's name. */
  readonly from: string
  /** Of a mail: the address it comes from, in place of the service's, which then only sends it. */
  readonly fromAddress?: string | undefined
  /** Of a mail. */
  readonly replyTo?: string | undefined
  /** Of a mail. */
  readonly subject: string
  readonly text: string
  /** Of a mail: the same text for readers that show pictures. */
  readonly html?: string | undefined
  /** Of a text message: a template that its service knows, in place of the text. */
  readonly templateId?: string | undefined
  /** The platform in whose name it is sent. */
  readonly platformId: string
}

/** What a sandbox has captured instead of sending it. */
export type CapturedMessage = {
  readonly id: string
  readonly channel: 'EMAIL' | 'SMS'
  readonly to: string
  readonly from: string
  /** Of a mail, where its sender is named. */
  readonly fromAddress?: string
  readonly replyTo?: string
  readonly logoUrl?: string
  readonly subject?: string
  readonly text: string
  /** Of a code that the wallet provider has sent: the wallet's account, of any platform. */
  readonly walletAccountId?: string
  /** ISO 8601. */
  readonly sentAt: string
}

export type Messages = {
  /**
   * Hands a message over.
   *
   * @throws Error when it was not taken, or the outcome is unknown: sending it again is safe
   */
  send(message: Message): Promise<void>
  /**
   * The last messages of a platform, newest first, among the last codes of all wallets; of a sandbox
   * alone.
   */
  captured(platformId: string): Promise<readonly CapturedMessage[]>
  /** Ends the connections. */
  close(): Promise<void>
}
