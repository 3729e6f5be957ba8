import { getDiscoveries } from './getDiscoveries.ts'

export default [getDiscoveries]
