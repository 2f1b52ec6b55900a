import type { Backend } from '../remote/backend.ts'
import type { VaultFile } from '#vault/files/file-records.ts'
import type { AccountState } from '../account/account-state.ts'
import type { FilesClient } from './files-types.ts'
import type { Store } from '../remote/store.ts'

/** Made at once: enough to fill a screen soon, few enough that a download beside them keeps its speed. */
const AT_ONCE = 3
/** Kept in memory; the least recently shown one goes first. */
const KEPT = 200

/** Small pictures of stored images, decrypted and shrunk in a worker. Nothing of them is written to disk. */
export function createThumbnails(
  backend: Promise<Backend>,
  account: Store<AccountState>,
): Pick<FilesClient, 'thumbnail'> {
  // By the object: a file whose content was replaced is another one.
  let cache = new Map<VaultFile, Blob>()
  const waiting: (() => void)[] = []
  let running = 0
  account.subscribe(() => account.read().kind !== 'open' && (cache = new Map()))

  const make = async (file: VaultFile, type: string, signal: AbortSignal): Promise<Blob> => {
    const { workers } = await backend
    const [worker] = await workers.transfers()
    const { ticket } = await workers.vault.downloads.prepare(file.id)
    const stop = () => void worker.closeView(ticket)
    signal.addEventListener('abort', stop, { once: true })
    try {
      signal.throwIfAborted()
      return await worker.thumbnail(ticket, { type, sizeBytes: file.sizeBytes })
    } finally {
      signal.removeEventListener('abort', stop)
      void workers.vault.downloads.forget(ticket)
    }
  }

  return {
    async thumbnail(file, type, signal) {
      const known = cache.get(file)
      if (known) {
        cache.delete(file)
        cache.set(file, known)
        return known
      }
      const ownCache = cache
      if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
      running += 1
      try {
        signal.throwIfAborted()
        const thumbnail = await make(file, type, signal)
        ownCache.set(file, thumbnail)
        const [oldest] = ownCache.keys()
        if (ownCache.size > KEPT && oldest) ownCache.delete(oldest)
        return thumbnail
      } finally {
        running -= 1
        waiting.shift()?.()
      }
    },
  }
}
