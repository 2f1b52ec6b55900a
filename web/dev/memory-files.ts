import { LIMITS } from '#contract/limits.ts'
import { createStore } from '#web/lib/store.ts'
import {
  VaultError,
  type DownloadProgress,
  type FilesClient,
  type ListReading,
  type UploadItem,
  type VaultFile,
} from '#web/lib/vault-client.ts'
import { fileTooLarge } from '#web/messages/errors.ts'

const TICK_MS = 200
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What the vault in memory holds. */
export type Shelf = { files: VaultFile[] }

/** Files in memory; `?fail=list|remove|download` what goes wrong, `?speed=` bytes per tick of an upload. */
export function createMemoryFiles(settings: URLSearchParams, shelf: Shelf): FilesClient {
  const fails = settings.get('fail')
  const speed = Number(settings.get('speed') ?? 4e6)
  const uploads = createStore<readonly UploadItem[]>([])
  const downloads = createStore<readonly DownloadProgress[]>([])
  const listeners = new Set<(file: { id: string; name: string }) => void>()

  const change = (id: string, next: Partial<UploadItem>) =>
    uploads.write(uploads.read().map((item) => (item.id === id ? { ...item, ...next } : item)))
  const edit = (id: string, next: Partial<VaultFile>) => {
    shelf.files = shelf.files.map((file) => (file.id === id ? { ...file, ...next } : file))
  }
  const failIf = (what: string) => {
    if (fails === what) throw new VaultError(what === 'download' ? 'file_damaged' : 'offline', 'refused')
  }

  setInterval(() => {
    const item = uploads.read().find(({ state }) => state === 'uploading' || state === 'waiting')
    if (!item) return
    const sentBytes = Math.min(item.sizeBytes, item.sentBytes + speed)
    if (item.name.startsWith('bad'))
      return change(item.id, { state: 'failed', problem: 'Nothing was lost. Check the connection and retry.' })
    if (sentBytes < item.sizeBytes) return change(item.id, { state: 'uploading', sentBytes })
    change(item.id, { state: 'sealed', sentBytes })
    shelf.files = [toFile(item), ...shelf.files]
    for (const listener of listeners) listener(item)
  }, TICK_MS)

  return {
    spaceId: null,
    maxFileBytes: createStore<number>(LIMITS.fileBytes),
    list: async () => {
      await pause(Number(settings.get('delay') ?? 200))
      failIf('list')
      return shelf.files
    },
    reading: createStore<ListReading | null>(null),
    rename: async (id, name) => {
      await pause(200)
      failIf('rename')
      edit(id, { name })
    },
    proof: async (id) => {
      failIf('proof')
      const signer = { fingerprint: '5f0e3c1a'.repeat(8), person: null }
      return {
        version: 1,
        contentId: id,
        signedAt: new Date().toISOString(),
        signer,
        segmentBytes: 1 << 18,
        received: null,
      }
    },
    download: async (id) => {
      const file = shelf.files.find((one) => one.id === id)
      if (!file) throw new VaultError('not_found', 'no such file')
      for (const doneBytes of [0, file.sizeBytes / 3, file.sizeBytes / 1.5]) {
        const others = downloads.read().filter((one) => one.id !== id)
        downloads.write([
          ...others,
          { id, name: file.name, sizeBytes: file.sizeBytes, doneBytes: Math.floor(doneBytes) },
        ])
        await pause(Number(settings.get('delay') ?? 200))
      }
      downloads.write(downloads.read().filter((one) => one.id !== id))
      failIf('download')
      edit(id, { lastAccessedAt: new Date().toISOString() })
      return { noted: Promise.resolve() }
    },
    downloadZip: async () => {
      failIf('download')
      return { noted: Promise.resolve() }
    },
    downloads,
    view: async (id) => {
      const file = shelf.files.find((one) => one.id === id)
      failIf('download')
      if (!file) throw new VaultError('not_found', 'no such file')
      // The memory holds names and sizes, no contents.
      const bytes = new TextEncoder().encode(file.name)
      return {
        name: file.name,
        mimeType: file.mimeType,
        sizeBytes: bytes.length,
        read: async (from, to) => [bytes.slice(from, to)],
        address: async () => URL.createObjectURL(new Blob([bytes])),
        problem: createStore<unknown>(undefined),
        close: () => undefined,
      }
    },
    thumbnail: async () => {
      throw new VaultError('not_found', 'the memory holds no contents')
    },
    uploads,
    upload: (files) => {
      const items = files.map(({ name, size }): UploadItem => {
        const isTooLarge = size > LIMITS.fileBytes
        const problem = isTooLarge ? fileTooLarge(LIMITS.fileBytes) : null
        return {
          id: crypto.randomUUID(),
          name,
          sizeBytes: size,
          sentBytes: 0,
          state: isTooLarge ? 'failed' : 'waiting',
          problem,
          lacks: null,
        }
      })
      uploads.write([...uploads.read(), ...items])
    },
    replace: ({ size: sizeBytes }, { id }) => edit(id, { sizeBytes }),
    pauseUpload: (id) => change(id, { state: 'paused' }),
    resumeUpload: (id) => change(id, { state: 'waiting', problem: null }),
    cancelUpload: (id) => change(id, { state: 'cancelled' }),
    retryFailedUploads: () =>
      uploads.write(
        uploads.read().map((item) => (item.state === 'failed' ? { ...item, state: 'waiting', problem: null } : item)),
      ),
    clearFinishedUploads: () =>
      uploads.write(uploads.read().filter(({ state }) => state !== 'sealed' && state !== 'cancelled')),
    onUploaded: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function toFile({ id, name, sizeBytes }: UploadItem): VaultFile {
  const createdAt = new Date().toISOString()
  return {
    id,
    name,
    sizeBytes,
    mimeType: '',
    folderId: null,
    createdAt,
    lastAccessedAt: null,
    isEncrypted: true,
    isShared: false,
    isStarred: false,
    trashedAt: null,
  }
}
