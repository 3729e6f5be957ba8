import { createCustomer } from './createCustomer.ts'
import { getCustomer } from './getCustomer.ts'
import { listCustomers } from './listCustomers.ts'
import { updateCustomerById } from './updateCustomerById.ts'

export default [createCustomer, listCustomers, getCustomer, updateCustomerById]
