/**
 * What a device keeps of lists: sealed pages, and for each space up to which change they are complete. Nothing here can be read
 * without the keys of the vault.
 */
const DATABASE = 'quantumshield-lists'
const SPACES = 'spaces'
const PAGES = 'pages'

/** Every write draws a new `revision`: a writer that finds another one than expected must not write single pages. */
export type StoredSpace = { revision: string; epoch: number; cursor: number }
export type StoredPage = { page: number; sealed: Uint8Array }
type Owner = { userId: string; spaceId: string }
export type PageWriting = Owner & {
  /** The revision that the pages belong to; null replaces everything of the space. */
  expected: string | null
  space: StoredSpace
  pages: readonly StoredPage[]
  emptied: readonly number[]
  /** Asked at the last moment: a vault that was locked meanwhile leaves nothing behind. */
  isWanted: () => boolean
}

/** Everything that is stored of a space, the last pages apart and first; undefined when there is nothing. */
export async function readPages(
  owner: Owner,
  lastPages: number,
): Promise<{ space: StoredSpace; last: StoredPage[]; rest: () => Promise<StoredPage[]> } | undefined> {
  return inDatabase('readonly', async (spaces, pages) => {
    const [space, numbers] = await Promise.all([
      settled<StoredSpace | undefined>(spaces.get(keyOf(owner))),
      settled(pages.getAllKeys(rangeOf(owner))),
    ])
    if (!space) return undefined
    const keys = numbers as [string, string, number][]
    const border = keys.at(-lastPages)?.[2] ?? 0
    const between = (from: number, to: number): IDBKeyRange =>
      IDBKeyRange.bound([...keyOf(owner), from], [...keyOf(owner), to], false, true)
    // Both are asked for now: they are of one state, no matter who writes meanwhile.
    const last = settled<StoredPage[]>(pages.getAll(between(border, Infinity)))
    const rest = settled<StoredPage[]>(pages.getAll(between(-1, border)))
    rest.catch(() => undefined)
    return { space, last: await last, rest: () => rest }
  })
}

/** @returns false when the stored pages are of another revision, and nothing was written. */
export async function writePages(writing: PageWriting): Promise<boolean> {
  const { expected, space, pages, emptied, isWanted } = writing
  return inDatabase('readwrite', async (spaceStore, pageStore) => {
    const stored = await settled<StoredSpace | undefined>(spaceStore.get(keyOf(writing)))
    if (expected !== null && stored?.revision !== expected) return false
    if (!isWanted()) return true
    if (expected === null) pageStore.delete(rangeOf(writing))
    for (const page of emptied) pageStore.delete([...keyOf(writing), page])
    for (const page of pages) pageStore.put(page, [...keyOf(writing), page.page])
    await settled(spaceStore.put(space, keyOf(writing)))
    return true
  })
}

/** Forgets spaces that the account no longer holds keys of, and what other accounts left here. */
export async function keepOnly(userId: string, spaceIds: readonly string[]): Promise<void> {
  await inDatabase('readwrite', async (spaces, pages) => {
    const keys = (await settled(spaces.getAllKeys())) as [string, string][]
    const foreign = keys.filter(([owner, space]) => owner !== userId || !spaceIds.includes(space))
    for (const [owner, spaceId] of foreign) {
      spaces.delete([owner, spaceId])
      pages.delete(rangeOf({ userId: owner, spaceId }))
    }
  })
}

/** Forgets everything, of every account. */
export async function clearPages(): Promise<void> {
  await inDatabase('readwrite', async (spaces, pages) => {
    spaces.clear()
    await settled(pages.clear())
  })
}

const keyOf = ({ userId, spaceId }: Owner): [string, string] => [userId, spaceId]
const rangeOf = (owner: Owner): IDBKeyRange =>
  IDBKeyRange.bound([...keyOf(owner), -1], [...keyOf(owner), Infinity], false, false)

async function inDatabase<T>(
  mode: IDBTransactionMode,
  work: (spaces: IDBObjectStore, pages: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(SPACES)
    request.result.createObjectStore(PAGES)
  })
  const database = await settled(request)
  // Losing the newest state in a power failure costs one reading; waiting for the disk would cost each.
  const transaction = database.transaction([SPACES, PAGES], mode, { durability: 'relaxed' })
  const done = completed(transaction)
  done.catch(() => undefined)
  try {
    const result = await work(transaction.objectStore(SPACES), transaction.objectStore(PAGES))
    if (mode === 'readwrite') await done
    return result
  } finally {
    // It closes when its transactions are through.
    database.close()
  }
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(transaction.error ?? new Error('IndexedDB failed'))
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', fail)
    transaction.addEventListener('error', fail)
  })
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
}
