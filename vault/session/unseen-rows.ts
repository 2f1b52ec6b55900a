/**
 * Takes the rows out of each page of a list that no page before had. A server that repeats rows would otherwise give a list that never ends:
 * a page without an unseen row is the end, as an empty one is.
 *
 * @param keyOf what tells a row from every other one
 */
export function unseenRows<Row>(keyOf: (row: Row) => string): (page: readonly Row[]) => Row[] {
  const seen = new Set<string>()
  return (page) =>
    page.filter((row) => {
      const key = keyOf(row)
      return !seen.has(key) && seen.add(key)
    })
}
