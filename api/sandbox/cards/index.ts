import {
  sandboxSimulateCardDisputeClose,
  sandboxSimulateCardDisputeOpen,
  sandboxSimulateCardDisputeProvisionalCredit,
  sandboxSimulateCardDisputeProvisionalCreditReversal,
} from './disputes.ts'
import {
  sandboxSimulateCardAuthorization,
  sandboxSimulateCardBalanceInquiry,
  sandboxSimulateCardCreditAuthorization,
  sandboxSimulateCardCreditAuthorizationAdvice,
  sandboxSimulateCardFinancialAuthorization,
  sandboxSimulateCardFinancialCreditAuthorization,
} from './purchases.ts'
import {
  sandboxSimulateCardAuthorizationAdvice,
  sandboxSimulateCardAuthorizationExpiry,
  sandboxSimulateCardAuthorizationReversal,
  sandboxSimulateCardClearing,
  sandboxSimulateCardReturn,
  sandboxSimulateCardReturnReversal,
} from './steps.ts'

export default [
  sandboxSimulateCardAuthorization,
  sandboxSimulateCardClearing,
  sandboxSimulateCardReturn,
  sandboxSimulateCardBalanceInquiry,
  sandboxSimulateCardCreditAuthorization,
  sandboxSimulateCardFinancialAuthorization,
  sandboxSimulateCardFinancialCreditAuthorization,
  sandboxSimulateCardAuthorizationAdvice,
  sandboxSimulateCardCreditAuthorizationAdvice,
  sandboxSimulateCardReturnReversal,
  sandboxSimulateCardAuthorizationReversal,
  sandboxSimulateCardAuthorizationExpiry,
  sandboxSimulateCardDisputeOpen,
  sandboxSimulateCardDisputeProvisionalCredit,
  sandboxSimulateCardDisputeProvisionalCreditReversal,
  sandboxSimulateCardDisputeClose,
]
