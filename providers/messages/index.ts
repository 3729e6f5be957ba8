export { createMessages, type MessagesOptions } from './client.ts'
export type { CapturedMessage, Message, Messages } from './messages.ts'
