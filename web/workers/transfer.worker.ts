import { type Remote, expose, transfer, wrap } from 'comlink'
import { VaultApi } from '#vault/session/api.ts'
import type { KeySource } from '#vault/transfer/content-keys.ts'
import { withRetry } from '#vault/session/retry.ts'
import { createContentSealer, leavesOfParts } from '#vault/transfer/seal-parts.ts'
import type { Run, SegmentLeaves } from '#vault/transfer/segment-leaves.ts'
import {
  type Report,
  cancelUpload,
  createUpload,
  missingParts,
  sendParts,
  sendWhole,
} from '#vault/transfer/send-content.ts'
import { canStreamRequests, streamParts } from '#vault/transfer/stream-content.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { carryVaultErrors } from './errors.ts'
import { collectProgress } from './transfer/collect-progress.ts'
import { type Content, serveDownload } from './transfer/serve-download.ts'
import { takeZipPlace, zipContent } from './transfer/zip-content.ts'
import type { Connection } from './vault.worker.ts'
import { readAndReport } from './transfer/read-and-report.ts'
import { makeThumbnail } from './transfer/thumbnail.ts'
import { closeView, openView, readView } from './transfer/view-reader.ts'

/** Where all transfers of a worker report: a channel for each would cost a small file more than its content. */
export type Reports = { [Name in keyof Report]: (ticket: string, value: Parameters<Report[Name]>[0]) => void }

let api: VaultApi | undefined
let reports: Reports | undefined
let keys: Remote<KeySource> | undefined
const running = new Map<string, AbortController>()
const downloads = new Map<string, Content>()

/** Seals and sends, fetches and opens. Two of these run, so that sealing keeps two cores busy. */
const transferWorker = {
  connect(
    connection: Connection,
    { accessToken, reports: listener }: { accessToken: () => Promise<string | undefined>; reports: Reports },
    keyPort: MessagePort,
  ): void {
    api = new VaultApi({ ...connection, accessToken })
    reports = listener
    keys = wrap<KeySource>(keyPort)
  },

  /** @returns the leaves of its segments, which the record needs; so do the next two. */
  sendWhole: (ticket: string, source: Blob): Promise<Uint8Array> =>
    abortable(ticket, async (signal) =>
      sendWhole(connected(), await keysOf(ticket), { source, signal, report: reportOf(ticket) }),
    ),

  createUpload: (ticket: string): Promise<string> =>
    abortable(ticket, async (signal) => {
      const own = await keysOf(ticket)
      return withRetry(signal, () => createUpload(connected(), own, signal))
    }),

  missingParts: (ticket: string, path: string, sizeBytes: number): Promise<number[]> =>
    abortable(ticket, (signal) => withRetry(signal, () => missingParts(connected(), { path, sizeBytes, signal }))),

  /** @param canStream the page came over HTTP/2, so a request body may be a stream where the browser can. */
  sendRun: (
    ticket: string,
    upload: { path: string; file: Blob; run: Run; canStream: boolean },
  ): Promise<SegmentLeaves> =>
    abortable(ticket, async (signal) => {
      const { path, file: source, run } = upload
      const send = upload.canStream && canStreamRequests() ? streamParts : sendParts
      return send(connected(), await keysOf(ticket), { path, source, run, signal, report: reportOf(ticket) })
    }),

  /** Of parts that the server has: nothing is sent. */
  leavesOfRun: (ticket: string, { file: source, run }: { file: Blob; run: Run }): Promise<SegmentLeaves> =>
    abortable(ticket, async (signal) =>
      leavesOfParts(await createContentSealer(await keysOf(ticket)), { source, run, signal }),
    ),

  cancelUpload: (path: string): Promise<void> => cancelUpload(connected(), path),

  /** Stops whatever this worker does for `ticket`. */
  abort(ticket: string): void {
    running.get(ticket)?.abort(new DOMException('stopped by the person', 'AbortError'))
  },

  /** Stops everything: the vault was locked. */
  abortAll(): void {
    for (const controller of running.values()) controller.abort(new VaultError('vault_locked', 'The vault was locked.'))
  },

  /** Opens a download and verifies its first segment, so that a damaged small file never reaches the disk at all. */
  async prepareDownload(ticket: string): Promise<void> {
    const controller = new AbortController()
    running.set(ticket, controller)
    const content = readAndReport(connected(), await keysOf(ticket), {
      signal: controller.signal,
      onRead: (leaves) => keySource().contentRead(ticket, leaves),
    })
    const first = await content.next()
    downloads.set(ticket, startingWith(first, content))
  },

  /** The same for an archive. Its first piece is a name; that of a file comes when it was verified. */
  prepareZip(ticket: string): void {
    const controller = new AbortController()
    running.set(ticket, controller)
    downloads.set(ticket, zipContent(connected(), keySource(), { ticket, signal: controller.signal }))
  },

  takeZipPlace,

  /** Gives the content to whoever pulls on `port`; see serve-download.ts. */
  async serveDownload(ticket: string, port: MessagePort, onProgress: (doneBytes: number) => void): Promise<void> {
    const content = downloads.get(ticket)
    const controller = running.get(ticket)
    if (!content || !controller) throw new VaultError('not_found', 'This download is no longer known.')
    try {
      await serveDownload({ content, port, signal: controller.signal, onProgress: collectProgress(onProgress) })
    } finally {
      port.close()
    }
  },

  /** Ends what is left of a download, whatever became of it. */
  dropDownload(ticket: string): void {
    running.get(ticket)?.abort(new DOMException('the download has ended', 'AbortError'))
    running.delete(ticket)
    const content = downloads.get(ticket)
    downloads.delete(ticket)
    // It ends when its last read does, and how that read ends matters to nobody any more.
    content?.return(undefined).catch(() => undefined)
  },

  /** Makes any part of a file readable until `closeView`. */
  openView: async (ticket: string): Promise<void> => openView(connected(), ticket, await keysOf(ticket)),

  async readView(ticket: string, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await readView(ticket, from, to)
    return transfer(bytes, [bytes.buffer])
  },

  closeView,

  /** A small picture of an image; `closeView` ends the work. */
  async thumbnail(ticket: string, image: { type: string; sizeBytes: number }): Promise<Blob> {
    openView(connected(), ticket, await keysOf(ticket))
    return makeThumbnail(ticket, image)
  },
}
export type TransferWorker = typeof transferWorker

async function* startingWith(first: IteratorResult<Uint8Array<ArrayBuffer>, unknown>, rest: Content): Content {
  try {
    if (first.done) return
    yield first.value
    yield* rest
  } finally {
    // Also when it ends before `rest` was reached.
    await rest.return(undefined)
  }
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

function keySource(): Remote<KeySource> {
  if (!keys) throw new VaultError('unexpected', 'The worker is not connected.')
  return keys
}

function reportOf(ticket: string): Report {
  return {
    sent: (plainBytes) => reports?.sent(ticket, plainBytes),
    troubled: (isTroubled) => reports?.troubled(ticket, isTroubled),
  }
}

async function keysOf(ticket: string) {
  return keySource().contentKeys(ticket)
}

carryVaultErrors()
expose(transferWorker)
