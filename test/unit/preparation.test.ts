/** What an API process makes ready before it listens. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test, vi } from 'vitest'
import { operations } from '../../api/operations.ts'
import { compileBodies } from '../../api/preparation.ts'
import { bodyCheckOf } from '../../api/validate.ts'

test('no request meets a schema of a body that is not compiled', async () => {
  const compiled = vi.spyOn(Ajv2020.prototype, 'compile')
  // Another file of this process may have compiled some of them: alone, it is all of them here.
  await compileBodies(operations)
  const before = compiled.mock.calls.length
  for (const { body } of operations) if (body !== undefined) bodyCheckOf(body)({})
  expect(compiled.mock.calls.length).toBe(before)
})
