/** The clock of a stack whose parties of production are there: it is not moved. `test/testClock` moves one. */
import { expect, test } from 'vitest'
import { describeOperation, expectRefusal, service } from '../../service.ts'

describeOperation('getSandboxClock', () => {
  test('a stack without a test clock says so', async () => {
    const { api } = service()
    expectRefusal(await api.call('GET', '/sandbox/clock'), 501, 'NOT_IMPLEMENTED')
  })
})

describeOperation('moveSandboxClock', () => {
  test('a stack without a test clock says so, after what is wrong with the request', async () => {
    const { api } = service()
    const move = (body: object) => api.call('POST', '/sandbox/clock', body)
    expectRefusal(await move({ advanceBy: 'P7D' }), 501, 'NOT_IMPLEMENTED')
    for (const advanceBy of ['P', 'PT', '7d', 'P1M', 'P1Y', '-P1D', 'P1.5D', '']) {
      const refused = await move({ advanceBy })
      expectRefusal(refused, 400, 'INVALID_INPUT')
      expect(JSON.stringify(refused.body), advanceBy).toContain('"field":"advanceBy"')
    }
  })
})
