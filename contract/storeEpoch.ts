/** The epoch of a store that has never been restored to an earlier point. A run without an epoch is of it. */
export const FIRST_EPOCH = '00000000-0000-0000-0000-000000000000'
