import { createCustomer } from './createCustomer.ts'
import { deleteCustomerById } from './deleteCustomerById.ts'
import { getAgreements } from './getAgreements.ts'
import { getCustomer } from './getCustomer.ts'
import { getEndUserTerms } from './getEndUserTerms.ts'
import { listCustomers } from './listCustomers.ts'
import { updateCustomerById } from './updateCustomerById.ts'

export default [
  createCustomer,
  listCustomers,
  getAgreements,
  getEndUserTerms,
  getCustomer,
  updateCustomerById,
  deleteCustomerById,
]
