import { proxy } from 'comlink'
import type { VaultFile } from '#vault/files/file-records.ts'
import type { ListNews } from '../../workers/device/file-lists.ts'
import type { AccountState } from '../account/account-state.ts'
import { createStore, type Store } from '../remote/store.ts'
import type { FilesClient, ListReading } from './files-types.ts'
import { ListCopy } from './list-copy.ts'

/** What the list needs of the workers. */
export type ListBackend = {
  workers: { vault: { files: { sync: (isSynced: boolean, hear: (news: ListNews) => void) => Promise<void> } } }
}

/** The list of the open vault, read by one reading after the other; none of it outlives the open vault. */
export function createFileList(
  backend: Promise<ListBackend>,
  account: Store<AccountState>,
): Pick<FilesClient, 'list' | 'reading'> {
  const reading = createStore<ListReading | null>(null)
  let copy = new ListCopy()
  let turn: Promise<unknown> = Promise.resolve()
  account.subscribe(() => {
    if (account.read().kind === 'open') return
    copy = new ListCopy()
    reading.write(null)
  })

  const read = async (onPart: (files: VaultFile[]) => void): Promise<VaultFile[]> => {
    const { workers } = await backend
    // Another copy takes its place when the vault closes meanwhile.
    const current = copy
    current.begin()
    const hear = (news: ListNews): void => {
      if (current !== copy) return
      const heard = current.hear(news)
      if (heard.reading) reading.write(heard.reading)
      if (heard.isShown) onPart(current.files())
    }
    try {
      await workers.vault.files.sync(current.isSynced, proxy(hear))
      current.synced()
      return current.files()
    } catch (error) {
      current.failed()
      throw error
    } finally {
      if (current === copy) reading.write(null)
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
