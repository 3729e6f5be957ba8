import { createCustomer } from './createCustomer.ts'
import { getCustomer } from './getCustomer.ts'

export default [createCustomer, getCustomer]
