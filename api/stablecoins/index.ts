import { createStablecoinBurn } from './createStablecoinBurn.ts'
import { createStablecoinMint } from './createStablecoinMint.ts'
import { getStablecoin } from './getStablecoin.ts'
import { getStablecoinOperation } from './getStablecoinOperation.ts'
import { getStablecoinProviderAccount } from './getStablecoinProviderAccount.ts'
import { linkStablecoinProviderAccount } from './linkStablecoinProviderAccount.ts'
import { listStablecoinOperations } from './listStablecoinOperations.ts'
import { listStablecoinProviderAccounts } from './listStablecoinProviderAccounts.ts'
import { listStablecoins } from './listStablecoins.ts'
import { registerStablecoin } from './registerStablecoin.ts'
import { requestStablecoinEnablement } from './requestStablecoinEnablement.ts'

export default [
  linkStablecoinProviderAccount,
  listStablecoinProviderAccounts,
  getStablecoinProviderAccount,
  registerStablecoin,
  listStablecoins,
  getStablecoin,
  requestStablecoinEnablement,
  createStablecoinMint,
  createStablecoinBurn,
  listStablecoinOperations,
  getStablecoinOperation,
]
