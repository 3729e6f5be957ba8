/** Every operation of an outside party, with the API call that triggers it. */
import { expect } from 'vitest'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import {
  aCustomerBody,
  aFundedWallet,
  apiOf,
  type FundedWallet,
  type LoggedInWallet,
  type Resource,
} from '../support/builders.ts'
import type { SandboxControl } from '../support/sandboxControl.ts'
import type { SharedStack } from '../support/stack.ts'
import { anOpenLogin, challenge, sealCodes, sessionsOf, verify } from './logins.ts'
import { aPayment, execute, expectPaidOnce } from './payments.ts'

export type OutsideCallContext = {
  readonly stack: SharedStack
  readonly control: SandboxControl
  readonly wallet: LoggedInWallet
}

/** One request under test. */
export type Case = {
  /** The request; the same one each time. */
  call(): Promise<Answer>
  /** Whether that answer is the final one. */
  isSettled(answer: Answer): boolean | Promise<boolean>
  /** What else must be true afterwards. */
  check?(): Promise<void>
}

export type OutsideCall = {
  readonly party: 'provider' | 'rail'
  readonly operation: string
  /** Everything up to the request itself, without a fault. */
  prepare(context: OutsideCallContext): Promise<Case>
}

const isNotProcessing = ({ body }: Answer): boolean => body.status !== 'PROCESSING'

export const outsideCalls: readonly OutsideCall[] = [
  {
    party: 'provider',
    operation: 'CREATE_SUB_ORGANIZATION_V8',
    async prepare({ stack }) {
      const api = apiOf(stack)
      let customer: Resource | undefined
      return {
        async call() {
          if (customer === undefined) {
            const created = await api.call('POST', '/customers', aCustomerBody())
            expect(created.status).toBe(201)
            customer = created.body as Resource
          }
          return api.call(
            'GET',
            `/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`,
          )
        },
        isSettled: ({ body }) => (body.data as Resource[])[0]?.status === 'ACTIVE',
      }
    },
  },
  {
    party: 'provider',
    operation: 'INIT_OTP_V3',
    async prepare({ stack, control }) {
      const wallet = await aFundedWallet(stack, { minor: 0n })
      return {
        call: () => challenge(wallet.api, wallet),
        isSettled: isNotProcessing,
        async check() {
          expect(await control.mails(String(wallet.customer.email))).toHaveLength(1)
        },
      }
    },
  },
  {
    party: 'provider',
    operation: 'VERIFY_OTP_V2',
    async prepare({ stack }) {
      const wallet = await aFundedWallet(stack, { minor: 0n })
      const [code] = await sealCodes(stack, await challenge(wallet.api, wallet), ['000000'])
      if (code === undefined) throw new Error('no code was sealed')
      return {
        call: () => verify(wallet.api, wallet, code),
        isSettled: ({ status }) => status === 202,
      }
    },
  },
  {
    party: 'provider',
    operation: 'OTP_LOGIN_V2',
    async prepare({ stack }) {
      const wallet: FundedWallet = await aFundedWallet(stack, { minor: 0n })
      const { body, headers } = await anOpenLogin(stack, wallet)
      return {
        call: () => verify(wallet.api, wallet, body, headers),
        isSettled: isNotProcessing,
        async check() {
          expect(await sessionsOf(stack, wallet)).toBe(1)
        },
      }
    },
  },
  ...(['SIGN_RAW_PAYLOAD_V2', 'submit'] as const).map((operation) => ({
    party: operation === 'submit' ? ('rail' as const) : ('provider' as const),
    operation,
    async prepare({ stack, wallet }: OutsideCallContext): Promise<Case> {
      const payment = await aPayment(wallet)
      let first: Answer | undefined
      return {
        async call() {
          const answer = await execute(wallet.api, payment)
          first ??= answer
          // Whatever happens to the payment, a retried execute gets the original response.
          expect([answer.status, answer.body]).toEqual([200, first.body])
          return answer
        },
        async isSettled() {
          const { body } = await wallet.api.call('GET', `/transactions/${payment.transactionId}`)
          expect(['PROCESSING', 'COMPLETED']).toContain(body.status)
          return body.status === 'COMPLETED'
        },
        check: () => expectPaidOnce(stack, [payment]),
      }
    },
  })),
]
