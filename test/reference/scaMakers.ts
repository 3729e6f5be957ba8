/** Customers of whom strong authentication is demanded. */
import type { Given } from '../../api/reference/useCases/given.ts'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { aPasskey } from '../../scripts/serviceDriver/authenticator.ts'
import { anExternalAccount, shown } from '../support/builders.ts'
import {
  anUnverifiedCustomer,
  aReset,
  CODE,
  enrolPasskey,
  recognize,
  registrationOf,
  type ScaCustomer,
} from '../support/sca.ts'
import { aPayerQuote, changeTrust, executeQuote } from '../support/scaPayers.ts'
import type { Makers, Stage } from './stage.ts'

type Names = Extract<
  Given,
  | 'newCustomer'
  | 'mailedCustomer'
  | 'textedCustomer'
  | 'scaCustomer'
  | 'loggedInCustomer'
  | 'challenge'
  | 'totpSecret'
  | 'totpCode'
  | 'scaPasskey'
  | 'scaPasskeyId'
  | 'scaPasskeyClientData'
  | 'scaPasskeyAttestation'
  | 'reset'
  | 'passedReset'
  | 'beneficiary'
  | 'trustedBeneficiary'
  | 'challengedBeneficiary'
  | 'challengedTrusted'
  | 'quoteToProve'
  | 'quoteToAuthorize'
>

const sca = async (stage: Stage, method: string, path: string, body?: object) => {
  const { api, customer } = await stage.payer()
  return api.call(method, `/sca${path}?customerId=${customer.id}`, body)
}

const asScaCustomer = async (stage: Stage): Promise<ScaCustomer> => {
  const { api, customer } = await stage.payer()
  return {
    ...{ api, customer: customer as ScaCustomer['customer'] },
    sca: (method, path, body) => sca(stage, method, path, body),
  }
}

const registration = (stage: Stage) =>
  stage.once('registration', async () => {
    const start = shown('passkey', await sca(stage, 'POST', '/factors', { type: 'PASSKEY' }), 200)
    const { options } = start as unknown as { options: { challenge: string } }
    return registrationOf(aPasskey(), options) as {
      id: string
      response: { clientDataJSON: string; attestationObject: string }
    }
  })

const aBeneficiary = async (stage: Stage): Promise<{ id: string }> => {
  const { api, customer } = await stage.payer()
  return anExternalAccount(api, customer)
}

const start = async (stage: Stage, { id }: { id: string }, verb: string): Promise<string> => {
  const path = `/customers/external-accounts/${id}/${verb}`
  shown(verb, await stage.api.call('POST', path), 200)
  return id
}

/** A customer whose contact gets a code. */
async function sentCode(api: ApiClient, contact: 'email' | 'phone'): Promise<string> {
  const { customer } = await anUnverifiedCustomer(api)
  shown('code', await api.call('POST', `/customers/${customer.id}/verify-${contact}`), 204)
  return customer.id
}

export const scaMakers: Makers<Names> = {
  newCustomer: async ({ api }) => {
    const { customer } = await anUnverifiedCustomer(api)
    return customer.id
  },
  mailedCustomer: ({ api }) => sentCode(api, 'email'),
  textedCustomer: ({ api }) => sentCode(api, 'phone'),
  scaCustomer: async (stage) => (await stage.scaCustomer()).customer.id,
  loggedInCustomer: async (stage) => (await stage.payer()).customer.id,
  challenge: async (stage) => {
    const { sca: ask } = await stage.scaCustomer()
    const answer = await ask('POST', '/login/start', { factor: 'SMS_OTP' })
    return String(shown('login', answer, 200).challengeId)
  },
  totpSecret: async (stage) =>
    String(shown('TOTP', await sca(stage, 'POST', '/factors', { type: 'TOTP' }), 200).secret),
  totpCode: () => CODE,
  scaPasskey: async (stage) => (await enrolPasskey(await asScaCustomer(stage))).credentialId,
  scaPasskeyId: async (stage) => (await registration(stage)).id,
  scaPasskeyClientData: async (stage) => (await registration(stage)).response.clientDataJSON,
  scaPasskeyAttestation: async (stage) => (await registration(stage)).response.attestationObject,
  reset: async (stage) => (await aReset(await stage.scaCustomer(), 'SMS_OTP')).resetId,
  passedReset: async (stage) => {
    const customer = await stage.scaCustomer()
    const reset = await aReset(customer, 'SMS_OTP')
    await recognize(stage.stack, customer, reset)
    return reset.resetId
  },
  beneficiary: async (stage) => (await aBeneficiary(stage)).id,
  trustedBeneficiary: async (stage) => {
    const account = await aBeneficiary(stage)
    await changeTrust(stage.api, account)
    return account.id
  },
  challengedBeneficiary: async (stage) => start(stage, await aBeneficiary(stage), 'trust'),
  challengedTrusted: async (stage) => {
    const account = await aBeneficiary(stage)
    await changeTrust(stage.api, account)
    return start(stage, account, 'untrust')
  },
  quoteToProve: async (stage) => (await aPayerQuote(await stage.payer())).id,
  quoteToAuthorize: async (stage) => {
    const quote = await aPayerQuote(await stage.payer())
    shown('execute', await executeQuote(stage.api, quote, { scaFactor: 'SMS_OTP' }), 200)
    return quote.id
  },
}
