import { mapFew } from '../session/map-few.ts'

/** What somebody has selected: files and folders by their ids, all of one space. */
export type Items = {
  readonly fileIds: readonly string[]
  readonly folderIds: readonly string[]
  /** The team space they are in; null, or left out, is the personal one. */
  readonly spaceId?: string | null
}

/** Ids in one address; longer ones are refused by proxies. */
const IDS_PER_REQUEST = 100

/** Runs `work` once for each batch of ids, one after the other, with the filter that picks their rows. */
export async function inBatches(ids: readonly string[], work: (filter: string) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ids.length; at += IDS_PER_REQUEST) {
    await work(`id=in.(${ids.slice(at, at + IDS_PER_REQUEST).join(',')})`)
  }
}

/** Runs `work` for each one, a few at a time. All are tried; afterwards the first failure is thrown. */
export async function forEachItem<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  await mapFew(items, (item) => work(item).catch((error: unknown) => failures.push(error)))
  if (failures.length > 0) throw failures[0]
}
