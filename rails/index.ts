export {
  type Payout,
  type PayoutInstruction,
  type PayoutReason,
  type PayoutState,
  type Rail,
  RailError,
  type RailNotice,
} from './payout.ts'
export { createRail, type RailClientOptions } from './payoutClient.ts'
