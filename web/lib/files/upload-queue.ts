import { withRetry } from '#vault/session/retry.ts'
import { VaultError, type VaultErrorCode } from '#vault/session/vault-error.ts'
import { fileTooLarge, sentenceFor } from '#web/messages/errors.ts'
import type { AccountState } from '../account/account-state.ts'
import type { Store } from '../remote/store.ts'
import type { FilesClient } from './files-types.ts'
import type { SavedUpload, SavedUploads } from './saved-uploads.ts'
import { type HeldUpload, type UploadWorkers, forgetPlan, removeTraces, sendUpload } from './send-upload.ts'
import { UploadList } from './upload-list.ts'
import { type Upload, isActive, isSameFile, newUpload, recalledUpload, startable } from './upload-state.ts'

/** The person may not store this there, however often they try. */
const REFUSED: ReadonlySet<VaultErrorCode> = new Set([
  'not_allowed',
  'space_gone',
  'space_refused',
  'folder_refused',
  'not_as_shown',
])

type Settings = {
  workers: () => Promise<UploadWorkers>
  account: Store<AccountState>
  saved: SavedUploads
  maxFileBytes: () => number
  /** Whether the server answers. */
  connectivity: { reportFailure: (error: unknown) => void; onReachable: (listener: () => void) => void }
}
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
type Place = Pick<HeldUpload, 'folderId' | 'within' | 'spaceId' | 'replaces'>
type News = Parameters<Parameters<typeof sendUpload>[0]['onNews']>[0]
/** What the queue holds beside the state of an upload. */
type Held = HeldUpload & {
  /** Ends the running attempt. */
  stop: AbortController | undefined
  /** Settles when what a refused attempt left on the server is removed. */
  isClean: Promise<void>
}

/** The uploads of the page. What becomes of each is decided in upload-state.ts; sealing and sending happen in the workers. */
export function createUploads(settings: Settings): Uploads {
  const queue = new UploadQueue(settings)
  return {
    uploads: queue.list.items,
    upload: (files, within, spaceId) =>
      queue.add(files, { folderId: within.at(-1)?.id ?? null, within, spaceId, replaces: null }),
    replace: (file, { id, spaceId, folderId, name, version, within = [] }) =>
      queue.add([file], {
        folderId,
        within: [],
        replaces: { id, spaceId, folderId, name, version, within },
        spaceId: spaceId ?? undefined,
      }),
    pauseUpload: (id) => queue.stop(id, 'pause'),
    cancelUpload: (id) => queue.stop(id, 'cancel'),
    resumeUpload: (id, file) => queue.resume(id, file),
    retryFailedUploads: () => queue.retry(() => true),
    clearFinishedUploads: () => queue.clearFinished(),
    onUploaded: (listener) => queue.onUploaded(listener),
  }
}

class UploadQueue {
  readonly list = new UploadList()
  readonly #settings: Settings
  readonly #held = new Map<string, Held>()
  readonly #listeners = new Set<(file: { id: string; name: string }) => void>()

  constructor(settings: Settings) {
    this.#settings = settings
    settings.account.subscribe(() => this.#followAccount(settings.account.read()))
    settings.connectivity.onReachable(() => this.retry(({ isOffline }) => isOffline))
  }

  add(files: File[], place: Place): void {
    const account = this.#settings.account.read()
    if (account.kind !== 'open') return
    const owner = { userId: account.userId, maxFileBytes: this.#settings.maxFileBytes() }
    for (const file of files) this.#keep(newUpload(file, owner), { file, ...place })
    this.list.show()
    this.#startWaiting()
  }

  resume(id: string, file: File | undefined): void {
    const [upload, held] = [this.list.get(id), this.#held.get(id)]
    if (!upload || !held) return
    if (file && !isSameFile(upload, held.lastModified, file)) {
      return void this.list.apply(id, { kind: 'another-file' })
    }
    if (file) held.file = file
    this.#queue(id)
    this.#startWaiting()
    this.list.show()
  }

  retry(isWanted: (upload: Upload) => boolean): void {
    for (const upload of this.list.all()) {
      if (upload.item.state === 'failed' && isWanted(upload)) this.#queue(upload.item.id)
    }
    this.#startWaiting()
  }

  stop(id: string, request: 'pause' | 'cancel'): void {
    const before = this.list.get(id)
    if (!before) return
    const isChanged = this.list.apply(id, { kind: 'requested', request })
    if (isActive(before)) this.#held.get(id)?.stop?.abort(stopped())
    else if (isChanged && request === 'cancel') void this.#giveUp(id)
    // What the person did is shown at once.
    this.list.show()
  }

  clearFinished(): void {
    for (const { item } of this.list.all()) {
      if (item.state === 'sealed' || item.state === 'cancelled') this.#forget(item.id)
    }
    this.list.show()
  }

  onUploaded(listener: (file: { id: string; name: string }) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #keep(upload: Upload, held: Pick<Held, 'file'> & Place & Partial<Held>): void {
    const { userId, item } = upload
    const empty = { lastModified: null, plan: undefined, path: null, sent: {}, release: undefined, stop: undefined }
    this.list.add(upload)
    this.#held.set(item.id, { ...empty, isClean: Promise.resolve(), ...held, userId })
  }

  #forget(id: string): void {
    this.list.remove(id)
    this.#held.delete(id)
  }

  #queue(id: string): void {
    const hasFile = this.#held.get(id)?.file !== undefined
    this.list.apply(id, { kind: 'queued', hasFile, maxFileBytes: this.#settings.maxFileBytes() })
  }

  #startWaiting(): void {
    for (const { item } of startable(this.list.all())) {
      const held = this.#held.get(item.id)
      // It reports its own failures.
      if (held?.file) void this.#run(item.id, held, held.file)
    }
  }

  async #run(id: string, held: Held, file: File): Promise<void> {
    const stop = new AbortController()
    const { signal } = stop
    held.stop = stop
    this.list.apply(id, { kind: 'started' })
    try {
      await held.isClean
      signal.throwIfAborted()
      const { saved } = this.#settings
      const workers = await this.#settings.workers()
      const onNews = (news: News): void => this.#hear(id, news)
      const onSending = (): void => void this.list.apply(id, { kind: 'sending' })
      const onRestart = (): void => void this.list.apply(id, { kind: 'restarted' })
      await sendUpload({ workers, saved, upload: held, file, signal, onNews, onSending, onRestart })
      this.#seal(id, held)
    } catch (error) {
      this.#ended(id, held, error)
    }
    this.#startWaiting()
  }

  #hear(id: string, news: News): void {
    this.list.apply(id, news)
    if (news.kind === 'committing') this.#startWaiting()
    if (news.kind !== 'troubled' || !news.isTroubled) return
    this.#settings.connectivity.reportFailure(new VaultError('offline', 'A part of an upload got no answer.'))
  }

