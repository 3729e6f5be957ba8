import { listRequests } from './listRequests.ts'

export default [listRequests]
