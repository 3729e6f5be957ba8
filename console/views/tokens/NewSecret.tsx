import type { Component } from '../../lib/request.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Section } from '../../ui/Section.tsx'

type NewSecretProps = {
  readonly token: Component<'ApiToken'>
  /** The reader has kept it elsewhere: it is forgotten here. */
  readonly onKept: () => void
}

/** The secret of a token, the only time that it is shown. */
export function NewSecret({ token, onKept }: NewSecretProps) {
  return (
    <Section title={`Keep the secret of ${token.name} now`}>
      <div class="note stack" role="status">
        <p>It is shown this once: neither this page nor the service can show it again.</p>
        <KeyValue
          rows={[
            ['Client id', <CopyId key="id" id={token.clientId} />],
            [
              'Client secret',
              token.clientSecret && <CopyId key="secret" id={token.clientSecret} />,
            ],
          ]}
        />
        <p>
          <Button onPress={onKept}>I have kept it</Button>
        </p>
      </div>
    </Section>
  )
}
