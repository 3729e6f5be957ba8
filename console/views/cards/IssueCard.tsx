/** Issues a card: whose, on which wallet, with which limits. */
import { useState } from 'preact/hooks'
import { needed } from '../../lib/fields.ts'
import { request } from '../../lib/request.ts'
import { navigate, setFilters, useRoute } from '../../lib/route.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Form.tsx'
import { InSandbox } from '../../ui/InSandbox.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RequestForm } from '../../ui/RequestForm.tsx'
import { CustomerField, wholeCustomerId } from '../customers/CustomerField.tsx'
import { accountWords, useWallets } from './accounts.tsx'
import { LimitFields, limitsIn } from './limits.tsx'

/** `query.holder` is the cardholder: other views lead here with it. */
export function IssueCard({ onDone }: { readonly onDone: () => void }) {
  const { query } = useRoute()
  const holder = wholeCustomerId(query.holder)
  const wallets = useWallets(holder)
  const [source, setSource] = useState('')
  const accounts = wallets.data?.data.filter(({ status }) => status === 'ACTIVE') ?? []
  const chosen = accounts.find(({ id }) => id === source) ?? accounts[0]
  return (
    <Panel
      title="Issue a card"
      onClose={() => navigate({ selected: undefined, query: { holder: undefined } })}
    >
      <RequestForm
        label="Issue a card"
        requestOf={(values) =>
          request('post', '/cards', {
            body: {
              form: 'VIRTUAL',
              customerId: needed(holder, 'customerId'),
              fundingSource: needed(chosen?.id, 'fundingSource'),
              ...(values.platformCardId && { platformCardId: values.platformCardId }),
              ...limitsOf(values),
            },
          })
        }
        submit="Issue the card"
        needs="MANAGE"
        done={({ status }) =>
          status === 'ACTIVE' ? 'The card is issued.' : 'The issuer is making the card.'
        }
        onDone={({ id }) => {
          onDone()
          navigate({ selected: id, query: { holder: undefined } })
        }}
      >
        <CustomerField
          name="customerId"
          label="Cardholder"
          value={query.holder ?? ''}
          onInput={(id) => setFilters({ holder: id })}
          hint="An approved customer with an active wallet of USDB."
        />
        {holder !== undefined && (
          <Field
            name="fundingSource"
            label="Draws on"
            required
            value={chosen?.id ?? ''}
            onInput={setSource}
            options={
              accounts.length > 0
                ? accounts.map((account) => [account.id, accountWords(account)] as const)
                : [
                    [
                      '',
                      wallets.data === undefined ? 'Asking for its wallets…' : 'No active wallet',
                    ],
                  ]
            }
          />
        )}
        <ErrorState problem={wallets.problem} />
        <Field
          name="platformCardId"
          label="Your id of the card"
          hint={
            <>
              Finds the card when an answer is lost.{' '}
              <InSandbox>
                Its end decides: 001 stays in processing, 002 is rejected, 005 takes half a minute.
              </InSandbox>
            </>
          }
        />
        <LimitFields />
      </RequestForm>
    </Panel>
  )
}

function limitsOf(values: Readonly<Record<string, string>>) {
  const { maxSpendPerTransaction, maxSpendPerDay, maxTransactionsPerDay } = limitsIn(values)
  return {
    ...(maxSpendPerTransaction !== null && { maxSpendPerTransaction }),
    ...(maxSpendPerDay !== null && { maxSpendPerDay }),
    ...(maxTransactionsPerDay !== null && { maxTransactionsPerDay }),
  }
}
