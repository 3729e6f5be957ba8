/** The built-in UMA counterparties, as their own domain would describe them. */
import type { umaOutcomes } from '../../contract/sandboxOutcomes.ts'
import { SANDBOX_UMA_DOMAINS } from '../../contract/umaAddress.ts'
import { type Answer, Refusal } from '../http.ts'

const receivers: Readonly<Record<string, string>> = {
  '$success.usd': 'USD',
  '$success.eur': 'EUR',
  '$success.mxn': 'MXN',
  '$pending.long.usd': 'USD',
  '$fail.compliance.usd': 'USD',
} satisfies Record<keyof typeof umaOutcomes, string>

const AMOUNT_MIN = 1
const AMOUNT_MAX = 1_000_000_000

/** @throws Refusal 404 for an unknown name; 502 for an unknown domain */
export function findUma(address: string): Answer {
  const [name = '', domain = ''] = address.toLowerCase().split('@')
  if (!SANDBOX_UMA_DOMAINS.includes(domain)) throw new Refusal(502, 'the domain does not answer')
  const code = receivers[name]
  if (code === undefined) throw new Refusal(404, 'no such receiver')
  return {
    status: 200,
    body: {
      umaAddress: `${name}@${domain}`,
      currencies: [{ code, min: AMOUNT_MIN, max: AMOUNT_MAX }],
    },
  }
}