  #ended(id: string, held: Held, error: unknown): void {
    const code = error instanceof VaultError ? error.code : undefined
    const sentence = code === 'file_too_large' ? fileTooLarge(this.#settings.maxFileBytes()) : sentenceFor(error)
    this.list.apply(id, { kind: 'ended', code, sentence })
    const state = this.list.get(id)?.item.state
    if (state === 'cancelled') void this.#giveUp(id)
    if (state !== 'failed') return
    this.#settings.connectivity.reportFailure(error)
    if (code !== undefined && REFUSED.has(code)) held.isClean = this.#takeBack(held)
  }

  /** What was sent and refused is not kept, nor counted: another try starts from the first byte. */
  async #takeBack(held: Held): Promise<void> {
    try {
      await this.#remove(held)
      forgetPlan(held)
    } catch {
      // Noted on this device, so the next unlock tries again.
    }
  }

  async #remove(held: Parameters<typeof removeTraces>[2]): Promise<'removed' | 'committed'> {
    const workers = await this.#settings.workers()
    return withRetry(new AbortController().signal, () => removeTraces(workers, this.#settings.saved, held))
  }

  #seal(id: string, held: Held): void {
    held.release?.()
    const upload = this.list.get(id)
    if (!upload) return
    // First the file, then the queue's new state: code that waits for the end of a batch knows all its files by then.
    const stored = { id: held.plan?.id ?? id, name: held.replaces?.name ?? upload.item.name }
    for (const listener of this.#listeners) listener(stored)
    this.list.apply(id, { kind: 'sealed', name: stored.name })
  }

  async #giveUp(id: string): Promise<void> {
    const held = this.#held.get(id)
    if (!held) return
    try {
      await held.isClean
      if ((await this.#remove(held)) === 'committed') this.#seal(id, held)
    } catch {
      // Noted on this device, so the next unlock tries again; there is nothing for the person to do.
    } finally {
      held.release?.()
    }
  }

  #followAccount(account: AccountState): void {
    for (const { item, userId } of this.list.all()) if (isForeign(userId, account)) this.#drop(item.id)
    if (account.kind !== 'open') return this.#pauseAll()
    // Without workers or a connection nothing can be recalled now; the notes wait for the next unlock.
    this.#recall(account.userId).catch(() => undefined)
  }

  #drop(id: string): void {
    const held = this.#held.get(id)
    held?.stop?.abort(stopped())
    held?.release?.()
    this.#forget(id)
    this.list.show()
  }

  #pauseAll(): void {
    for (const id of this.#held.keys()) {
      this.list.apply(id, { kind: 'locked' })
      this.#held.get(id)?.stop?.abort(stopped())
    }
  }

  async #recall(userId: string): Promise<void> {
    for (const saved of this.#settings.saved.read(userId)) {
      const release = await this.#settings.saved.claim(saved.id)
      // Undefined: this tab or another one works on it.
      if (release) await this.#recallOne(saved, release).catch(release)
    }
    this.list.show()
  }

  async #recallOne({ isGivenUp, ...saved }: SavedUpload, release: () => void): Promise<void> {
    const { id, userId, path, sent, lastModified } = saved
    const workers = await this.#settings.workers()
    const plan = { id, saved: saved.saved }
    try {
      const file = await workers.vault.uploads.restore(id, saved.saved)
      // Somebody else may have come meanwhile; the note waits for its owner.
      if (isForeign(userId, this.#settings.account.read())) return release()
      const { folderId, replaces } = file
      const held = {
        file: undefined,
        folderId,
        within: null,
        spaceId: file.spaceId ?? undefined,
        replaces,
        plan,
        path,
        sent,
        lastModified,
      }
      if (!isGivenUp) return this.#keep(recalledUpload(userId, { id, ...file }), { ...held, release })
      await removeTraces(workers, this.#settings.saved, { plan, path, sent, userId, lastModified })
      release()
    } catch (error) {
      if (error instanceof VaultError && error.code === 'not_found') this.#settings.saved.forget(id)
      throw error
    }
  }
}

const isForeign = (userId: string, account: AccountState): boolean =>
  account.kind === 'open' ? userId !== account.userId : account.kind === 'signed-out'

const stopped = (): DOMException => new DOMException('stopped by the person', 'AbortError')
