import { getAgentMe } from './getAgentMe.ts'

export default [getAgentMe]
