import { createQuote } from './createQuote.ts'
import { executeQuote } from './executeQuote.ts'
import { getQuoteById } from './getQuoteById.ts'

export default [createQuote, getQuoteById, executeQuote]
