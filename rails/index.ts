export {
  type CollectionInstruction,
  type FundingInstructions,
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
