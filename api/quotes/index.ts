import { authorizeQuote } from './authorizeQuote.ts'
import { createQuote } from './createQuote.ts'
import { executeQuote } from './executeQuote.ts'
import { getQuoteById } from './getQuoteById.ts'
import { resendQuoteScaCode } from './resendQuoteScaCode.ts'

export default [createQuote, getQuoteById, executeQuote, authorizeQuote, resendQuoteScaCode]
