import { createStore } from '../remote/store.ts'
import type { UploadItem } from './files-types.ts'
import { type Upload, type UploadEvent, inBatch, isRunning, nextUpload } from './upload-state.ts'

const REPORT_EVERY_MS = 100
/** Of a large batch nobody follows the single rows, and drawing them takes from the sealing. */
const LARGE_BATCH = 50
const REPORT_BATCH_EVERY_MS = 400

/** All uploads in their order, and the list of them that screens see. */
export class UploadList {
  readonly items = createStore<readonly UploadItem[]>([])
  readonly #uploads = new Map<string, Upload>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #shownAt = -Infinity
  #running = 0
  #batch = 0

  add(upload: Upload): void {
    this.#set(upload.item.id, upload)
  }

  remove(id: string): void {
    const upload = this.#uploads.get(id)
    if (upload && isRunning(upload)) this.#running -= 1
    this.#uploads.delete(id)
  }

  get(id: string): Upload | undefined {
    return this.#uploads.get(id)
  }

  all(): Upload[] {
    return [...this.#uploads.values()]
  }

  /** @returns whether it changed anything. An upload that was removed changes no more. */
  apply(id: string, event: UploadEvent): boolean {
    const upload = this.#uploads.get(id)
    if (!upload) return false
    const next = this.#set(id, nextUpload(upload, event))
    if (next.item !== upload.item) this.#showSoon()
    return next !== upload
  }

  show(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#shownAt = performance.now()
    this.items.write(this.all().map(({ item }) => item))
  }

  /** What starts while nothing else runs begins a batch. */
  #set(id: string, upload: Upload): Upload {
    const before = this.#uploads.get(id)
    const wasRunning = before !== undefined && isRunning(before)
    const starts = isRunning(upload) && !wasRunning
    if (starts && this.#running === 0) this.#batch += 1
    if (starts) this.#running += 1
    else if (wasRunning && !isRunning(upload)) this.#running -= 1
    const next = starts ? inBatch(upload, this.#batch) : upload
    this.#uploads.set(id, next)
    return next
  }

  /** At once when nothing was shown lately, otherwise soon: a thousand small files change three thousand times. */
  #showSoon(): void {
    const wait = this.#shownAt + this.#everyMs() - performance.now()
    if (wait <= 0) this.show()
    else this.#timer ??= setTimeout(() => this.show(), wait)
  }

  #everyMs(): number {
    return this.#running > LARGE_BATCH ? REPORT_BATCH_EVERY_MS : REPORT_EVERY_MS
  }
}
