/** The search attributes of our workflows: a namespace that lacks one refuses to start any of them. */
import { type Connection, isGrpcServiceError } from '@temporalio/client'
import proto from '@temporalio/proto'

/** Keywords an operator searches workflows by. None is a word of SQL; a server takes ten at most. */
export const searchAttributes = [
  'Platform',
  'Customer',
  'Account',
  'TransactionId',
  'Agent',
  'OperationKind',
  'OperationStatus',
] as const

const { INDEXED_VALUE_TYPE_KEYWORD } = proto.temporal.api.enums.v1.IndexedValueType

/** gRPC's NOT_FOUND. */
const NOT_FOUND = 5

/** Whether the server has the namespace. @throws Error when it does not answer */
export async function namespaceExists(
  { workflowService }: Pick<Connection, 'workflowService'>,
  namespace: string,
): Promise<boolean> {
  try {
    await workflowService.describeNamespace({ namespace })
    return true
  } catch (error) {
    if (isGrpcServiceError(error) && error.code === NOT_FOUND) return false
    throw error
  }
}

/** Search attributes that the namespace lacks. */
export async function missingSearchAttributes(
  { operatorService }: Pick<Connection, 'operatorService'>,
  namespace: string,
): Promise<readonly string[]> {
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace })
  return searchAttributes.filter((name) => !(name in (customAttributes ?? {})))
}

/**
 * Adds those that the namespace lacks. The server may take a moment until it knows them.
 *
 * @returns what has been added
 */
export async function addSearchAttributes(
  connection: Pick<Connection, 'operatorService'>,
  namespace: string,
): Promise<readonly string[]> {
  const missing = await missingSearchAttributes(connection, namespace)
  if (missing.length > 0) {
    await connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(
        missing.map((name) => [name, INDEXED_VALUE_TYPE_KEYWORD]),
      ),
    })
  }
  return missing
}
