import { expect, test } from 'vitest'
import { isUmaAddress } from '../../contract/umaAddress.ts'

test('an address has one spelling of its domain: no empty label, no dot at its end', () => {
  for (const good of ['$ada@demo.example', '$a.b+c_d-e@x', '$ada@xn--dmo-qdd.example']) {
    expect(isUmaAddress(good), good).toBe(true)
  }
  const domains = ['demo.example.', '.demo.example', 'demo..example', 'a b', `${'a'.repeat(191)}`]
  for (const domain of ['', '.', ...domains, 'demo.example@x', 'demo.example\n']) {
    expect(isUmaAddress(`$ada@${domain}`), domain).toBe(false)
  }
})
