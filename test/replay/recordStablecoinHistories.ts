/** Plays what may become of mints and burns. */
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { type Resource, shown } from '../support/builders.ts'
import type { SandboxControl } from '../support/sandboxControl.ts'
import {
  aBank,
  aBurnBody,
  aMint,
  aSparkWallet,
  aStablecoin,
  operationWith,
  withKey,
} from '../support/stablecoins.ts'

type Closed = (name: string, workflowId: string) => Promise<void>
type Owner = { readonly api: ApiClient; readonly customer: { readonly id: string } }

export async function recordStablecoinHistories(
  { api, customer }: Owner,
  control: Pick<SandboxControl, 'coins' | 'order'>,
  closed: Closed,
): Promise<void> {
  await control.coins('POST', '/behaviour', { arrivalMs: 100, stepMs: 50 })
  const { coin } = await aStablecoin(api)
  const [wallet, bank] = [await aSparkWallet(api, customer), await aBank(api, customer)]
  const ended = async (name: string, made: Resource, status: string): Promise<void> => {
    await operationWith(api, made, status)
    await closed(`stablecoinOperation-${name}`, made.id)
  }
  await ended('minted', await aMint(api, coin, wallet, 1_250), 'COMPLETED')
  await control.order({ party: 'stablecoins', operation: 'createTransfer', kind: 'lostAnswer' })
  await ended('answerLost', await aMint(api, coin, wallet, 1_260), 'COMPLETED')
  await ended('failed', await aMint(api, coin, wallet, 1_903), 'FAILED')
  const burn = await api.call('POST', `/stablecoins/${coin.id}/burns`, aBurnBody(bank), withKey())
  await ended('burned', shown('burn', burn, 201), 'COMPLETED')
}
