/** Plays what may become of the validation of an external account. */
import { randomInt } from 'node:crypto'
import { uuidOf } from '../../contract/ids.ts'
import { workflows } from '../../workflows/registry.ts'
import { apiOf, shown } from '../support/builders.ts'
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
  ] as const) {
    const answer = await api.call('POST', '/platform/external-accounts', {
      currency: 'USD',
      accountInfo: {
        ...{ accountType: 'USD_ACCOUNT', bankAccountType: 'CHECKING', routingNumber: '021000021' },
        accountNumber: `${randomInt(1e9)}${suffix}`,
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
      },
    })
    const accountId = uuidOf('ExternalAccount', shown('account', answer, 201).id) ?? ''
    await closed(`accountValidation-${name}`, workflows.accountValidation.id({ accountId }))
  }
}
