import { confirmCustomerEmailVerification } from './confirmCustomerEmailVerification.ts'
import { confirmCustomerPhoneVerification } from './confirmCustomerPhoneVerification.ts'
import { sendCustomerEmailVerification } from './sendCustomerEmailVerification.ts'
import { sendCustomerPhoneVerification } from './sendCustomerPhoneVerification.ts'

export default [
  sendCustomerEmailVerification,
  confirmCustomerEmailVerification,
  sendCustomerPhoneVerification,
  confirmCustomerPhoneVerification,
]
