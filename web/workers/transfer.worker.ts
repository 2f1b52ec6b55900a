import { type Remote, expose, wrap } from 'comlink'
import { VaultApi } from '#vault/api.ts'
import type { KeySource } from '#vault/content-keys.ts'
import { openContent } from '#vault/open-content.ts'
import {
  type Progress,
  type Run,
  cancelUpload,
  createUpload,
  missingParts,
  sendParts,
  sendWhole,
  streamParts,
} from '#vault/send-content.ts'
import { VaultError } from '#vault/vault-error.ts'
import { carryVaultErrors } from './errors.ts'
import type { Connection } from './vault.worker.ts'

let api: VaultApi | undefined
let keys: Remote<KeySource> | undefined
const running = new Map<string, AbortController>()
const downloads = new Map<string, AsyncGenerator<Uint8Array<ArrayBuffer>>>()

/** Seals and sends, fetches and opens. Two of these run, so that sealing keeps two cores busy. */
const transferWorker = {
  connect(connection: Connection, accessToken: () => Promise<string | undefined>, keyPort: MessagePort): void {
    api = new VaultApi({ ...connection, accessToken })
    keys = wrap<KeySource>(keyPort)
  },

  sendWhole: (ticket: string, file: Blob): Promise<void> =>
    abortable(ticket, async (signal) => sendWhole(connected(), await keysOf(ticket), file, signal)),

  createUpload: (ticket: string): Promise<string> =>
    abortable(ticket, async (signal) => createUpload(connected(), await keysOf(ticket), signal)),

  missingParts: (path: string, parts: number): Promise<number[]> => missingParts(connected(), path, parts),

  /** @param canStream the page came over HTTP/2, so a request body may be a stream. */
  sendRun: (
    ticket: string,
    upload: { path: string; file: Blob; run: Run; canStream: boolean },
    onProgress: Progress,
  ): Promise<void> =>
    abortable(ticket, async (signal) => {
      const send = upload.canStream ? streamParts : sendParts
      await send(connected(), await keysOf(ticket), {
        path: upload.path,
        source: upload.file,
        run: upload.run,
        signal,
        onProgress,
      })
    }),

  cancelUpload: (path: string): Promise<void> => cancelUpload(connected(), path),

  /** Stops whatever this worker does for `ticket`. */
  abort(ticket: string): void {
    running.get(ticket)?.abort(new DOMException('stopped by the person', 'AbortError'))
  },

  /** Opens a download and verifies its first segment, so that a damaged small file never reaches the disk at all. */
  async prepareDownload(ticket: string): Promise<void> {
    const controller = new AbortController()
    running.set(ticket, controller)
    const content = openContent(connected(), await keysOf(ticket), controller.signal)
    const first = await content.next()
    downloads.set(ticket, startingWith(first, content))
  },

  /** Answers each `pull` on `port` with the next verified piece, then `null`; an error goes to both sides. */
  async serveDownload(ticket: string, port: MessagePort, onProgress: Progress): Promise<void> {
    const content = downloads.get(ticket)
    if (!content) throw new VaultError('not_found', 'This download is no longer known.')
    try {
      await servePulls(content, port, onProgress)
    } finally {
      downloads.delete(ticket)
      running.delete(ticket)
      port.close()
    }
  },

  /** Ends what is left of a download, whatever became of it. */
  async dropDownload(ticket: string): Promise<void> {
    running.get(ticket)?.abort()
    await downloads.get(ticket)?.return(undefined)
    running.delete(ticket)
    downloads.delete(ticket)
  },
}
export type TransferWorker = typeof transferWorker

function servePulls(
  content: AsyncGenerator<Uint8Array<ArrayBuffer>>,
  port: MessagePort,
  onProgress: Progress,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const answer = async (): Promise<void> => {
      try {
        const { value, done } = await content.next()
        port.postMessage(done ? null : value, done ? [] : [value.buffer])
        if (done) resolve()
        else onProgress(value.length)
      } catch (error) {
        port.postMessage({ failed: true })
        reject(error)
      }
    }
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === 'pull') void answer()
      if (data === 'cancel') {
        void content.return(undefined)
        reject(new VaultError('offline', 'The browser stopped the download.'))
      }
    })
    port.start()
  })
}

async function* startingWith(
  first: IteratorResult<Uint8Array<ArrayBuffer>, unknown>,
  rest: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (first.done) return
  yield first.value
  yield* rest
}

async function abortable<T>(ticket: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  running.set(ticket, controller)
  try {
    return await work(controller.signal)
  } finally {
    if (running.get(ticket) === controller) running.delete(ticket)
  }
}

function connected(): VaultApi {
  if (!api) throw new VaultError('unexpected', 'The worker is not connected.')
  return api
}

async function keysOf(ticket: string) {
  if (!keys) throw new VaultError('unexpected', 'The worker is not connected.')
  return keys.contentKeys(ticket)
}

carryVaultErrors()
expose(transferWorker)
