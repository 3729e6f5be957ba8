/** The end of a wallet operation, as an event has it. */
import type {
  CompletedWalletOperation,
  FailedWalletOperation,
  WalletOperation,
} from '../components/walletOperations.ts'
import { idOf } from '../ids.ts'
import type { Shown } from '../shown.ts'

type Completed = Shown<typeof CompletedWalletOperation>
type Failed = Shown<typeof FailedWalletOperation>

/** As `emit_operation_end` writes it: ids without prefix. */
export type WalletOperationRow = {
  readonly id: string
  readonly operation: keyof typeof eventNames
  readonly resource_id: string
  /** Null of one that is done. */
  readonly error_code: string | null
}

/** Operations with an event -> how it names them. */
const eventNames = {
  ADD_CREDENTIAL: {
    operationType: 'auth_credential.create',
    resourceType: 'AUTH_METHOD',
    resource: 'AuthMethod',
  },
  REVOKE_CREDENTIAL: {
    operationType: 'auth_credential.delete',
    resourceType: 'AUTH_METHOD',
    resource: 'AuthMethod',
  },
  REVOKE_SESSION: {
    operationType: 'session.revoke',
    resourceType: 'SESSION',
    resource: 'Session',
  },
  EXPORT: {
    operationType: 'wallet.export',
    resourceType: 'INTERNAL_ACCOUNT',
    resource: 'InternalAccount',
  },
} as const

export function presentWalletOperation(row: WalletOperationRow): Shown<typeof WalletOperation> {
  const { operationType, resourceType, resource } = eventNames[row.operation]
  const facts: Omit<Completed, 'status'> = {
    operationId: idOf('Operation', row.id),
    requestId: idOf('Request', row.id),
    operationType,
    resourceType,
    resourceId: idOf(resource, row.resource_id),
  }
  if (row.error_code === null) return { ...facts, status: 'completed' } satisfies Completed
  return { ...facts, status: 'failed', error: { code: row.error_code } } satisfies Failed
}
