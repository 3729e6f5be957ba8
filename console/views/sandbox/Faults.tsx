import { useState } from 'preact/hooks'
import { CodeText } from '../../ui/Curl.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Form.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Section } from '../../ui/Section.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { type Tables, useTables } from './useTables.ts'

type Row = { readonly kind: string; readonly what: string }

const columns: readonly Column<Row>[] = [
  { key: 'kind', head: 'Fault', cell: ({ kind }) => <code>{kind}</code> },
  {
    key: 'what',
    head: 'What the party does',
    cell: ({ what }) => <span class="wrapped">{what}</span>,
  },
]

/** Faults hit every platform of a sandbox: who runs it orders them, at its control port. */
export function Faults() {
  const { tables, problem, again } = useTables()
  return (
    <>
      <p class="soft">
        An outside party can be made to fail, to see what your platform does then. A fault hits
        every platform of this sandbox, so it is ordered by who runs it, at the sandbox’s control
        port (<code>npm run status</code> prints its address), and not with your token.
      </p>
      <ErrorState problem={problem} onRetry={again} />
      {tables === undefined && problem === undefined && <Loading what="Faults" lines={10} />}
      {tables !== undefined && (
        <>
          <Order tables={tables} />
          <Section title="What each fault does">
            <div class="faults">
              <Table
                label="Faults"
                rows={Object.entries(tables.faults.effects).map(([kind, what]) => ({ kind, what }))}
                columns={columns}
                keyOf={({ kind }) => kind}
                isSelectable={false}
                empty={null}
              />
            </div>
          </Section>
        </>
      )}
    </>
  )
}

/** Puts the command together. */
function Order({ tables: { faults } }: { readonly tables: Tables }) {
  const [party, setParty] = useState(Object.keys(faults.parties)[0] ?? '')
  const [kind, setKind] = useState(Object.keys(faults.effects)[0] ?? '')
  const [count, setCount] = useState('1')
  const [match, setMatch] = useState('')
  const times = Number(count)
  const order = {
    party,
    operation: '*',
    kind,
    count: Number.isInteger(times) && times > 0 ? times : 1,
    ...(match.trim() !== '' && { match: match.trim() }),
  }
  const body = JSON.stringify(order).replaceAll("'", `'\\''`)
  return (
    <Section title="Order one">
      <div class="form">
        <Field
          name="party"
          label="Who fails"
          value={party}
          options={Object.entries(faults.parties)}
          onInput={setParty}
        />
        <Field
          name="kind"
          label="How"
          value={kind}
          options={Object.keys(faults.effects)}
          hint={faults.effects[kind]}
          onInput={setKind}
        />
        <Field
          name="count"
          label="How many calls"
          inputMode="numeric"
          value={count}
          onInput={setCount}
        />
        <Field
          name="match"
          label="Only calls that contain this text"
          value={match}
          hint="An id, as a rule: so that only your own payment is hit."
          onInput={setMatch}
        />
      </div>
      <CodeText
        text={`curl -sS -X POST "$SANDBOX_CONTROL_URL/faults" \\\n  -H 'content-type: application/json' \\\n  -d '${body}'`}
        what="the command"
      />
      <p class="soft">And to be rid of all faults, with what they hold back:</p>
      <CodeText text={'curl -sS -X DELETE "$SANDBOX_CONTROL_URL/faults"'} what="the command" />
    </Section>
  )
}
