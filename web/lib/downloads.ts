import { proxy, transfer } from 'comlink'
import type { Backend } from './create-vault-client.ts'
import { createStore } from './store.ts'
import { registerServiceWorker } from './trusted-worker.ts'
import { type DownloadProgress, type FilesClient, VaultError } from './vault-client.ts'

const FRAME_LIFETIME_MS = 60_000
const REPORT_EVERY_MS = 100

/** Saves decrypted files through the service worker: memory stays flat, and the browser shows its own download. */
export function createDownloads(backend: Promise<Backend>): Pick<FilesClient, 'download' | 'downloads'> {
  const downloads = createStore<readonly DownloadProgress[]>([])
  const put = (id: string, item: DownloadProgress | undefined): void => {
    const others = downloads.read().filter((known) => known.id !== id)
    downloads.write(item ? [...others, item] : others)
  }

  return {
    downloads,
    async download(id) {
      const { workers } = await backend
      const worker = workers.transfers[0]
      const { ticket, name, sizeBytes } = await workers.vault.prepareDownload(id)
      put(ticket, { id: ticket, name, sizeBytes, doneBytes: 0 })
      try {
        await worker.prepareDownload(ticket)
        const { port1, port2 } = new MessageChannel()
        const progress = reporter((doneBytes) => put(ticket, { id: ticket, name, sizeBytes, doneBytes }))
        const served = worker.serveDownload(ticket, transfer(port1, [port1]), proxy(progress))
        await handOver(ticket, { name, sizeBytes }, port2)
        await served
        // The file is saved; that its time of use could not be noted is no failure of the download.
        void workers.vault.touch(id).catch(() => undefined)
      } finally {
        await Promise.allSettled([worker.dropDownload(ticket), workers.vault.forgetDownload(ticket)])
        put(ticket, undefined)
      }
    },
  }
}

// A link with `download` would bypass the service worker; a hidden frame does not.
async function handOver(id: string, file: { name: string; sizeBytes: number }, port: MessagePort): Promise<void> {
  const registration = await registerServiceWorker()
  if (!registration) throw new VaultError('unexpected', 'This browser cannot save encrypted files here.')
  const { active } = await navigator.serviceWorker.ready
  if (!active) throw new VaultError('unexpected', 'The download helper did not start; reload the page.')
  const ready = new Promise<void>((resolve) => {
    const listen = ({ data }: MessageEvent<{ type?: string; id?: string }>): void => {
      if (data.type !== 'save-ready' || data.id !== id) return
      navigator.serviceWorker.removeEventListener('message', listen)
      resolve()
    }
    navigator.serviceWorker.addEventListener('message', listen)
    navigator.serviceWorker.startMessages()
  })
  active.postMessage({ type: 'save', id, ...file }, [port])
  await ready
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = `/vault-save/${id}`
  document.body.append(frame)
  setTimeout(() => frame.remove(), FRAME_LIFETIME_MS)
}

function reporter(report: (doneBytes: number) => void): (bytes: number) => void {
  let doneBytes = 0
  let reportedAt = 0
  return (bytes) => {
    doneBytes += bytes
    const now = performance.now()
    if (now - reportedAt < REPORT_EVERY_MS) return
    reportedAt = now
    report(doneBytes)
  }
}
