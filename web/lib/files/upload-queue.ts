import { partCount } from '#contract/content-layout.ts'
import { withRetry } from '#vault/session/retry.ts'
import { fileTooLarge, sentenceFor } from '#web/messages/errors.ts'
import { transfers as text } from '#web/messages/transfers.ts'
import { removeTraces } from './cancelled-upload.ts'
import type { Backend } from '../remote/backend.ts'
import { noteFailure, onReachable } from '../remote/reach.ts'
import { claimUpload, forgetSavedUpload, readSavedUploads, type SavedUpload } from './saved-uploads.ts'
import { sendUpload } from './send-upload.ts'
import { createStore } from '../remote/store.ts'
import { type UploadJob, isActive, isSameFile, newJob, recalledJob, wishOf } from './upload-job.ts'
import { VaultError, type VaultErrorCode } from '#vault/session/vault-error.ts'
import type { AccountState } from '../account/account-types.ts'
import type { FilesClient, UploadItem } from './files-types.ts'
import type { Store } from '../remote/store.ts'

/** Work under way at once: six small files, as many as browsers keep connections, or four that are sent in parts. */
const CAPACITY = 6
/** A record on its way shares its request with others: enough of them that the line is never idle, few enough to stop soon. */
const COMMIT_LOAD = 0.1
const loadOf = ({ item, isCommitting }: UploadJob): number => {
  if (isCommitting) return COMMIT_LOAD
  return partCount(item.sizeBytes) > 1 ? 1.5 : 1
}
const REPORT_EVERY_MS = 100
/** Of a large batch nobody follows the single rows, and drawing them takes from the sealing. */
const LARGE_BATCH = 50
const REPORT_BATCH_EVERY_MS = 400
/** The person may not store this there, however often they try. */
const REFUSED: ReadonlySet<VaultErrorCode> = new Set(['not_allowed', 'space_gone', 'space_refused'])

type Settings = { maxFileBytes: () => number; account: Store<AccountState> }
type Uploads = Pick<
  FilesClient,
  | 'uploads'
  | 'upload'
  | 'replace'
  | 'pauseUpload'
  | 'resumeUpload'
  | 'cancelUpload'
  | 'retryFailedUploads'
  | 'clearFinishedUploads'
  | 'onUploaded'
>

/** The upload queue of the page: order, states and progress. Sealing and sending happen in the workers. */
export function createUploads(backend: Promise<Backend>, settings: Settings): Uploads {
  const queue = new UploadQueue(backend, settings)
  return {
    uploads: queue.items,
    upload: (files, folderId, spaceId) => queue.add(files, { folderId, spaceId, replaces: null, replacedName: null }),
    replace: (file, { id, name, folderId }) =>
      queue.add([file], { folderId, replaces: id, replacedName: name, spaceId: undefined }),
    pauseUpload: (id) => queue.stop(id, 'pause'),
    cancelUpload: (id) => queue.stop(id, 'cancel'),
    resumeUpload: (id, file) => queue.resume(id, file),
    retryFailedUploads: () => queue.retry(() => true),
    clearFinishedUploads: () => queue.clearFinished(),
    onUploaded: (listener) => queue.onUploaded(listener),
  }
}

class UploadQueue {
  readonly items = createStore<readonly UploadItem[]>([])
  readonly #backend: Promise<Backend>
  readonly #settings: Settings
  readonly #jobs = new Map<string, UploadJob>()
  readonly #listeners = new Set<(file: { id: string; name: string }) => void>()
  #publishTimer: ReturnType<typeof setTimeout> | undefined
  #publishedAt = -Infinity
  #turn = 0

