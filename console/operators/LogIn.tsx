import { useAction } from '../lib/action.ts'
import type { ApiProblem } from '../lib/problem.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Field, Form, type FormValues } from '../ui/Form.tsx'
import { logIn, resume } from './session.ts'

type LogInProps = {
  /** Why the session could not be read. */
  readonly problem: ApiProblem | undefined
  /** Why the session has ended, unless the operator has logged out. */
  readonly notice: string | undefined
}

export function LogIn({ problem, notice }: LogInProps) {
  const action = useAction(({ token = '' }: FormValues) => logIn(token))
  return (
    <main class="sign-in">
      <h1>Operators</h1>
      {notice !== undefined && (
        <p class="problem" role="alert">
          {notice}
        </p>
      )}
      <ErrorState problem={problem} onRetry={() => void resume()} />
      <Form action={action} label="Log in">
        <p class="soft">
          With your operator’s token, which <code>payments admin operator create</code> printed.
          What you read and do is written down under your name.
        </p>
        <Field
          name="token"
          label="Token"
          type="password"
          required
          isFirst
          autocomplete="current-password"
        />
        <Button type="submit" kind="primary" isBusy={action.isBusy}>
          Log in
        </Button>
      </Form>
    </main>
  )
}
