/** What an operator can search by. Uuids and enumerated words only: these are never encrypted. */
import { defineSearchAttributeKey } from '@temporalio/common'

export const searchAttributes = {
  platform: defineSearchAttributeKey('Platform', 'KEYWORD'),
  customer: defineSearchAttributeKey('Customer', 'KEYWORD'),
  account: defineSearchAttributeKey('Account', 'KEYWORD'),
  transaction: defineSearchAttributeKey('TransactionId', 'KEYWORD'),
  kind: defineSearchAttributeKey('OperationKind', 'KEYWORD'),
  status: defineSearchAttributeKey('OperationStatus', 'KEYWORD'),
} as const

export type OperationStatus = 'PROCESSING' | 'COMPLETED' | 'FAILED'
