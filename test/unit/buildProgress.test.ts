import { expect, test } from 'vitest'
import { createBuildProgress } from '../../scripts/devstack/temporalBinary.ts'

test('a build says how many packages it has compiled, and which is the last', () => {
  const seen = createBuildProgress()
  expect(seen.line()).toBe('looking for its modules')
  seen.add('go: downloading go.temporal.io/server v1.29.1\ngo: downloading google.golang')
  expect(seen.line()).toBe('downloading go.temporal.io/server v1.29.1')
  seen.add('.org/grpc v1.70.0\ninternal/goarch\nruntime\ngo.temporal.io/api/')
  expect(seen.line()).toBe('2 packages compiled, runtime')
  seen.add('enums/v1\n')
  expect(seen.line()).toBe('3 packages compiled, go.temporal.io/api/enums/v1')
})
