/** Plays what may become of the validation of an external account. */
import { randomInt } from 'node:crypto'
import { uuidOf } from '../../contract/ids.ts'
import { microEntryAmounts } from '../../contract/sandboxOutcomes.ts'
import { openDatabase } from '../../db/database.ts'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { workflows } from '../../workflows/registry.ts'
import { apiOf, shown, waitUntil } from '../support/builders.ts'
import type { SharedStack } from '../support/stack.ts'

type Closed = (name: string, workflowId: string) => Promise<void>

export async function recordValidationHistories(
  stack: Pick<SharedStack, 'env' | 'apiUrls' | 'databaseUrl' | 'platform'>,
  closed: Closed,
): Promise<void> {
  const api = apiOf(stack as SharedStack)
  for (const [name, suffix] of [
    ['passed', '301'],
    ['failed', '302'],
    ['returned', '305'],
  ] as const) {
    const accountId = await anAccount(api, suffix)
    await closed(`accountValidation-${name}`, workflows.accountValidation.id({ accountId }))
  }
  const database = openDatabase(stack.databaseUrl, { poolMax: 2 })
  try {
    const accountId = await anAccount(api, '304')
    const always = microEntryAmounts
    await waitUntil('its entries have settled', async () => {
      const said = await database.call('confirm_micro_entries', accountId, always, always, 'Ada')
      return said.outcome === 'RIGHT'
    })
    await closed('accountValidation-confirmed', workflows.accountValidation.id({ accountId }))
  } finally {
    await database.close()
  }
}

/** @returns its UUID */
async function anAccount(api: ApiClient, suffix: string): Promise<string> {
  const answer = await api.call('POST', '/platform/external-accounts', {
    currency: 'USD',
    accountInfo: {
      ...{ accountType: 'USD_ACCOUNT', bankAccountType: 'CHECKING', routingNumber: '021000021' },
      accountNumber: `${randomInt(1e9)}${suffix}`,
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
    },
  })
  return uuidOf('ExternalAccount', shown('account', answer, 201).id) ?? ''
}
