import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type ApiProblem, problemOf } from '../lib/problem.ts'
import type { View } from '../lib/view.ts'
import { Empty } from './Empty.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Link } from './Link.tsx'
import { Loading } from './Loading.tsx'
import { ViewBoundary } from './ViewBoundary.tsx'

type CurrentViewProps = {
  readonly view: View | undefined
  /** Where an address of no view leads. */
  readonly first: View | undefined
}

const loaded = new Map<string, ComponentType>()

/** The view of the route, loaded when it is opened for the first time. */
export function CurrentView({ view, first }: CurrentViewProps) {
  const [, redraw] = useState({})
  const [problem, setProblem] = useState<ApiProblem>()
  const load = (): void => {
    setProblem(undefined)
    if (view === undefined || loaded.has(view.path)) return
    view.load().then(
      ({ default: component }) => {
        loaded.set(view.path, component)
        redraw({})
      },
      // The files of a release before this one may be gone.
      (error: unknown) => setProblem(problemOf(error)),
    )
  }
  useEffect(load, [view?.path])
  if (view === undefined) {
    return (
      <Empty title="There is no such view.">
        {first && <Link to={{ view: first.path }}>{first.title}</Link>}
      </Empty>
    )
  }
  if (problem !== undefined) return <ErrorState problem={problem} onRetry={load} />
  const Component = loaded.get(view.path)
  if (Component === undefined) return <Loading what={view.title} lines={8} />
  return (
    <ViewBoundary key={view.path}>
      <Component />
    </ViewBoundary>
  )
}
