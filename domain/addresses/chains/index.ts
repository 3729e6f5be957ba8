export { isEvmAddress, isEvmSignature } from './evm.ts'
export { isSolanaAddress, isSolanaSignature } from './solana.ts'
export { type BitcoinScheme, isSparkAddress, isSparkSignature } from './spark.ts'
export { isTronAddress, isTronSignature } from './tron.ts'
