/** `npm run tool -- imports`: files and lines of each folder, imports between folders, and circles. */
import { parseArgs } from 'node:util'
import { command } from '../command.ts'
import { circlesOf, folders, importsOf, readSources } from '../imports/graph.ts'

await command(async () => {
  parseArgs()
  const sources = readSources()
  const imports = new Map([...sources].map(([file, source]) => [file, importsOf(file, source)]))

  console.log('folder            files   lines')
  for (const folder of folders) {
    const inside = [...sources].filter(([file]) => folderOf(file) === folder)
    const lines = inside.reduce((sum, [, source]) => sum + source.split('\n').length - 1, 0)
    console.log(
      `${folder.padEnd(16)}${String(inside.length).padStart(7)}${String(lines).padStart(8)}`,
    )
  }

  console.log('\nimports between folders (of values, of types alone)')
  const arrows = [...imports].flatMap(([file, targets]) =>
    targets
      .map(({ path, typeOnly }) => ({ from: folderOf(file), to: folderOf(path), typeOnly }))
      .filter(({ from, to }) => from !== to),
  )
  const values = count(
    arrows.filter((one) => !one.typeOnly).map(({ from, to }) => `${from} -> ${to}`),
  )
  const types = count(
    arrows.filter((one) => one.typeOnly).map(({ from, to }) => `${from} -> ${to}`),
  )
  for (const arrow of [...new Set([...values.keys(), ...types.keys()])].sort()) {
    const [ofValues, ofTypes] = [values.get(arrow) ?? 0, types.get(arrow) ?? 0]
    console.log(`${arrow.padEnd(28)}${String(ofValues).padStart(5)}${String(ofTypes).padStart(5)}`)
  }

  const ofFiles = circlesOf(
    new Map([...imports].map(([file, to]) => [file, to.map(({ path }) => path)])),
  )
  console.log(`\ncircles of files: ${ofFiles.length}`)
  for (const circle of ofFiles) console.log(`  ${circle.length}: ${circle.join(' ')}`)

  const places = new Map<string, string[]>()
  for (const [file, targets] of imports) {
    const place = placeOf(file)
    const others = targets
      .map(({ path }) => placeOf(path))
      .filter((other) => areApart(place, other))
    places.set(place, [...(places.get(place) ?? []), ...others])
  }
  const ofFolders = circlesOf(places)
  console.log(`circles of folders, those inside one another apart: ${ofFolders.length}`)
  for (const circle of ofFolders) console.log(`  ${circle.length}: ${circle.join(' ')}`)
})

/** The first part of a path: a folder of the house. */
function folderOf(path: string): string {
  return path.split('/')[0] ?? ''
}

/** The folder that a file is in. */
function placeOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

/** A folder and what is inside it are one to this map: an index names its parts, which share it. */
function areApart(one: string, other: string): boolean {
  return !`${one}/`.startsWith(`${other}/`) && !`${other}/`.startsWith(`${one}/`)
}

function count(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
