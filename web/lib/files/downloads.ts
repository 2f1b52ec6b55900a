import { proxy, transfer } from 'comlink'
import type { Backend } from '../remote/backend.ts'
import { type FileToSave, saveThroughServiceWorker } from './save-file.ts'
import { createStore, type Store } from '../remote/store.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import type { AccountState } from '../account/account-state.ts'
import { type DownloadProgress, type FilesClient, ZipError } from './files-types.ts'
import type { WorkerPool } from '../remote/worker-pool.ts'

/** Saves decrypted files through the service worker: memory stays flat, and the browser shows its own download. */
export function createDownloads(
  backend: Promise<Backend>,
  account: Store<AccountState>,
): Pick<FilesClient, 'download' | 'downloadZip' | 'downloads' | 'save'> {
  const downloads = createStore<readonly DownloadProgress[]>([])
  const running = new Set<AbortController>()
  /** Those that end with the vault; a visitor's do not need one. */
  const ofVault = new Set<AbortController>()
  const put = (id: string, item: DownloadProgress | undefined): void => {
    const others = downloads.read().filter((known) => known.id !== id)
    downloads.write(item ? [...others, item] : others)
  }
  const stop = (controllers: Iterable<AbortController>): void => {
    for (const controller of controllers) controller.abort(new VaultError('vault_locked', 'The vault was locked.'))
  }
  account.subscribe(() => account.read().kind !== 'open' && stop(ofVault))
  addEventListener('pagehide', () => stop(running))

  const save = async (prepare: Prepare, { needsVault, isZip = false }: SaveOptions = { needsVault: true }) => {
    const controller = new AbortController()
    running.add(controller)
    if (needsVault) ofVault.add(controller)
    const { workers } = await backend
    let ticket: string | undefined
    try {
      const file = await prepare()
      ticket = file.ticket
      const item = { id: ticket, name: file.name, sizeBytes: file.sizeBytes }
      put(ticket, { ...item, doneBytes: 0 })
      const progress = (doneBytes: number): void => {
        if (running.has(controller)) put(item.id, { ...item, doneBytes })
      }
      await move(workers, item, { signal: controller.signal, progress, isZip })
    } catch (error) {
      const place = isZip && ticket !== undefined && (await takeZipPlace(workers, ticket))
      throw place ? new ZipError(place, error) : error
    } finally {
      running.delete(controller)
      ofVault.delete(controller)
      if (ticket !== undefined) {
        put(ticket, undefined)
        const forget = isZip ? workers.vault.downloads.forgetZip(ticket) : workers.vault.downloads.forget(ticket)
        await Promise.allSettled([dropDownload(workers, ticket), forget])
      }
    }
  }

  return {
    downloads,
    save,
    async downloadZip(name, files) {
      const { workers } = await backend
      await save(() => workers.vault.downloads.prepareZip(name, files), { needsVault: true, isZip: true })
      const ids = files.flatMap(({ id, isFolder }) => (isFolder ? [] : [id]))
      return { noted: workers.vault.files.touchAll(ids).catch(() => undefined) }
    },
    async download(id) {
      const { vault } = (await backend).workers
      await save(() => vault.downloads.prepare(id))
      // The file is saved; that its time of use could not be noted is no failure of the download.
      return { noted: vault.files.touch(id, 'download').catch(() => undefined) }
    },
  }
}

type Prepare = Parameters<FilesClient['save']>[0]
type SaveOptions = { needsVault: boolean; isZip?: boolean }
type Options = { isZip: boolean; signal: AbortSignal; progress: (doneBytes: number) => void }

async function takeZipPlace(workers: WorkerPool, ticket: string) {
  const [worker] = await workers.transfers()
  return worker.takeZipPlace(ticket)
}

async function dropDownload(workers: WorkerPool, ticket: string) {
  const [worker] = await workers.transfers()
  return worker.dropDownload(ticket)
}

/** Ends when the browser has every byte, or at once when something fails or `signal` aborts. */
async function move(workers: WorkerPool, file: FileToSave, { signal, progress, isZip }: Options): Promise<void> {
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  signal.throwIfAborted()
  const [worker] = await workers.transfers()
  await Promise.race([isZip ? worker.prepareZip(file.id) : worker.prepareDownload(file.id), stopped])
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
