/** Works on all items, a few at the same time. @throws the first failure, after the work that had begun has ended. */
export async function fewAtOnce<T>(
  items: AsyncIterable<T>,
  few: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const all = items[Symbol.asyncIterator]()
  const failed = new AbortController()
  const workers = Array.from({ length: few }, async () => {
    while (!failed.signal.aborted) {
      const { done, value } = await all.next()
      if (done) return
      await work(value)
    }
  })
  const ends = await Promise.allSettled(
    workers.map((worker) =>
      worker.catch((error: unknown) => {
        failed.abort()
        throw error
      }),
    ),
  )
  await all.return?.()
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
