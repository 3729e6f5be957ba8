import { estimateCryptoWithdrawalFee } from './estimateCryptoWithdrawalFee.ts'

export default [estimateCryptoWithdrawalFee]
