import { proxy, transfer } from 'comlink'
import type { Backend } from './create-vault-client.ts'
import { type FileToSave, saveThroughServiceWorker } from './save-file.ts'
import { createStore } from './store.ts'
import { type AccountState, type DownloadProgress, type FilesClient, type Store, VaultError } from './vault-client.ts'
import type { WorkerPool } from './worker-pool.ts'

/** Saves decrypted files through the service worker: memory stays flat, and the browser shows its own download. */
export function createDownloads(
  backend: Promise<Backend>,
  account: Store<AccountState>,
): Pick<FilesClient, 'download' | 'downloads'> {
  const downloads = createStore<readonly DownloadProgress[]>([])
  const running = new Set<AbortController>()
  const put = (id: string, item: DownloadProgress | undefined): void => {
    const others = downloads.read().filter((known) => known.id !== id)
    downloads.write(item ? [...others, item] : others)
  }
  const stopAll = (): void => {
    for (const controller of running) controller.abort(new VaultError('vault_locked', 'The vault was locked.'))
  }
  account.subscribe(() => account.read().kind !== 'open' && stopAll())
  addEventListener('pagehide', stopAll)

  return {
    downloads,
    async download(id) {
      const controller = new AbortController()
      running.add(controller)
      const { workers } = await backend
      let ticket: string | undefined
      try {
        const file = await workers.vault.prepareDownload(id)
        ticket = file.ticket
        const item = { id: ticket, name: file.name, sizeBytes: file.sizeBytes }
        put(ticket, { ...item, doneBytes: 0 })
        const progress = (doneBytes: number): void => {
          if (running.has(controller)) put(item.id, { ...item, doneBytes })
        }
        await move(workers, item, { signal: controller.signal, progress })
        // The file is saved; that its time of use could not be noted is no failure of the download.
        workers.vault.touch(id).catch(() => undefined)
      } finally {
        running.delete(controller)
        if (ticket !== undefined) {
          put(ticket, undefined)
          await Promise.allSettled([workers.transfers[0].dropDownload(ticket), workers.vault.forgetDownload(ticket)])
        }
      }
    },
  }
}

type Options = { signal: AbortSignal; progress: (doneBytes: number) => void }

/** Ends when the browser has every byte, or at once when something fails or `signal` aborts. */
async function move(workers: WorkerPool, file: FileToSave, { signal, progress }: Options): Promise<void> {
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  signal.throwIfAborted()
  const [worker] = workers.transfers
  await Promise.race([worker.prepareDownload(file.id), stopped])
  const { port1, port2 } = new MessageChannel()
  const ended = new AbortController()
  const served = worker.serveDownload(file.id, transfer(port1, [port1]), proxy(progress))
  try {
    const saving = saveThroughServiceWorker(file, port2, AbortSignal.any([signal, ended.signal]))
    await Promise.race([served, saving, stopped])
  } finally {
    ended.abort()
  }
}
