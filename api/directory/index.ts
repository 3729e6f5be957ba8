import { getAvailableUmaProviders } from './getAvailableUmaProviders.ts'
import { listVasps } from './listVasps.ts'

export default [getAvailableUmaProviders, listVasps]
