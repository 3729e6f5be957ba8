import { useEffect, useRef } from 'preact/hooks'
import type uPlot from 'uplot'
import { theme } from '../lib/theme.ts'
import { instantOf } from '../lib/time.ts'

type ChartProps = {
  /** The chart in words: what a person sees in it at a glance. */
  readonly label: string
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[]
  readonly values: readonly number[]
  readonly kind: 'steps' | 'bars'
  /** A value as text, for the axis: short. */
  readonly shown: (value: number) => string
  readonly height?: number
}

/** Amounts over time. The library is loaded when a chart is drawn for the first time. */
export function Chart({ label, times, values, kind, shown, height = 140 }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot | undefined>(undefined)
  const latest = useRef({ times, values, shown })
  latest.current = { times, values, shown }

  useEffect(() => {
    let isGone = false
    let stop = (): void => {}
    const draw = async (): Promise<void> => {
      const { default: Plot } = await import('uplot')
      const element = place.current
      if (isGone || element === null) return
      const make = (): void => {
        chart.current?.destroy()
        const options = optionsOf(Plot, element, kind, height, (value) =>
          latest.current.shown(value),
        )
        chart.current = new Plot(options, dataOf(latest.current), element)
      }
      make()
      const resized = new ResizeObserver(() => {
        chart.current?.setSize({ width: element.clientWidth, height })
      })
      resized.observe(element)
      const scheme = matchMedia('(prefers-color-scheme: dark)')
      scheme.addEventListener('change', make)
      const unwatch = theme.watch(make)
      stop = () => {
        resized.disconnect()
        scheme.removeEventListener('change', make)
        unwatch()
        chart.current?.destroy()
        chart.current = undefined
      }
    }
    void draw()
    return () => {
      isGone = true
      stop()
    }
  }, [kind, height])

  useEffect(() => chart.current?.setData(dataOf({ times, values })), [times, values])

  return <div ref={place} class={`chart h${height}`} role="img" aria-label={label} />
}

/** The hour of day, or the day where more than two are shown; in UTC, as everywhere. */
function timeOf({ scales }: uPlot, instant: string): string {
  const { min = 0, max = 0 } = scales.x ?? {}
  const isLong = (max ?? 0) - (min ?? 0) > 2 * 24 * 60 * 60
  return isLong ? instant.slice(5, 10) : instant.slice(11, 16)
}

function dataOf({ times, values }: Pick<ChartProps, 'times' | 'values'>): uPlot.AlignedData {
  return [[...times], [...values]]
}

function optionsOf(
  Plot: typeof uPlot,
  element: HTMLElement,
  kind: ChartProps['kind'],
  height: number,
  shown: (value: number) => string,
): uPlot.Options {
  // A canvas knows no variables of CSS: they are read where it is drawn.
  const style = getComputedStyle(element)
  const colour = (name: string): string => style.getPropertyValue(name).trim()
  const time = (seconds: number): string => instantOf(seconds * 1_000)
  const axis = {
    stroke: colour('--chart-text'),
    grid: { stroke: colour('--chart-line'), width: 1 },
    ticks: { show: false },
    font: `11px ${style.fontFamily}`,
  }
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false, points: { show: false } },
    scales: {
      x: { time: true },
      // From zero: half the money must look like half.
      y: { range: (_, __, highest) => [0, Math.max(1, highest * 1.1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 24,
        values: (plot, ticks) => ticks.map((tick) => timeOf(plot, time(tick))),
      },
      {
        ...axis,
        size: 48,
        // Ticks closer than the smallest unit have the same text: it is written once.
        values: (_, ticks) => {
          const texts = ticks.map(shown)
          return texts.map((text, index) => (text === texts[index - 1] ? '' : text))
        },
      },
    ],
    series: [
      {},
      {
        stroke: colour('--chart'),
        fill: colour('--chart-fill'),
        width: 1.5,
        points: { show: false },
        ...(kind === 'steps'
          ? { paths: Plot.paths.stepped?.({ align: 1 }) }
          : { paths: Plot.paths.bars?.({ size: [0.7, 24] }) }),
      },
    ],
  }
}
