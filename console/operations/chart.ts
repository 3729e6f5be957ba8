/** A small chart of amounts over time: steps, since money moves in steps. */

const SVG = 'http://www.w3.org/2000/svg'
const [WIDTH, HEIGHT] = [300, 100]
/** So that the line is not cut at the edges. */
const MARGIN = 4

/** @param label the chart in words */
export function chartOf(values: readonly number[], label: string): SVGSVGElement {
  const svg = element('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': label,
  })
  const line = stepsOf(values)
  svg.append(
    element('path', { class: 'area', d: `${line} V${HEIGHT} H0 Z` }),
    element('path', { class: 'line', d: line }),
  )
  return svg
}

function stepsOf(values: readonly number[]): string {
  // From zero: half the money must look like half.
  const highest = Math.max(1, ...values)
  const x = (index: number): number => round((index / Math.max(1, values.length - 1)) * WIDTH)
  const y = (value: number): number =>
    round(HEIGHT - MARGIN - (value / highest) * (HEIGHT - 2 * MARGIN))
  const [first = 0, ...rest] = values
  return `M0 ${y(first)} ${rest.map((value, index) => `H${x(index + 1)} V${y(value)}`).join(' ')}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function element<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  return made
}
