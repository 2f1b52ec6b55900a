import { proxy } from 'comlink'
import type { ListNews } from '../../workers/device/file-lists.ts'
import type { Backend } from '../remote/backend.ts'
import { createStore } from '../remote/store.ts'
import type { VaultFile } from '#vault/files/file-records.ts'
import type { AccountState } from '../account/account-state.ts'
import type { FilesClient, ListReading } from './files-types.ts'
import type { Store } from '../remote/store.ts'

/** The page's copy of the list: the worker tells what is new in it, so that a hundred thousand files travel once. */
export function createFileList(
  backend: Promise<Backend>,
  account: Store<AccountState>,
): Pick<FilesClient, 'list' | 'reading'> {
  const reading = createStore<ListReading | null>(null)
  let copy = emptyCopy()
  let turn: Promise<unknown> = Promise.resolve()
  account.subscribe(() => {
    if (account.read().kind === 'open') return
    copy = emptyCopy()
    reading.write(null)
  })

  const read = async (onPart: (files: VaultFile[]) => void): Promise<VaultFile[]> => {
    const { workers } = await backend
    const snapshot = copy
    const isFirst = !snapshot.isSynced
    if (isFirst) snapshot.clear()
    let shownAt = 0
    const show = (): void => {
      // Each showing sorts what there is: at first, and then when there is four times as much.
      shownAt = 4 * snapshot.size
      onPart(snapshot.files())
    }
    const hear = ({ changed = [], removed = [], isHeld, progress }: ListNews): void => {
      if (snapshot !== copy) return
      snapshot.apply(changed, removed)
      if (!isFirst) return
      if (progress) reading.write({ kind: 'whole', ...progress })
      else if (!reading.read() && changed.length > 0) reading.write({ kind: 'from-device' })
      // What the device holds comes within a moment: its first page, and then all of it.
      const isMore = reading.read()?.kind === 'whole' ? snapshot.size > shownAt : shownAt === 0
      if (snapshot.size > 0 && (isHeld || isMore)) show()
    }
    try {
      await workers.vault.files.sync(snapshot.isSynced, proxy(hear))
      snapshot.isSynced = true
      return snapshot.files()
    } catch (error) {
      // It may have missed something: the next time it is told everything.
      snapshot.isSynced = false
      throw error
    } finally {
      if (snapshot === copy) reading.write(null)
    }
  }

  return {
    reading,
    // One after the other: each brings the copy from the state that the one before left.
    list: (onPart = () => undefined) => {
      const result = turn.then(() => read(onPart))
      turn = result.catch(() => undefined)
      return result
    },
  }
}

function emptyCopy() {
  const byId = new Map<string, VaultFile>()
  let sorted: VaultFile[] | undefined
  return {
    /** It has everything that the worker told so far. */
    isSynced: false,
    get size() {
      return byId.size
    },
    apply(changed: readonly VaultFile[], removed: readonly string[]): void {
      for (const file of changed) byId.set(file.id, file)
      for (const id of removed) byId.delete(id)
      if (changed.length > 0 || removed.length > 0) sorted = undefined
    },
    clear(): void {
      byId.clear()
      sorted = undefined
    },
    /** Newest first; the same array as long as nothing changed. */
    files(): VaultFile[] {
      sorted ??= [...byId.values()].toSorted(newestFirst)
      return sorted
    },
  }
}

function newestFirst(a: VaultFile, b: VaultFile): number {
  if (a.createdAt === b.createdAt) return 0
  return a.createdAt < b.createdAt ? 1 : -1
}
