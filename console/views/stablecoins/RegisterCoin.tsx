import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { navigate } from '../../lib/route.ts'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Form.tsx'
import { InSandbox } from '../../ui/InSandbox.tsx'
import { Link } from '../../ui/Link.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RequestForm } from '../../ui/RequestForm.tsx'

const LIMIT = 100

/** Registers a coin that the provider issues under a linked account. */
export function RegisterCoin() {
  const { data, problem } = useLive(
    request('get', '/stablecoin-provider-accounts', { query: { status: 'ACTIVE', limit: LIMIT } }),
  )
  return (
    <Panel title="Register a coin">
      <ErrorState problem={problem} isBesideData={data !== undefined} />
      {data?.data.length === 0 && (
        <Empty title="No provider account is linked.">
          <Link to={{ selected: 'link' }}>Link one first</Link>
        </Empty>
      )}
      <RequestForm
        label="Register a coin"
        requestOf={(values) =>
          request('post', '/stablecoins', {
            body: {
              providerTokenIdentifier: values.providerTokenIdentifier ?? '',
              networkTokenIdentifier: values.networkTokenIdentifier ?? '',
              network: 'SPARK',
              ...(values.stablecoinProviderAccountId !== undefined && {
                stablecoinProviderAccountId: values.stablecoinProviderAccountId,
              }),
            },
          })
        }
        submit="Register the coin"
        needs="MANAGE"
        isKeyed
        done={({ issuanceStatus }) =>
          issuanceStatus === 'PROVISIONED'
            ? 'The coin is registered and can be minted.'
            : 'The coin is registered; its review comes next.'
        }
        onDone={({ id }) => navigate({ selected: id, query: { tab: undefined } })}
      >
        {data !== undefined && data.data.length > 0 && (
          <Field
            name="stablecoinProviderAccountId"
            label="Provider account"
            options={data.data.map(({ id, providerAccountId }) => [id, providerAccountId] as const)}
          />
        )}
        <Field
          name="providerTokenIdentifier"
          label="Ticker at the provider"
          required
          placeholder="ACME"
          hint={
            <InSandbox>
              Its end decides the review: 001 stays pending, 002 is rejected, 003 fails, 004 stays
              in provisioning.
            </InSandbox>
          }
        />
        <Field name="networkTokenIdentifier" label="Token on Spark" required placeholder="btkn1…" />
      </RequestForm>
    </Panel>
  )
}
