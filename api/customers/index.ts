import { createCustomer } from './createCustomer.ts'
import { getCustomer } from './getCustomer.ts'
import { updateCustomerById } from './updateCustomerById.ts'

export default [createCustomer, getCustomer, updateCustomerById]
