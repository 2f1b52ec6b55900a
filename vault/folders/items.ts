/** What somebody has selected: files and folders by their ids, all of one space. */
export type Items = {
  readonly fileIds: readonly string[]
  readonly folderIds: readonly string[]
  /** The team space they are in; null, or left out, is the personal one. */
  readonly spaceId?: string | null
}

/** Ids in one address; longer ones are refused by proxies. */
const IDS_PER_REQUEST = 100
/** Changes under way at once: enough to hide the round trips, few enough for other requests to get through. */
const CHANGES_AT_ONCE = 4

/** Runs `work` once for each batch of ids, one after the other, with the filter that picks their rows. */
export async function inBatches(ids: readonly string[], work: (filter: string) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ids.length; at += IDS_PER_REQUEST) {
    await work(`id=in.(${ids.slice(at, at + IDS_PER_REQUEST).join(',')})`)
  }
}

/** Runs `work` for every id, a few at a time. All are tried; afterwards the first failure is thrown. */
export async function forEachId(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const waiting = ids.values()
  const failures: unknown[] = []
  const run = async (): Promise<void> => {
    for (const id of waiting) await work(id).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: CHANGES_AT_ONCE }, run))
  if (failures.length > 0) throw failures[0]
}
