import type { ComponentChildren } from 'preact'
import { IdLink } from '../../ui/IdLink.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { isPayment, type Transaction } from './facts.tsx'

/** From whom to whom, with all that the API says about either. */
export function Parties({ transaction }: { readonly transaction: Transaction }) {
  if (!isPayment(transaction)) {
    return (
      <Section title="Parties">
        <KeyValue
          rows={[
            ['Account', <IdLink key="account" id={transaction.accountId} />],
            ['Merchant', transaction.merchant.descriptor],
            ['Category', transaction.merchant.mcc],
            ['Country', transaction.merchant.country],
          ]}
        />
      </Section>
    )
  }
  const { source, destination, counterpartyInformation } = transaction
  return (
    <Section title="Parties">
      <KeyValue rows={[...rowsOf('From', source), ...rowsOf('To', destination)]} />
      {counterpartyInformation !== undefined && (
        <KeyValue rows={rowsOf('Counterparty', counterpartyInformation)} />
      )}
    </Section>
  )
}

type Row = readonly [term: string, value: ComponentChildren]

function rowsOf(side: string, facts: object): readonly Row[] {
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]): Row => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
      const isId = /^[A-Z]\w+:[\w-]+$/.test(text)
      return [`${side}: ${spaced(name)}`, isId ? <IdLink id={text} /> : shownValue(name, text)]
    })
}

/** `source type` of `sourceType`. */
function spaced(name: string): string {
  return name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
}

function shownValue(name: string, text: string): string {
  return name.endsWith('Type') ? wordsOf(text) : text
}
