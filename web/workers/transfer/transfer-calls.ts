import { type Remote, expose, transfer, wrap } from 'comlink'
import { hearReceipt } from '../device/receipts.ts'
import type { ReadPurpose } from '#contract/audit/read-purpose.ts'
import { type Connection, VaultApi } from '#vault/session/api.ts'
import type { ContentKeys, KeySource } from '#vault/transfer/content-keys.ts'
import type { Run } from '#vault/transfer/part-runs.ts'
import { createContentSealer, leavesOfParts } from '#vault/transfer/seal-parts.ts'
import type { SegmentLeaves } from '#vault/transfer/segment-leaves.ts'
import { type Report, createUpload, missingParts, sendParts, sendWhole } from '#vault/transfer/send-content.ts'
import { canStreamRequests, streamParts } from '#vault/transfer/stream-content.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { collectProgress } from './collect-progress.ts'
import { readAndReport } from './read-and-report.ts'
import { type Content, serveDownload } from './serve-download.ts'
import { makeThumbnail } from './thumbnail.ts'
import { closeView, openView, readView } from './view-reader.ts'
import { takeZipPlace, zipContent } from './zip-content.ts'

type Line = { api: VaultApi; keys: Remote<KeySource> }

/** Seals and sends, fetches and opens. Two workers do, so that sealing keeps two cores busy. */
export class TransferCalls {
  #line: Line | undefined
  readonly #running = new Map<string, AbortController>()
  readonly #downloads = new Map<string, Content>()

  /** @param keyPort leads to the worker that holds the vault; on `callPort` that worker calls this one. */
  connect(
    connection: Connection,
    accessToken: () => Promise<string | undefined>,
    { keyPort, callPort }: { keyPort: MessagePort; callPort: MessagePort },
  ): void {
    this.#line = {
      api: new VaultApi({ ...connection, accessToken, onAnswer: hearReceipt }),
      keys: wrap<KeySource>(keyPort),
    }
    expose(this, callPort)
  }

  /** The next five are what `uploadContent` asks of a sender. @returns the leaves of its segments, which the record needs. */
  sendWhole(ticket: string, source: Blob): Promise<Uint8Array> {
    return this.#abortable(ticket, async (signal) => {
      const report = this.#reportOf(ticket)
      return sendWhole(this.#connected().api, await this.#keysOf(ticket), { source, signal, report })
    })
  }

  createUpload(ticket: string): Promise<string> {
    return this.#abortable(ticket, async (signal) =>
      createUpload(this.#connected().api, await this.#keysOf(ticket), signal),
    )
  }

  missingParts(ticket: string, path: string, sizeBytes: number): Promise<number[]> {
    return this.#abortable(ticket, (signal) => missingParts(this.#connected().api, { path, sizeBytes, signal }))
  }

  /** @param upload.canStream the page came over HTTP/2, so a request body may be a stream where the browser can. */
  sendRun(ticket: string, upload: { path: string; file: Blob; run: Run; canStream: boolean }): Promise<SegmentLeaves> {
    return this.#abortable(ticket, async (signal) => {
      const { path, file: source, run } = upload
      const send = upload.canStream && canStreamRequests() ? streamParts : sendParts
      const report = this.#reportOf(ticket)
      return send(this.#connected().api, await this.#keysOf(ticket), { path, source, run, signal, report })
    })
  }

  sealRun(ticket: string, { file: source, run }: { file: Blob; run: Run }): Promise<SegmentLeaves> {
    return this.#abortable(ticket, async (signal) =>
      leavesOfParts(await createContentSealer(await this.#keysOf(ticket)), { source, run, signal }),
    )
  }

  /** Stops whatever this worker does for `ticket`. */
  abort(ticket: string): void {
    this.#running.get(ticket)?.abort(new DOMException('stopped by the person', 'AbortError'))
  }

  /** Opens a download and verifies its first segment, so that a damaged small file never reaches the disk at all. */
  async prepareDownload(ticket: string): Promise<void> {
    const controller = new AbortController()
    this.#running.set(ticket, controller)
    const { api, keys } = this.#connected()
    const content = readAndReport(api, await this.#keysFor('download', ticket), {
      signal: controller.signal,
      onRead: (leaves) => keys.contentRead(ticket, leaves),
    })
    const first = await content.next()
    this.#downloads.set(ticket, startingWith(first, content))
  }

  /** The same for an archive. Its first piece is a name; that of a file comes when it was verified. */
  prepareZip(ticket: string): void {
    const controller = new AbortController()
    this.#running.set(ticket, controller)
    const { api, keys } = this.#connected()
    this.#downloads.set(ticket, zipContent(api, keys, { ticket, signal: controller.signal }))
  }

  takeZipPlace(ticket: string): string | undefined {
    return takeZipPlace(ticket)
  }

  /** Gives the content to the reader behind `port`; see serve-download.ts. */
  async serveDownload(ticket: string, port: MessagePort, onProgress: (doneBytes: number) => void): Promise<void> {
    const content = this.#downloads.get(ticket)
    const controller = this.#running.get(ticket)
    if (!content || !controller) throw new VaultError('not_found', 'This download is no longer known.')
    try {
      await serveDownload({ content, port, signal: controller.signal, onProgress: collectProgress(onProgress) })
    } finally {
      port.close()
    }
  }

  /** Ends what is left of a download, whatever became of it. */
  dropDownload(ticket: string): void {
    this.#running.get(ticket)?.abort(new DOMException('the download has ended', 'AbortError'))
    this.#running.delete(ticket)
    const content = this.#downloads.get(ticket)
    this.#downloads.delete(ticket)
    // It ends when its last read does, and how that read ends matters to nobody any more.
    content?.return(undefined).catch(() => undefined)
  }

  /** Makes any part of a file readable until `closeView`. */
  async openView(ticket: string): Promise<void> {
    openView(this.#connected().api, ticket, await this.#keysFor('preview', ticket))
  }

  async readView(ticket: string, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await readView(ticket, from, to)
    return transfer(bytes, [bytes.buffer])
  }

  closeView(ticket: string): void {
    closeView(ticket)
  }

  /** A small picture of an image; `closeView` ends the work. */
  async thumbnail(ticket: string, image: { type: string; sizeBytes: number }): Promise<Blob> {
    openView(this.#connected().api, ticket, await this.#keysFor('thumbnail', ticket))
    return makeThumbnail(ticket, image)
  }

  async #abortable<T>(ticket: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    this.#running.set(ticket, controller)
    try {
      return await work(controller.signal)
    } finally {
      if (this.#running.get(ticket) === controller) this.#running.delete(ticket)
    }
  }

  #reportOf(ticket: string): Report {
    const { keys } = this.#connected()
    // Sent and forgotten: a line that is gone has nobody who would read the progress.
    return {
      sent: (plainBytes) => void keys.sent(ticket, plainBytes).catch(() => undefined),
      troubled: (isTroubled) => void keys.troubled(ticket, isTroubled).catch(() => undefined),
      sealed: (part, digest) => void keys.sealed(ticket, part, digest).catch(() => undefined),
    }
  }

  #keysOf(ticket: string): Promise<ContentKeys> {
    return this.#connected().keys.contentKeys(ticket)
  }

  async #keysFor(purpose: ReadPurpose, ticket: string): Promise<ContentKeys> {
    return { ...(await this.#keysOf(ticket)), purpose }
  }

  #connected(): Line {
    if (!this.#line) throw new VaultError('unexpected', 'The worker is not connected.')
    return this.#line
  }
}

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
