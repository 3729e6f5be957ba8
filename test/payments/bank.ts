/** The sandbox's bank as a test drives it: its control port, its simulations, and its API. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fetch } from 'undici'
import { listed, type Resource, shown, waitUntil } from '../support/builders.ts'
import type { SharedStack } from '../support/stack.ts'
import type { TestCustomer } from './customers.ts'

export type TestBank = {
  /** Calls its part of the control port, below `/bank`. @returns undefined for a 409: its state does not allow it */
  controlled(path: string, body: object): Promise<Resource | undefined>
  /** What the bank's own API does as its simulation. */
  simulated(path: string, body: object): Promise<Resource>
  /** Has an accepted deposit go back, by the bank's API. @returns undefined for a 409 */
  takenBack(path: string, body: object): Promise<Resource | undefined>
  /** Reads an object, or a list. */
  read(path: string): Promise<Resource>
  /** A dollar account of another bank, as the customer's payee or payer. */
  anAccount(holder: TestCustomer, accountNumber: string, routingNumber?: string): Promise<Resource>
  /** The bank's id of the number that a payer is shown, in the instructions of an account or of a quote. */
  numberIn(instructions: unknown): Promise<string>
  /** The bank's id of the number of an account itself, once it is known. */
  numberOf(holder: TestCustomer, account: { readonly id: string }): Promise<string>
}

const REPEATS_MAX = 5
const REPEAT_MS = 500

/** A call that may meet a fault which is ordered for another one. */
export async function repeated<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      if (attempt === REPEATS_MAX) throw error
      await sleep(REPEAT_MS)
    }
  }
}

export function theBankOf({ env }: Pick<SharedStack, 'env'>): TestBank {
  const headers = {
    authorization: `Bearer ${env.SANDBOX_BANK_API_KEY}`,
    'content-type': 'application/json',
  }
  async function posted(url: string, body: object): Promise<Resource | undefined> {
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers })
    const text = await answer.text()
    if (answer.status === 409) return undefined
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`)
    return JSON.parse(text) as Resource
  }
  async function read(path: string): Promise<Resource> {
    // What the service's calls are to meet, these may meet as well.
    return repeated(async () => {
      const answer = await fetch(`${env.SANDBOX_BANK_URL}${path}`, { headers })
      const body = (await answer.json()) as Resource
      if (answer.status >= 429 || 'nonsense' in body) throw new Error(`${path}: ${answer.status}`)
      return body
    })
  }
  async function numberIn(instructions: unknown): Promise<string> {
    const [first] = instructions as { accountOrWalletInfo: Record<string, string> }[]
    const wanted = first?.accountOrWalletInfo.accountNumber
    let cursor: unknown = ''
    do {
      const page = await read(`/account_numbers?limit=100${cursor ? `&cursor=${cursor}` : ''}`)
      const numbers = page.data as { id: string; account_number: string }[]
      const found = numbers.find(({ account_number: number }) => number === wanted)
      if (found !== undefined) return found.id
      cursor = page.next_cursor
    } while (cursor)
    throw new Error(`the bank has no number ${wanted}`)
  }
  return {
    controlled: (path, body) => posted(`${env.SANDBOX_CONTROL_URL}/bank${path}`, body),
    async simulated(path, body) {
      const made = await posted(`${env.SANDBOX_BANK_URL}/simulations${path}`, body)
      if (made === undefined) throw new Error(`the bank refuses ${path}`)
      return made
    },
    takenBack: (path, body) => posted(`${env.SANDBOX_BANK_URL}${path}`, body),
    read,
    async anAccount({ api, customer }, accountNumber, routingNumber = '101050001') {
      const answer = await api.call('POST', '/customers/external-accounts', {
        ...{ customerId: customer.id, currency: 'USD' },
        accountInfo: {
          ...{ accountType: 'USD_ACCOUNT', bankAccountType: 'CHECKING', routingNumber },
          accountNumber,
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
        },
      })
      return shown('account', answer, 201)
    },
    numberIn,
    async numberOf({ api, customer }, { id }) {
      const account = await waitUntil('its number is known', async () => {
        const path = `/internal-accounts?customerId=${customer.id}&limit=100`
        const found = listed(await api.call('GET', path)).find((one) => one.id === id)
        return (found?.fundingPaymentInstructions as unknown[])?.length > 0 ? found : undefined
      })
      return numberIn(account.fundingPaymentInstructions)
    },
  }
}
