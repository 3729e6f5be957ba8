import type { FromSchema } from 'json-schema-to-ts'
import { activityKind } from '../activityKind.ts'
import { compressedKey } from '../keys.ts'
import { invalid, notFound } from '../refusals.ts'
import { exportBundle } from '../sealedResults.ts'

const parameters = {
  type: 'object',
  required: ['walletId', 'targetPublicKey'],
  properties: {
    walletId: { type: 'string' },
    targetPublicKey: { type: 'string' },
    language: { const: 'MNEMONIC_LANGUAGE_ENGLISH' },
  },
} as const

/** Hands a wallet's mnemonic to its owner, sealed. */
export const exportWallet = activityKind<FromSchema<typeof parameters>>({
  type: 'EXPORT_WALLET',
  resultName: 'exportWalletResult',
  stampedBy: 'client',
  organization: 'sub',
  parameters,

  async perform({ walletId, targetPublicKey }, { tx, vault, signers, organizationId }) {
    const target = compressedKey(targetPublicKey)
    if (target === undefined) throw invalid('targetPublicKey is not a P-256 key')
    const { rows } = await tx.query<{ sealed_mnemonic: Buffer }>(
      'select sealed_mnemonic from wallets where organization_id = $1 and id = $2',
      [organizationId, walletId],
    )
    const [wallet] = rows
    if (wallet === undefined) throw notFound('wallet not found')
    const mnemonic = vault.open(`wallet:${walletId}`, wallet.sealed_mnemonic)
    const bundle = await exportBundle(signers.export, target, mnemonic, organizationId)
    return { result: { walletId }, passing: { exportBundle: bundle } }
  },
})