  constructor(backend: Promise<Backend>, settings: Settings) {
    this.#backend = backend
    this.#settings = settings
    settings.account.subscribe(() => this.#followAccount(settings.account.read()))
    onReachable(() => this.retry((job) => job.isOffline))
  }

  add(files: File[], place: Pick<UploadJob, 'folderId' | 'replaces' | 'replacedName' | 'spaceId'>): void {
    const account = this.#settings.account.read()
    if (account.kind !== 'open') return
    const owner = { userId: account.userId, ...place, maxFileBytes: this.#settings.maxFileBytes() }
    for (const file of files) {
      const job = newJob(file, owner)
      this.#jobs.set(job.item.id, job)
    }
    this.#publish()
    this.#startWaiting()
  }

  resume(id: string, file: File | undefined): void {
    const job = this.#jobs.get(id)
    if (!job || !['paused', 'failed', 'resumable'].includes(job.item.state)) return
    if (file && !isSameFile(job, file)) return this.#change(job, { problem: text.anotherFile })
    if (file) job.file = file
    if (job.item.sizeBytes > this.#settings.maxFileBytes()) return
    this.#change(job, { state: 'waiting', problem: null })
    this.#startWaiting()
    this.#publish()
  }

  retry(isWanted: (job: UploadJob) => boolean): void {
    for (const job of this.#jobs.values()) {
      if (job.item.state !== 'failed' || job.item.sizeBytes > this.#settings.maxFileBytes() || !isWanted(job)) continue
      this.#change(job, { state: 'waiting', problem: null })
    }
    this.#startWaiting()
  }

  stop(id: string, wish: 'pause' | 'cancel'): void {
    const job = this.#jobs.get(id)
    if (!job || job.item.state === 'sealed' || job.item.state === 'cancelled') return
    job.wish = wish
    if (isActive(job)) this.#abort([job])
    else if (wish === 'pause') this.#change(job, { state: 'paused' })
    else void this.#giveUp(job)
    // What the person did is shown at once.
    this.#publish()
  }

  clearFinished(): void {
    for (const [id, { item }] of this.#jobs) {
      if (item.state === 'sealed' || item.state === 'cancelled') this.#jobs.delete(id)
    }
    this.#publish()
  }

  onUploaded(listener: (file: { id: string; name: string }) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #startWaiting(): void {
    const all = [...this.#jobs.values()]
    let free = CAPACITY - all.filter(isActive).reduce((sum, job) => sum + loadOf(job), 0)
    for (const job of all) {
      if (job.item.state !== 'waiting') continue
      // In their order: a large one that does not fit yet is not overtaken for ever.
      if ((free -= loadOf(job)) < 0) return
      // It reports its own failures.
      void this.#run(job).finally(() => this.#startWaiting())
    }
  }

  async #run(job: UploadJob): Promise<void> {
    const { file } = job
    if (!file) return this.#change(job, { state: 'resumable' })
    job.wish = 'run'
    job.isOffline = false
    this.#change(job, { state: 'encrypting', problem: null, lacks: null })
    try {
      const { workers } = await this.#backend
      await sendUpload({
        workers,
        job,
        file,
        turn: this.#turn++,
        onStart: () => this.#change(job, { state: 'uploading' }),
        onSent: () => {
          job.isCommitting = true
          this.#startWaiting()
        },
        onStored: (sentBytes) => this.#change(job, { sentBytes }),
        report: this.#reportOf(job),
      })
      this.#seal(job)
    } catch (error) {
      await this.#ended(job, error)
    } finally {
      job.isCommitting = false
    }
  }

  #reportOf(job: UploadJob) {
    return {
      sent: (bytes: number): void => {
        const sentBytes = Math.max(0, Math.min(job.item.sizeBytes, job.item.sentBytes + bytes))
        job.item = { ...job.item, sentBytes }
        this.#publishTimer ??= setTimeout(() => this.#publish(), this.#reportEveryMs())
      },
      troubled: (isTroubled: boolean): void => {
        if (isTroubled) noteFailure(new VaultError('offline', 'A part of an upload got no answer.'))
        if (isActive(job)) this.#change(job, { problem: isTroubled ? text.reconnecting : null })
      },
    }
  }

  async #ended(job: UploadJob, error: unknown): Promise<void> {
    const wish = wishOf(job)
    const code = error instanceof VaultError ? error.code : undefined
    if (wish === 'drop') return
    if (wish === 'cancel') return this.#giveUp(job)
    if (wish === 'pause' || code === 'vault_locked') return this.#change(job, { state: 'paused', problem: null })
    job.isOffline = code === 'offline'
    noteFailure(error)
    const limit = this.#settings.maxFileBytes()
    const problem = code === 'file_too_large' ? fileTooLarge(limit) : sentenceFor(error)
    this.#change(job, { state: 'failed', problem, lacks: lackOf(code) })
    if (code !== undefined && REFUSED.has(code)) await this.#takeBack(job)
  }

  /** What was sent and refused is not kept, nor counted: another try starts from the first byte. */
  async #takeBack(job: UploadJob): Promise<void> {
    try {
      const { workers } = await this.#backend
      await withRetry(new AbortController().signal, () => removeTraces(workers, job))
      job.plan = undefined
      job.path = null
    } catch {
      // Noted on this device, so the next unlock tries again.
    }
  }

  #seal(job: UploadJob): void {
    job.release?.()
    if (job.wish === 'drop') return
    // First the file, then the queue's new state: whoever waits for the end of a batch knows all its files by then.
    const stored = { id: job.plan?.id ?? job.item.id, name: job.replacedName ?? job.item.name }
    for (const listener of this.#listeners) listener(stored)
    this.#change(job, { state: 'sealed', sentBytes: job.item.sizeBytes, problem: null })
  }

  async #giveUp(job: UploadJob): Promise<void> {
    this.#change(job, { state: 'cancelled', problem: null })
    try {
      const { workers } = await this.#backend
      const outcome = await withRetry(new AbortController().signal, () => removeTraces(workers, job))
      if (outcome === 'committed') this.#seal(job)
    } catch {
      // Noted on this device, so the next unlock tries again; there is nothing for the person to do.
    } finally {
      job.release?.()
    }
  }

