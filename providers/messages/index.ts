/** Mails and text messages to people: their service, or in a sandbox the store that captures them. */
export { createMessages, type MessagesOptions } from './client.ts'
export type { CapturedMessage, Message, Messages } from './messages.ts'
