/** The workflows, exported under their type names. */
export { agentAction } from './agentAction.ts'
export { customerOnboarding } from './customerOnboarding.ts'
export { otpIssuance } from './otpIssuance.ts'
export { otpVerification } from './otpVerification.ts'
export { paymentCorrection } from './paymentCorrection.ts'
export { quoteExecution } from './quoteExecution.ts'
export { walletOperation } from './walletOperation.ts'
