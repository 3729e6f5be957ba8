export { createStablecoinProvider, type StablecoinProviderOptions } from './client.ts'
export {
  type BankRail,
  type NewAddress,
  type NewTransfer,
  type PostalAddress,
  type ProviderAccess,
  type ProviderAddress,
  type ProviderLogin,
  type StablecoinProvider,
  StablecoinProviderError,
  TRANSFERS_LISTED,
  type Transfer,
  type TransferStatus,
  type WireInstructions,
} from './provider.ts'
