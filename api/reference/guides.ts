/** The pages of prose of the reference: Markdown of this project, each written once. */
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sandboxValuesText } from './sandboxValues.ts'

export type Guide = {
  /** The guide's address is `/docs/guides/SLUG`. */
  readonly slug: string
  readonly part: 'Basics' | 'Tasks'
  /** From the root of the project: where it is written, or would be if `made` did not make it. */
  readonly file: string
  readonly made?: () => string
  readonly title: string
  /** A sentence for lists. */
  readonly about: string
}

const basics = (
  slug: string,
  title: string,
  about: string,
  file = `docs/reference/${slug}.md`,
): Guide => ({
  ...{ slug, part: 'Basics', file, title, about },
})
const task = (slug: string, title: string, about: string): Guide => ({
  ...{ slug, part: 'Tasks', file: `docs/guides/${slug}.md`, title, about },
})

export const guides: readonly Guide[] = [
  basics(
    'first-payment',
    'A first payment',
    'A customer, a wallet and a withdrawal, in curl.',
    'docs/guides/first-payment.md',
  ),
  basics(
    'authentication',
    'Authentication',
    'Tokens of platforms and agents, keys of customers, permissions.',
  ),
  basics(
    'signed-retries',
    'Signed retries',
    "How a wallet's key authorizes an operation.",
    'docs/signed-retries.md',
  ),
  task('stamps', 'What is a stamp', 'What moves a wallet, and who can make one.'),
  basics('idempotency', 'Idempotency', 'One request, executed once.'),
  basics(
    'unknown-outcomes',
    'Unknown outcomes',
    'What to do after a 503, a time-out or a lost connection.',
  ),
  basics('pagination', 'Pagination', 'Lists, cursors and counts.'),
  task('webhooks', 'Webhooks', 'Events: receiving, verifying, sending again.'),
  basics('environments', 'Environments', 'Sandbox and production, and choosing what happens.'),
  {
    ...basics(
      'sandbox-values',
      'Values that decide',
      'Numbers, names and codes that ask the sandbox for an outcome.',
      'docs/guides/sandbox-values.md',
    ),
    made: sandboxValuesText,
  },
  basics('limits', 'Limits', 'Sizes, rates and lives.'),
  basics('versions', 'Versions', 'What may change, and what does not.'),
  task(
    'lists-and-clients',
    'Lists and clients',
    'The typed client, and clients that you generate.',
  ),
  task('onboarding-a-person', 'Onboarding a person', 'A customer from creation to deletion.'),
  task('onboarding-a-business', 'Onboarding a business', 'Verification, owners, documents.'),
  task('bulk-import', 'Importing customers', 'Many customers from a file.'),
  task('moving-money', 'Moving money', 'Quotes, deposits, UMA addresses, and what goes wrong.'),
  task(
    'external-accounts',
    'External accounts',
    'Where money goes, and proving that a wallet is one’s own.',
  ),
  task(
    'strong-customer-authentication',
    'Strong customer authentication',
    'Logins, factors, authorizing payments.',
  ),
  task(
    'wallet-login',
    'Wallet login in web, iOS and Android',
    'Code, passkey, identity token and refresh on the device, with test vectors.',
  ),
  task('cards', 'Cards', 'Cards that draw on a wallet.'),
  task('delegated-keys', 'Delegated keys', 'A key that the service signs card pulls with.'),
  task('agents', 'Agents', 'Programs that pay for a customer, and tools for models.'),
  task('stablecoins', 'Stablecoins', 'A coin of your own, minted and burned.'),
  task(
    'sandbox-numbers',
    'Numbers that pass in the sandbox',
    'Accounts of every kind that the checks take.',
  ),
  task(
    'going-to-production',
    'From sandbox to production',
    'What to rehearse, and what is different.',
  ),
  task(
    'test-clock',
    'The test clock',
    'A week passes in a moment: what expires, what is sent again.',
  ),
]

/** The pages that explain a group of operations. */
const ofGroups: Readonly<Record<string, readonly string[]>> = {
  Customers: ['onboarding-a-person', 'onboarding-a-business', 'bulk-import'],
  'KYC/KYB Verifications': ['onboarding-a-business'],
  Documents: ['onboarding-a-business'],
  'Contact Verification': ['strong-customer-authentication'],
  'Strong Customer Authentication': ['strong-customer-authentication'],
  'External Accounts': ['external-accounts'],
  'Embedded Wallet Auth': ['wallet-login', 'stamps', 'signed-retries', 'authentication'],
  'Same-Currency Transfers': ['moving-money'],
  'Cross-Currency Transfers': ['moving-money', 'idempotency', 'unknown-outcomes'],
  Transactions: ['moving-money', 'pagination'],
  Webhooks: ['webhooks'],
  'Webhook Events': ['webhooks'],
  Cards: ['cards', 'delegated-keys'],
  Stablecoins: ['stablecoins'],
  Sandbox: ['environments', 'sandbox-values', 'test-clock'],
  'API Tokens': ['authentication'],
  'Agent Management': ['agents'],
  'Agent Operations': ['agents'],
}

/** What a group of the document says of itself: where it is explained. */
export function aboutGroup(group: string): string | undefined {
  const pages = (ofGroups[group] ?? []).flatMap((slug) => guides.filter((one) => one.slug === slug))
  const links = pages.map(({ slug, title }) => `[${title.toLowerCase()}](/docs/guides/${slug})`)
  return links.length === 0 ? undefined : `Explained in ${links.join(', ')}.`
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Whether code for the programmers of the service ends the page: it is of no use to its callers. */
const internal = /\n## In the code\n[\s\S]*$/

/** The page's Markdown, with the addresses that its links have in the reference. */
export function guideText(guide: Guide, addressOf: (slug: string) => string): string {
  const written = guide.made?.() ?? readFileSync(join(root, guide.file), 'utf8')
  const text = written.replace(internal, '\n')
  return text.replaceAll(
    /\[([^\]]+)\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)/g,
    (_, shown: string, path: string, anchor = '') => {
      if (path === '') return `[${shown}](${anchor})`
      const target = normalize(join(dirname(guide.file), path))
      const found = guides.find(({ file }) => file === target)
      // What is written for operators and developers is no part of the reference.
      return found === undefined ? shown : `[${shown}](${addressOf(found.slug)}${anchor})`
    },
  )
}
