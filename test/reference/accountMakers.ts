import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Given } from '../../api/reference/useCases/given.ts'
import { shown } from '../support/builders.ts'
import { sparkAddress } from '../support/sandboxNumbers.ts'
import type { Makers, Stage } from './stage.ts'

type Names = Extract<
  Given,
  | 'platformBank'
  | 'ownWallet'
  | 'platformWallet'
  | 'ownWalletSignature'
  | 'platformWalletSignature'
  | 'sparkWallet'
>

/** A key of an EVM network: its address, and signatures of messages as wallets make them. */
function evmKey() {
  const secret = secp256k1.utils.randomSecretKey()
  const account = keccak_256(secp256k1.getPublicKey(secret, false).slice(1)).slice(-20)
  return {
    address: `0x${Buffer.from(account).toString('hex')}`,
    sign(message: string): string {
      const prefixed = `\x19Ethereum Signed Message:\n${Buffer.byteLength(message)}${message}`
      const hash = keccak_256(Buffer.from(prefixed))
      const bytes = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })
      const recovery = (27 + (bytes[0] ?? 0)).toString(16)
      return `0x${Buffer.from(bytes.slice(1)).toString('hex')}${recovery}`
    },
  }
}

const places = { own: '/customers/external-accounts', platform: '/platform/external-accounts' }

/** A wallet of one who has to prove it, and its key. */
const aWallet = (stage: Stage, whose: 'own' | 'platform') =>
  stage.once(`wallet ${whose}`, async () => {
    const key = evmKey()
    const body = {
      ...(whose === 'own' && { customerId: (await stage.owner()).customer.id }),
      currency: 'USDC',
      ownershipType: 'FIRST_PARTY',
      accountInfo: { accountType: 'ETHEREUM_WALLET', address: key.address },
    }
    const { id } = shown('wallet', await stage.api.call('POST', places[whose], body), 201)
    return { key, id }
  })

async function signatureOf(stage: Stage, whose: 'own' | 'platform'): Promise<string> {
  const { key, id } = await aWallet(stage, whose)
  const path = `${places[whose]}/${id}/challenge`
  const answer = await stage.api.call('POST', path, { method: 'WALLET_SIGNATURE' })
  return key.sign(String(shown('challenge', answer, 201).messageToSign))
}

export const accountMakers: Makers<Names> = {
  platformBank: async ({ api }) => {
    const accountInfo = {
      ...{ accountType: 'USD_ACCOUNT', accountNumber: `${Date.now()}789` },
      routingNumber: '021000021',
      beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Acme' },
    }
    const body = { currency: 'USD', accountInfo }
    return shown('bank', await api.call('POST', places.platform, body), 201).id
  },
  ownWallet: async (stage) => (await aWallet(stage, 'own')).id,
  platformWallet: async (stage) => (await aWallet(stage, 'platform')).id,
  ownWalletSignature: (stage) => signatureOf(stage, 'own'),
  platformWalletSignature: (stage) => signatureOf(stage, 'platform'),
  sparkWallet: async (stage) => {
    const { customer } = await stage.owner()
    const accountInfo = { accountType: 'SPARK_WALLET', address: sparkAddress() }
    const body = { customerId: customer.id, currency: 'USDB', accountInfo }
    return shown('wallet', await stage.api.call('POST', places.own, body), 201).id
  },
}
