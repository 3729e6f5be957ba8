import { getExchangeRates } from './getExchangeRates.ts'

export default [getExchangeRates]
