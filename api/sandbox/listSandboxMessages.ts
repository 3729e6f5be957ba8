import { type SandboxMessage, SandboxMessageList } from '../../contract/components/sca.ts'
import { present } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import { operation } from '../operation.ts'

const SHOWN_MAX = 100
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const listSandboxMessages = operation({
  id: 'listSandboxMessages',
  group: 'Sandbox',
  method: 'get',
  path: '/sandbox/messages',
  permission: 'VIEW',
  sandboxOnly: true,
  answersSecret: true,
  summary: 'List the mails and text messages of the platform',
  description:
    'The last hundred that the sandbox has captured instead of sending them, newest first: codes of ' +
    'contacts, logins, payments and wallets. `/mails` is a page of them.',
  outside: { always: ['MESSAGES'] },
  status: 200,
  responses: { 200: SandboxMessageList },
  errors: [],
  async handle({ dependencies, platform }) {
    const captured = await dependencies.outside.messages(platform.environment).captured(platform.id)
    // The wallet provider's sandbox knows wallets and no platforms.
    const wallets = captured.flatMap(({ walletAccountId: id }) => (id === undefined ? [] : [id]))
    const own = await dependencies.database.query<{ id: string }>({
      name: 'own_wallets',
      text: 'select id from internal_accounts where id = any ($1::uuid[]) and platform_id = $2',
      values: [[...new Set(wallets)].filter((id) => UUID.test(id)), platform.id],
    })
    const ours = new Set<string | undefined>([undefined, ...own.map(({ id }) => id)])
    const messages = captured.filter(({ walletAccountId: id }) => ours.has(id)).slice(0, SHOWN_MAX)
    return {
      data: messages.map((message) => {
        const { id, channel, to, from, fromAddress, replyTo, logoUrl, subject, text, sentAt } =
          message
        return present<Shown<typeof SandboxMessage>>({
          id,
          channel,
          to,
          from,
          fromAddress,
          replyTo,
          logoUrl,
          subject,
          text,
          sentAt,
        })
      }),
    }
  },
})
