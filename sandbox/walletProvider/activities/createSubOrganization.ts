import { randomUUID } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { generateMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { FromSchema } from 'json-schema-to-ts'
import { activityKind, type Work } from '../activityKind.ts'
import { invalid } from '../refusals.ts'
import { type AddressFormat, sparkAddress } from '../sparkAddress.ts'

const ENTROPY_BITS_PER_WORD = 32 / 3
const noCredentials = { type: 'array', items: false } as const
const account = {
  type: 'object',
  required: ['curve', 'pathFormat', 'path', 'addressFormat'],
  properties: {
    curve: { const: 'CURVE_SECP256K1' },
    pathFormat: { const: 'PATH_FORMAT_BIP32' },
    path: { type: 'string', pattern: "^m(/[0-9]{1,9}'?)+$" },
    addressFormat: { enum: ['ADDRESS_FORMAT_SPARK_REGTEST', 'ADDRESS_FORMAT_SPARK_MAINNET'] },
  },
} as const

const parameters = {
  type: 'object',
  required: ['subOrganizationName', 'rootQuorumThreshold', 'rootUsers', 'wallet'],
  properties: {
    subOrganizationName: { type: 'string', minLength: 1, maxLength: 255 },
    rootQuorumThreshold: { const: 1 },
    rootUsers: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: {
        type: 'object',
        required: ['userName', 'apiKeys', 'authenticators', 'oauthProviders'],
        properties: {
          userName: { type: 'string', minLength: 1, maxLength: 255 },
          userEmail: { type: 'string', maxLength: 320 },
          userPhoneNumber: { type: 'string', maxLength: 32 },
          apiKeys: noCredentials,
          authenticators: noCredentials,
          oauthProviders: noCredentials,
        },
      },
    },
    wallet: {
      type: 'object',
      required: ['walletName', 'accounts'],
      properties: {
        walletName: { type: 'string', minLength: 1, maxLength: 255 },
        accounts: { type: 'array', items: account },
        mnemonicLength: { enum: [12, 15, 18, 21, 24] },
      },
    },
  },
} as const

/** A wallet for one end customer: their organization, its one user, a seed and its addresses. */
export const createSubOrganization = activityKind<FromSchema<typeof parameters>>({
  type: 'CREATE_SUB_ORGANIZATION_V8',
  resultName: 'createSubOrganizationResultV8',
  stampedBy: 'parent',
  organization: 'parent',
  parameters,

  async perform({ subOrganizationName, rootUsers, wallet }, work) {
    const subOrganizationId = randomUUID()
    await work.tx.query('insert into sub_organizations (id, name) values ($1, $2)', [
      subOrganizationId,
      subOrganizationName,
    ])
    const rootUserIds: string[] = []
    for (const user of rootUsers) {
      const userId = randomUUID()
      await work.tx.query(
        `insert into users (id, organization_id, name, email, phone_number)
         values ($1, $2, $3, $4, $5)`,
        [userId, subOrganizationId, user.userName, user.userEmail, user.userPhoneNumber],
      )
      rootUserIds.push(userId)
    }
    const created = await createWallet(work, subOrganizationId, wallet)
    return { result: { subOrganizationId, wallet: created, rootUserIds } }
  },
})

type WalletParameters = {
  readonly walletName: string
  readonly mnemonicLength?: number | undefined
  readonly accounts: readonly { readonly path: string; readonly addressFormat: AddressFormat }[]
}

async function createWallet(
  { tx, vault }: Work,
  organizationId: string,
  { walletName, mnemonicLength = 12, accounts }: WalletParameters,
): Promise<{ walletId: string; addresses: string[] }> {
  const walletId = randomUUID()
  const mnemonic = generateMnemonic(wordlist, mnemonicLength * ENTROPY_BITS_PER_WORD)
  const root = HDKey.fromMasterSeed(await mnemonicToSeedWebcrypto(mnemonic))
  await tx.query(
    'insert into wallets (id, organization_id, name, sealed_mnemonic) values ($1, $2, $3, $4)',
    [walletId, organizationId, walletName, vault.seal(`wallet:${walletId}`, mnemonic)],
  )
  const addresses: string[] = []
  for (const { path, addressFormat } of accounts) {
    const { privateKey, publicKey } = root.derive(path)
    if (privateKey === null || publicKey === null) throw invalid(`path ${path} has no key`)
    const address = sparkAddress(addressFormat, publicKey)
    await tx.query(
      `insert into wallet_accounts (organization_id, address, wallet_id, path, sealed_private_key)
       values ($1, $2, $3, $4, $5)`,
      [organizationId, address, walletId, path, vault.seal(`account:${address}`, privateKey)],
    )
    addresses.push(address)
  }
  return { walletId, addresses }
}
