/** Schemas are compiled in turns of the event loop, as they are needed: with the errors of one AJV that had them all. */
import { setImmediate } from 'node:timers/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { isCursor } from '../../api/cursor.ts'
import { exampleOf } from '../../api/examples.ts'
import { hoist, hoistInside } from '../../api/hoist.ts'
import { operations } from '../../api/operations.ts'
import { useCases } from '../../api/reference/useCases/index.ts'
import { checkOf } from '../../api/validate.ts'
import { components } from '../../contract/components/index.ts'
import { addServiceFormats, fieldErrors } from '../../runtime/schemaErrors.ts'
import { sampleOf } from '../support/seed.ts'

const whole = new Ajv2020({
  ...{ allErrors: true, verbose: true, strict: true, strictRequired: false, useDefaults: true },
  ...{ allowUnionTypes: true, discriminator: true, inlineRefs: false },
})
addServiceFormats(whole)
whole.addKeyword('reserved')
whole.addFormat('cursor', { type: 'string', validate: isCursor })
for (const [name, schema] of Object.entries(components)) {
  whole.addSchema(hoistInside(schema, '') as object, name)
}

const bodies = operations.flatMap(({ id, body: schema }) => {
  if (schema === undefined) return []
  const examples = (useCases[id] ?? []).flatMap(({ body }) => body ?? [])
  return [{ id, schema, examples: [exampleOf(schema), ...examples] as readonly object[] }]
})

/** What may stand in the place of a value, and for its absence. */
const instead = [undefined, null, true, -1, '', 'x', 'Nothing:1', [], {}, [{}], { x: 1 }] as const

type Step = { readonly holder: Record<string, unknown>; readonly name: string }

function* stepsIn(value: unknown): Generator<Step> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    yield { holder: value as Step['holder'], name }
    yield* stepsIn(part)
  }
}

/** The example, nothing, and copies of the example in each of which one value is another. */
function* spoiled(name: string, example: object): Generator<object> {
  yield structuredClone(example)
  yield {}
  const count = [...stepsIn(example)].length
  for (const index of sampleOf(name, [...Array(count).keys()], 4)) {
    for (const value of instead) {
      const copy = structuredClone(example)
      const step = [...stepsIn(copy)][index]
      if (step === undefined) throw new Error(`${name} has no value ${index}`)
      if (value === undefined) delete step.holder[step.name]
      else step.holder[step.name] = structuredClone(value)
      yield copy
    }
  }
}

test('every body, whole and spoiled, has the same errors and gets the same defaults', async () => {
  expect(bodies.length).toBeGreaterThan(60)
  const invalid = new Set<string>()
  for (const { id, schema, examples } of bodies) {
    const check = checkOf(schema)
    await check.compileInTurns()
    const validate = whole.compile(hoist(schema, '') as object)
    for (const [index, example] of examples.entries()) {
      for (const body of spoiled(`${id} ${index}`, example)) {
        const given = JSON.stringify(body)
        const other = structuredClone(body)
        const wanted = validate(other) ? [] : fieldErrors(validate.errors ?? [])
        expect(check(body), `${id}: ${given}`).toEqual(wanted)
        expect(body, `${id}: ${given}`).toEqual(other)
        if (wanted.length > 0) invalid.add(id)
      }
    }
  }
  expect(invalid.size).toBeGreaterThan(60)
})

test('others have their turns while the variants of an external account are compiled', async () => {
  // Of its own, in which nothing has been compiled.
  const path = '../../api/validate.ts?turns'
  const fresh = (await import(path)) as typeof import('../../api/validate.ts')
  const schema = components.PlatformExternalAccountCreateRequest ?? false
  const check = fresh.checkOf(schema)
  let turns = 0
  let isDone = false
  const others = (async () => {
    for (; !isDone; turns += 1) await setImmediate()
  })()
  // Requests at one instant, another operation's too.
  const another = fresh.checkOf({ type: 'object', properties: { account: schema } })
  const [one, same] = [check.compileInTurns(), check.compileInTurns(), another.compileInTurns()]
  expect(same).toBe(one)
  await Promise.all([one, another.compileInTurns()])
  isDone = true
  await others
  expect(turns).toBeGreaterThan(30)
  expect(check({})).toEqual(checkOf(schema)({}))
  expect(another({ account: {} })).not.toEqual([])
})
