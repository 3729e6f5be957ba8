/** What a round of the sweep would find: rows whose work has not ended. */

/**
 * All open rows as an item of a `from`.
 *
 * @param alias its name in the statement
 * @param quietSeconds rows that have changed since are left out
 */
export function openRows(alias = 'open_row', quietSeconds = 0): string {
  const first = `'-infinity', '00000000-0000-0000-0000-000000000000', -1`
  return `(select k as cursor, r.* from unnest(open_row_cursors()) k,
    lateral open_rows_page(k, ${quietSeconds}, ${first}, 100000) r) ${alias}`
}
