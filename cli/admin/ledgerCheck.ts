import { checkLedger } from '../../db/ledger/check.ts'
import { Failure } from '../failure.ts'
import { adminConfig, print, WHOLE_TABLES, withDatabase } from './shared.ts'

/** Proves the ledger's sums. @throws Failure when one is wrong */
export async function ledgerCheck({ json }: { readonly json?: boolean }): Promise<void> {
  const config = adminConfig('DATABASE_URL')
  const report = await withDatabase(config, WHOLE_TABLES, checkLedger)
  if (json) print(JSON.stringify(report))
  else {
    print(`${report.transfers} transfers`)
    for (const { environment, currency, total } of report.sums) {
      print(`${environment.padEnd(10)} ${currency.padEnd(5)} all accounts sum to ${total}`)
    }
    for (const { check, subject, found } of report.findings) {
      print(`BROKEN: ${check}: ${subject}: ${found}`)
    }
    if (report.ok) print('The ledger holds.')
  }
  if (!report.ok) throw new Failure('FAILED', 'The ledger does not hold.')
}
