/** Search attributes for operators. Uuids and enumerated codes only: they are not encrypted. */
import { defineSearchAttributeKey } from '@temporalio/common'

export const searchAttributes = {
  platform: defineSearchAttributeKey('Platform', 'KEYWORD'),
  customer: defineSearchAttributeKey('Customer', 'KEYWORD'),
  account: defineSearchAttributeKey('Account', 'KEYWORD'),
  transaction: defineSearchAttributeKey('TransactionId', 'KEYWORD'),
  agent: defineSearchAttributeKey('Agent', 'KEYWORD'),
  kind: defineSearchAttributeKey('OperationKind', 'KEYWORD'),
  status: defineSearchAttributeKey('OperationStatus', 'KEYWORD'),
} as const

/** NEEDS_OPERATOR: of a payment that waits for an outside party longer than it should, while it does. */
export type OperationStatus = 'PROCESSING' | 'NEEDS_OPERATOR' | 'COMPLETED' | 'FAILED'
