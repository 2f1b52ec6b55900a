/** Requests under way at once: enough to hide the round trips, few enough for other requests to get through. */
const AT_ONCE = 4

/** `work` for each item, a few at a time, its results in the order of the items. After a failure no further item is begun. */
export async function mapFew<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const run = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++
      try {
        results[index] = await work(items[index]!)
      } catch (error) {
        next = items.length
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
  return results
}
