export {
  type CollectionInstruction,
  type DepositNotice,
  type FundingInstructions,
  type OrderNotice,
  type Payout,
  type PayoutInstruction,
  type PayoutReason,
  type PayoutState,
  type Rail,
  RailError,
  type RailNetwork,
  type RailNotice,
  type StandingFunding,
  type UmaReceiver,
} from './rail.ts'
export { createRail, type RailClientOptions } from './railClient.ts'
