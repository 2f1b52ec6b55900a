import { z } from 'zod'
import { PAGE_ENTRIES } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import { FileIndex, type IndexedFile } from './file-index.ts'
import {
  type Direction,
  FILE_COLUMNS,
  type ListedRow,
  type VaultFile,
  listedRow,
  openRow,
  pageQuery,
  unsealedFacts,
} from './list-files.ts'
import type { OpenVault } from '../session/open-vault.ts'

/** The list of one space and up to which change it is complete; null before it was read at all. */
export type SyncedSpace = { id: string; index: FileIndex; cursor: number | null }

/** What became of a list besides what a listener heard: files that are new or changed, and ids of those that are gone. */
export type FileChanges = { changed: VaultFile[]; removed: string[] }

export type ReadListener = {
  /** Files of a space that is being read whole, as they come. */
  onFiles: (files: VaultFile[]) => void
  onProgress: (read: number, total: number) => void
}

const feedRow = listedRow.extend({ space_id: z.uuid(), changed: z.int() })
type FeedRow = z.infer<typeof feedRow>
const feed = z.object({
  next: z.int(),
  count: z.int(),
  sum: z.int(),
  files: z.array(feedRow).nullable(),
  removed: z.array(z.uuid()).nullable(),
})
type Feed = z.infer<typeof feed>
const FEED_COLUMNS = `${FILE_COLUMNS},changed`
/** Names that did not open and are asked for again each time. */
const DAMAGED_AT_ONCE = 100

/**
 * Brings the list of a space up to date: by its changes where they are few and lead to what the server counts, otherwise by
 * reading it whole.
 */
export async function syncFiles(
  api: VaultApi,
  vault: OpenVault,
  space: SyncedSpace,
  listener: ReadListener,
): Promise<FileChanges> {
  const answer = await readFeed(api, space.id, space.cursor ?? 0)
  // A cursor from the future: the server was set back to an older state.
  const isFollowed = answer.files && answer.removed && answer.next >= (space.cursor ?? 0)
  if (!isFollowed) return readWhole(api, vault, space, { head: answer, ...listener })
  // A damaged one may have changed as well; it is reported once.
  const files = [
    ...new Map([...(answer.files ?? []), ...(await readDamaged(api, space))].map((row) => [row.id, row])).values(),
  ]
  const changes = await apply(vault, space, { files, removed: answer.removed ?? [] })
  if (!space.index.matches(answer)) {
    const whole = await readWhole(api, vault, space, { head: answer, ...listener })
    // What was taken out a moment ago is not missed by the whole reading any more.
    return { ...whole, removed: [...changes.removed.filter((id) => !space.index.get(id)), ...whole.removed] }
  }
  space.cursor = answer.next
  return changes
}

async function readFeed(api: VaultApi, spaceId: string, since: number): Promise<Feed> {
  return feed.parse(await api.rest('rpc/file_changes', { method: 'POST', body: { space: spaceId, since } }))
}

async function readDamaged(api: VaultApi, { id, index }: SyncedSpace): Promise<FeedRow[]> {
  const ids = [...index.entries()].filter(({ isDamaged }) => isDamaged).map(({ file }) => file.id)
  if (ids.length === 0) return []
  const some = ids.slice(0, DAMAGED_AT_ONCE).join(',')
  return z.array(feedRow).parse(await api.rest(`file_records?select=${FEED_COLUMNS}&space_id=eq.${id}&id=in.(${some})`))
}

/** Reads every file of a space, from both ends at once, and then what changed meanwhile. */
async function readWhole(
  api: VaultApi,
  vault: OpenVault,
  space: SyncedSpace,
  { head, onFiles, onProgress }: ReadListener & { head: Feed },
): Promise<FileChanges> {
  const found = new Map<string, IndexedFile>()
  onProgress(0, head.count)
  const readFrom = async (direction: Direction): Promise<void> => {
    for (let last: ListedRow | undefined; ;) {
      const filter = `space_id=eq.${space.id}`
      const query = pageQuery({ table: 'file_records', filter, columns: FEED_COLUMNS, last, direction })
      const rows = z.array(feedRow).parse(await api.rest(query))
      const fresh = rows.filter(({ id }) => !found.has(id))
      const entries = await Promise.all(fresh.map((row) => openEntry(vault, row, space)))
      for (const entry of entries) found.set(entry.file.id, entry)
      if (entries.length > 0) onFiles(entries.map(({ file }) => file))
      onProgress(Math.min(found.size, head.count), head.count)
      // The two met, or there is nothing more.
      if (fresh.length < rows.length || rows.length === 0) return
      last = rows.at(-1)
    }
  }
  await Promise.all([readFrom('older'), readFrom('newer')])

  const removed = [...space.index.entries()].map(({ file }) => file.id).filter((id) => !found.has(id))
  const index = new FileIndex(PAGE_ENTRIES)
  for (const entry of [...found.values()].toSorted(byUse)) index.put(entry)
  const caughtUp = await readFeed(api, space.id, head.next)
  const changes = await apply(
    vault,
    { id: space.id, index },
    { files: caughtUp.files ?? [], removed: caughtUp.removed ?? [] },
  )
  space.index = index
  // Too much changed meanwhile: the next reading starts over, and this one is what there is until then.
  space.cursor = caughtUp.files && caughtUp.removed ? caughtUp.next : null
  return { changed: changes.changed, removed: [...removed, ...changes.removed] }
}

/** The least recently used first: what is put last comes from the device first. */
function byUse({ file: a }: IndexedFile, { file: b }: IndexedFile): number {
  const [one, other] = [a.lastAccessedAt ?? a.createdAt, b.lastAccessedAt ?? b.createdAt]
  return one < other ? -1 : Number(one > other)
}

async function apply(
  vault: OpenVault,
  space: Pick<SyncedSpace, 'id' | 'index'>,
  { files, removed }: { files: FeedRow[]; removed: string[] },
): Promise<FileChanges> {
  const { index } = space
  const entries = await Promise.all(files.map((row) => openEntry(vault, row, space)))
  const isNews = entries.filter(({ file, changed, isDamaged }) => {
    const known = index.get(file.id)
    return known?.changed !== changed || known.isDamaged !== isDamaged
  })
  for (const entry of isNews.toSorted(byUse)) index.put(entry)
  return { changed: isNews.map(({ file }) => file), removed: removed.filter((id) => index.remove(id)) }
}

/** A row older than what was known does not bring its name back: the newer one stays, and opening the file is refused. */
async function openEntry(
  vault: OpenVault,
  row: FeedRow,
  { id, index }: Pick<SyncedSpace, 'id' | 'index'>,
): Promise<IndexedFile> {
  const { version, changed } = row
  const known = index.get(row.id)
  if (known && !known.isDamaged && version <= known.version && row.space_id === id) {
    const file = { ...known.file, ...unsealedFacts(row) }
    return { file, version: known.version, changed, isDamaged: false }
  }
  return { ...(await openRow(vault, row, id)), version, changed }
}
