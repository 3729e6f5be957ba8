/** Verifications, documents, imports, invitations, tokens and stablecoins. */
import { randomUUID } from 'node:crypto'
import type { Given } from '../../api/reference/useCases/given.ts'
import { openDatabase } from '../../db/database.ts'
import { formOf } from '../../scripts/serviceDriver/apiClient.ts'
import { rowsOf } from '../durability/payments.ts'
import { listed, shown, waitUntil } from '../support/builders.ts'
import { aJpeg } from '../support/documentFiles.ts'
import { aPerson, csvOf, domainOf, upload } from '../support/importFiles.ts'
import { aMint, anEnabledCoin, aStablecoin } from '../support/stablecoins.ts'
import { aBusiness, anOwner, submit } from '../verification/businesses.ts'
import type { Makers, Stage } from './stage.ts'

type Names = Extract<
  Given,
  | 'business'
  | 'verification'
  | 'owner'
  | 'document'
  | 'job'
  | 'invitation'
  | 'token'
  | 'providerAccount'
  | 'stablecoin'
  | 'newStablecoin'
  | 'mint'
  | 'ticker'
  | 'tokenIdentifier'
  | 'apiClientId'
  | 'loggedRequest'
  | 'sandboxFault'
>

const business = (stage: Stage) => stage.once('business', () => aBusiness(stage.api))

const coin = (stage: Stage) =>
  stage.once('coin', async () => {
    const database = openDatabase(stage.stack.databaseUrl, { poolMax: 1 })
    try {
      return await anEnabledCoin(stage.api, database)
    } finally {
      await database.close()
    }
  })

const newCoin = (stage: Stage) => stage.once('new coin', () => aStablecoin(stage.api))

export const otherMakers: Makers<Names> = {
  business: async (stage) => (await business(stage)).id,
  verification: async (stage) => (await submit(stage.api, await business(stage))).id,
  owner: async (stage) => (await anOwner(stage.api, await business(stage))).id,
  document: async (stage) => {
    const documentHolder = await stage.text('unknownPerson')
    const facts = { documentNumber: '123456789', issuingAuthority: 'HM Passport Office' }
    const fields = { documentType: 'PASSPORT', country: 'GB', documentHolder, ...facts }
    const form = formOf(fields, { name: 'passport.jpg', content: aJpeg() })
    return shown('document', await stage.api.call('POST', '/documents', form), 201).id
  },
  sandboxFault: async ({ api }) => {
    const body = { faults: [{ call: 'WEBHOOK', kind: 'TWICE', times: 10 }] }
    return shown('fault', await api.call('POST', '/sandbox/faults', body), 201).id
  },
  job: async ({ api }) => {
    const domain = await domainOf(api)
    return upload(api, csvOf([aPerson(domain), aPerson(domain, { country: 'Atlantis' })]))
  },
  invitation: async (stage) => {
    await allowInvitations(stage)
    const body = { inviterUma: await stage.text('umaAddress') }
    return String(shown('invitation', await stage.api.call('POST', '/invitations', body), 201).code)
  },
  token: async ({ api }) => {
    const body = { name: 'to be deleted', permissions: ['VIEW'] }
    return shown('token', await api.call('POST', '/tokens', body), 201).id
  },
  providerAccount: async (stage) => (await newCoin(stage)).link.id,
  stablecoin: async (stage) => (await coin(stage)).id,
  newStablecoin: async (stage) => (await newCoin(stage)).coin.id,
  mint: async (stage) => {
    const wallet = { id: await stage.text('sparkWallet') }
    return (await aMint(stage.api, await coin(stage), wallet)).id
  },
  ticker: () => `T${randomUUID().slice(0, 6).toUpperCase().replaceAll(/\d/g, 'X')}`,
  tokenIdentifier: () => `btkn1${randomUUID()}`,
  loggedRequest: async ({ api }) => {
    const id = `checkout-${randomUUID()}`
    await api.call('GET', '/config', undefined, { 'X-Request-Id': id })
    const logged = async () => listed(await api.call('GET', `/requests?requestId=${id}`))
    await waitUntil('it is logged', async () => (await logged()).length > 0)
    return id
  },
  apiClientId: () => `client-${randomUUID()}-abc`,
}

/** As an operator gives a platform the address of its invitations. */
export async function allowInvitations({ stack, api }: Stage): Promise<void> {
  const { id } = shown('config', await api.call('GET', '/config'), 200)
  const text = 'update platforms set invitation_url = $2 where id = $1'
  await rowsOf(stack, text, [id.split(':')[1], 'https://platform.example.com/invitations'])
}
