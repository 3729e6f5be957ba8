export { isEvmAddress, isEvmSignature, isUnownedEvmAddress } from './evm.ts'
export { isSolanaAddress, isSolanaSignature, isUnownedSolanaAddress } from './solana.ts'
export {
  type BitcoinScheme,
  isSparkSignature,
  sparkAddressProblem,
  wholeSparkAddress,
} from './spark.ts'
export { isTronAddress, isTronSignature, isUnownedTronAddress } from './tron.ts'
