/** Accounts whose outcome the sandbox's rail decides by their last digits. */
import type { RailAccounts } from './checks.ts'

/** @param currency of which the rail takes anything: US accounts for dollars, IBANs for the rest */
export function sandboxAccounts(currency: string): RailAccounts {
  const ending = (suffix: string): RailAccounts['settles'] =>
    currency === 'USD'
      ? {
          accountType: 'USD_ACCOUNT',
          accountInfo: { accountNumber: `1234567${suffix}`, routingNumber: '021000021' },
        }
      : {
          accountType: 'EUR_ACCOUNT',
          accountInfo: { iban: `DE89370400440532013${suffix}` },
        }
  return {
    settles: ending('999'),
    fails: ending('004'),
    returns: ending('005'),
    waits: ending('003'),
    collects: ending('999'),
  }
}
