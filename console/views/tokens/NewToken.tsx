import { useState } from 'preact/hooks'
import { useAction } from '../../lib/action.ts'
import { type Component, request } from '../../lib/request.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Field, Form } from '../../ui/Form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { permissionOf, permissionOptions } from './permissions.ts'

type NewTokenProps = { readonly onCreated: (token: Component<'ApiToken'>) => void }

/** The form that makes a token. */
export function NewToken({ onCreated }: NewTokenProps) {
  const { api, may } = useSession()
  const [name, setName] = useState('')
  const [permission, setPermission] = useState<string>('VIEW')
  const asked = request('post', '/tokens', {
    body: { name: name.trim(), permissions: [permissionOf(permission)] },
  })
  const action = useAction(async () => onCreated(await api.send(asked)))
  return (
    <Panel title="New token">
      <Form label="New token" action={action}>
        <Field
          name="name"
          label="Name"
          hint="What uses it: it is shown in this list and in the log."
          value={name}
          onInput={setName}
          required
        />
        <Field
          name="permissions"
          label="What it may do"
          hint="The least that its use needs. It grants nothing that your own token lacks."
          options={permissionOptions}
          value={permission}
          onInput={setPermission}
        />
        <p class="row">
          <Button
            type="submit"
            kind="primary"
            isBusy={action.isBusy}
            disabledReason={may('MANAGE') ? undefined : 'Your token lacks the permission MANAGE.'}
          >
            Create token
          </Button>
          <Curl request={asked} />
        </p>
      </Form>
    </Panel>
  )
}
