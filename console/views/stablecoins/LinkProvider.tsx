import { request } from '../../lib/request.ts'
import { navigate } from '../../lib/route.ts'
import { Field } from '../../ui/Form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RequestForm } from '../../ui/RequestForm.tsx'

/** Gives the service a login at the provider: verified before the answer, and never shown again. */
export function LinkProvider() {
  return (
    <Panel title="Link a provider account">
      <RequestForm
        label="Link a provider account"
        requestOf={({ apiClientId = '', apiClientSecret = '', providerAccountId }) =>
          request('post', '/stablecoin-provider-accounts', {
            body: {
              provider: 'BRALE',
              apiClientId,
              apiClientSecret,
              ...(providerAccountId !== undefined && { providerAccountId }),
            },
          })
        }
        submit="Link the account"
        needs="MANAGE"
        isKeyed
        secrets={['apiClientSecret']}
        done="The account is linked: the provider has accepted the login."
        onDone={({ id }) => navigate({ selected: id, query: { tab: 'accounts' } })}
      >
        <p class="soft">
          With the login of an application of yours at the provider. It is kept encrypted and never
          shown.
        </p>
        <Field name="apiClientId" label="Client id" required />
        <Field
          name="apiClientSecret"
          label="Client secret"
          type="password"
          required
          autocomplete="new-password"
        />
        <Field
          name="providerAccountId"
          label="Account at the provider"
          hint="Needed where the login has several accounts."
        />
      </RequestForm>
    </Panel>
  )
}
