/** A call of each operation about a customer's contacts and factors, for the walks over all operations. */
import { CODE } from '../../../support/sca.ts'

export type ScaCall = { readonly path: string; readonly method: string; readonly body?: object }

const RESET = 'ScaReset:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21'

export function scaCalls(customerId: string): Readonly<Record<string, ScaCall>> {
  const sca = (path: string): string => `/sca${path}?customerId=${customerId}`
  const contact = (path: string): string => `/customers/${customerId}/${path}`
  const code = { code: CODE }
  const assertion = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
  }
  return {
    sendCustomerEmailVerification: { path: contact('verify-email'), method: 'POST' },
    confirmCustomerEmailVerification: {
      path: contact('verify-email/confirm'),
      method: 'POST',
      body: code,
    },
    sendCustomerPhoneVerification: { path: contact('verify-phone'), method: 'POST' },
    confirmCustomerPhoneVerification: {
      path: contact('verify-phone/confirm'),
      method: 'POST',
      body: code,
    },
    listScaFactors: { path: sca('/factors'), method: 'GET' },
    startScaFactorEnrollment: { path: sca('/factors'), method: 'POST', body: { type: 'TOTP' } },
    confirmScaFactorEnrollment: {
      path: sca('/factors/confirm'),
      method: 'POST',
      body: { type: 'TOTP', secret: 'ab'.repeat(20), ...code },
    },
    deleteScaFactor: { path: sca('/factors/AAAA'), method: 'DELETE' },
    startScaLogin: { path: sca('/login/start'), method: 'POST', body: { factor: 'SMS_OTP' } },
    completeScaLogin: {
      path: sca('/login/complete'),
      method: 'POST',
      body: {
        factor: 'PASSKEY',
        endUserIpAddress: '203.0.113.7',
        challengeId: 'ScaChallenge:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
        origin: 'http://localhost',
        passkeyAssertion: assertion,
      },
    },
    startTwoFactorReset: {
      path: sca('/factors/reset'),
      method: 'POST',
      body: { factor: 'SMS_OTP' },
    },
    getTwoFactorResetStatus: { path: sca(`/factors/reset/${RESET}`), method: 'GET' },
    completeTwoFactorReset: {
      path: sca(`/factors/reset/${RESET}/complete`),
      method: 'POST',
      body: { mobile: { countryCode: '+49', number: '1701234567' } },
    },
    recordSecurityEvent: {
      path: sca('/record-event'),
      method: 'POST',
      body: { eventType: 'FAILED_LOGIN_ATTEMPT' },
    },
  }
}
