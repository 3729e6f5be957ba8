import { Component, type ComponentChildren } from 'preact'
import { type ApiProblem, problemOf } from '../lib/problem.ts'
import { ErrorState } from './ErrorState.tsx'

type Props = { readonly children: ComponentChildren }
type State = { readonly problem?: ApiProblem | undefined }

/** A view that throws takes nothing else with it. */
export class ViewBoundary extends Component<Props, State> {
  override state: State = {}

  static override getDerivedStateFromError(error: unknown): State {
    return { problem: problemOf(error) }
  }

  override componentDidCatch(error: unknown): void {
    console.error(error)
  }

  override render() {
    const { problem } = this.state
    if (problem === undefined) return this.props.children
    return <ErrorState problem={problem} onRetry={() => this.setState({ problem: undefined })} />
  }
}