  #abort(jobs: UploadJob[]): void {
    const abort = async (): Promise<void> => {
      const { workers } = await this.#backend
      const ids = jobs.flatMap(({ plan }) => plan?.id ?? [])
      await Promise.all(
        ids.flatMap((id) => [workers.vault.uploads.stopCommit(id), ...workers.transfers.map((one) => one.abort(id))]),
      )
    }
    // Fails only when the workers never started, and then nothing runs.
    abort().catch(() => undefined)
  }

  #followAccount(account: AccountState): void {
    const foreign = [...this.#jobs.values()].filter((job) =>
      account.kind === 'open' ? job.userId !== account.userId : account.kind === 'signed-out',
    )
    this.#drop(foreign)
    if (account.kind !== 'open') return this.#pauseAll()
    // Without workers or a connection nothing can be recalled now; the notes wait for the next unlock.
    this.#recall(account.userId).catch(() => undefined)
  }

  #drop(jobs: UploadJob[]): void {
    if (jobs.length === 0) return
    for (const job of jobs) {
      job.wish = 'drop'
      job.release?.()
      this.#jobs.delete(job.item.id)
    }
    this.#abort(jobs)
    this.#publish()
  }

  #pauseAll(): void {
    const jobs = [...this.#jobs.values()]
    for (const job of jobs) {
      if (isActive(job) && job.wish === 'run') job.wish = 'pause'
      else if (job.item.state === 'waiting') this.#change(job, { state: 'paused' })
    }
    this.#abort(jobs.filter(isActive))
  }

  async #recall(userId: string): Promise<void> {
    for (const saved of readSavedUploads(userId)) {
      const release = await claimUpload(saved.id)
      // Undefined: this tab or another one works on it.
      if (release) await this.#recallOne(saved, release).catch(release)
    }
    this.#publish()
  }

  async #recallOne(saved: SavedUpload, release: () => void): Promise<void> {
    const { id, userId, path, lastModified, isGivenUp } = saved
    const { workers } = await this.#backend
    try {
      const restored = await workers.vault.uploads.restore(id, saved.saved)
      const plan = { ...restored, id, saved: saved.saved }
      if (!isGivenUp) return void this.#jobs.set(id, recalledJob(plan, { userId, path, lastModified, release }))
      await removeTraces(workers, { plan, path, userId, lastModified })
      release()
    } catch (error) {
      if (error instanceof VaultError && error.code === 'not_found') forgetSavedUpload(id)
      throw error
    }
  }

  /** At once when nothing was shown lately, otherwise soon: a thousand small files change three thousand times. */
  #change(job: UploadJob, part: Partial<UploadItem>): void {
    job.item = { ...job.item, ...part }
    const wait = this.#publishedAt + this.#reportEveryMs() - performance.now()
    if (wait <= 0) this.#publish()
    else this.#publishTimer ??= setTimeout(() => this.#publish(), wait)
  }

  #reportEveryMs(): number {
    let unfinished = 0
    for (const job of this.#jobs.values()) if (job.item.state === 'waiting' || isActive(job)) unfinished += 1
    return unfinished > LARGE_BATCH ? REPORT_BATCH_EVERY_MS : REPORT_EVERY_MS
  }

  #publish(): void {
    clearTimeout(this.#publishTimer)
    this.#publishTimer = undefined
    this.#publishedAt = performance.now()
    this.items.write([...this.#jobs.values()].map(({ item }) => item))
  }
}

function lackOf(code: VaultErrorCode | undefined): UploadItem['lacks'] {
  if (code === 'session_ended') return 'session'
  return code === 'quota_reached' ? 'room' : null
}
