import { useAction } from '../lib/action.ts'
import { signIn } from '../lib/session.ts'
import { Button } from '../ui/Button.tsx'
import { Field, Form, type FormValues } from '../ui/Form.tsx'

type SignInProps = {
  /** Why the session has ended, unless the user has signed out. */
  readonly notice?: string
}

export function SignIn({ notice }: SignInProps) {
  const action = useAction(async ({ clientId = '', clientSecret = '' }: FormValues) => {
    await signIn({ clientId, clientSecret })
  })
  return (
    <main class="sign-in">
      <h1>Dashboard</h1>
      {notice !== undefined && (
        <p class="problem" role="alert">
          {notice}
        </p>
      )}
      <Form action={action} label="Sign in">
        <p class="soft">
          With an API token of your platform. One with the permission <code>VIEW</code> alone sees
          everything and changes nothing. It stays in this tab.
        </p>
        <Field name="clientId" label="Client id" required autocomplete="username" />
        <Field
          name="clientSecret"
          label="Client secret"
          type="password"
          required
          autocomplete="current-password"
        />
        <Button type="submit" kind="primary" isBusy={action.isBusy}>
          Sign in
        </Button>
      </Form>
      <p class="soft">
        In the sandbox <code>npm run status</code> prints a token of the demo platform. How tokens
        work: <a href="/docs">the reference</a>.
      </p>
    </main>
  )
}
