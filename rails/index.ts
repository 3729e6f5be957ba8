export {
  type ArrivalNotice,
  type CollectionInstruction,
  type FundingInstructions,
  type OrderNotice,
  type Payout,
  type PayoutInstruction,
  type PayoutReason,
  type PayoutState,
  type Rail,
  RailError,
  type RailNotice,
  type UmaReceiver,
} from './payout.ts'
export { createRail, type RailClientOptions } from './payoutClient.ts'
