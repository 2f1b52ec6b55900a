import type { VaultError } from '#vault/session/vault-error.ts'
import type { RestoredUpload, UploadNews } from '#web/workers/calls/drive/upload-calls.ts'
import type { AccountState } from '../../account/account-state.ts'
import { createStore } from '../../remote/store.ts'
import { createSavedUploads } from '../saved-uploads.ts'
import type { UploadWorkers } from '../send-upload.ts'
import { createUploads } from '../upload-queue.ts'

/** A file that the worker was told to send and has not answered for yet. */
type Run = {
  id: string
  path: string | null
  file: File
  tell: (news: UploadNews) => void
  succeed: () => void
  fail: (error: unknown) => void
}
type Calls = UploadWorkers['vault']['uploads']
type Planned = { file: Parameters<Calls['plan']>[0] } & Parameters<Calls['plan']>[1]

const MAX_BYTES = 1000

/** What the tabs of a browser share: its storage and its locks. */
export class UploadingDevice {
  readonly stored = new Map<string, string>()
  readonly #locked = new Set<string>()

  readonly saved = createSavedUploads({ storage: () => this.#storage(), locks: () => this.#locks() })

  /** The notes of this device, as they are stored. */
  notes(): unknown[] {
    return [...this.stored.values()].map((text) => JSON.parse(text) as unknown)
  }

  /** Those that no other tab may have. */
  claimed(): string[] {
    return [...this.#locked].map((key) => key.replace('quantumshield-upload-', ''))
  }

  #storage(): Storage {
    return {
      length: this.stored.size,
      key: (at) => [...this.stored.keys()][at] ?? null,
      getItem: (key) => this.stored.get(key) ?? null,
      setItem: (key, value) => void this.stored.set(key, value),
      removeItem: (key) => void this.stored.delete(key),
      clear: () => this.stored.clear(),
    }
  }

  #locks(): LockManager {
    const request = async (name: string, _: LockOptions, use: (lock: Lock | null) => Promise<unknown>) => {
      if (this.#locked.has(name)) return use(null)
      this.#locked.add(name)
      return use({ name, mode: 'exclusive' }).finally(() => this.#locked.delete(name))
    }
    return { request, query: async () => ({}) } as LockManager
  }
}

/** A tab with the real queue. The test says what the worker answers, and when. */
export class UploadingTab {
  readonly account = createStore<AccountState>({ kind: 'signed-out' })
  readonly plans: Planned[] = []
  readonly runs: Run[] = []
  readonly stopped: string[] = []
  readonly discarded: Parameters<Calls['discard']>[0][] = []
  readonly failures: unknown[] = []
  /** What the worker waits for before it answers. */
  planning: Promise<void> = Promise.resolve()
  restoring: Promise<void | VaultError> = Promise.resolve()
  discarding: () => Promise<'removed' | 'committed'> = async () => 'removed'
  readonly #reachable: (() => void)[] = []
  readonly queue: ReturnType<typeof createUploads>

  constructor(device: UploadingDevice) {
    const workers: UploadWorkers = {
      uploads: new Map(),
      vault: { uploads: this.#calls((id) => workers.uploads.get(id)) },
    }
    this.queue = createUploads({
      workers: async () => workers,
      account: this.account,
      saved: device.saved,
      maxFileBytes: () => MAX_BYTES,
      connectivity: {
        reportFailure: (error) => void this.failures.push(error),
        onReachable: (listener) => void this.#reachable.push(listener),
      },
    })
  }

  open(userId: string): this {
    this.account.write({ kind: 'open', email: '', userId, firstName: '', keyFingerprint: 'abcd' })
    return this
  }

  lock(): void {
    this.account.write({ kind: 'locked', email: '' })
  }

  /** The server answers again. */
  reach(): void {
    for (const listener of this.#reachable) listener()
  }

  upload(...names: string[]): void {
    this.queue.upload(
      names.map((name) => fileOf(name)),
      [],
    )
  }

  shown = (): string[] => this.queue.uploads.read().map(({ name, state }) => `${name} ${state}`)
  item = (name: string) => this.queue.uploads.read().find((one) => one.name === name)!
  becomes = (...states: string[]) => until(() => JSON.stringify(this.shown()) === JSON.stringify(states))
  /** The attempt with this number, from 1, once the worker has it. */
  run = (number: number): Promise<Run> => until(() => this.runs[number - 1])

  #calls(listenerOf: (id: string) => ((news: UploadNews) => void) | undefined): Calls {
    return {
      plan: async (file, { replaces, within }) => {
        this.plans.push({ file, replaces, within })
        const id = replaces?.id ?? `file-${this.plans.length}`
        await this.planning
        const { name, sizeBytes, folderId, spaceId = null } = file
        return { id, saved: JSON.stringify({ name, sizeBytes, folderId, spaceId, replaces }) }
      },
      restore: async (_, saved) => {
        const refusal = await this.restoring
        if (refusal) throw refusal
        return JSON.parse(saved) as RestoredUpload
      },
      run: ({ id, path, file }) =>
        new Promise((succeed, fail) => {
          this.runs.push({ id, path, file, tell: (news) => listenerOf(id)?.(news), succeed, fail })
        }),
      // As the worker does it: the attempt ends with this error.
      stop: async (id) => {
        this.stopped.push(id)
        this.runs.findLast((run) => run.id === id)?.fail(new DOMException('stopped', 'AbortError'))
      },
      discard: async (begun) => {
        this.discarded.push(begun)
        return this.discarding()
      },
    }
  }
}

export const fileOf = (name: string, bytes = 3, lastModified = 5): File =>
  new File(['x'.repeat(bytes)], name, { lastModified })

/** Whatever could still start has started. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** What `look` finds, once it finds something; a test that waits in vain is ended by its own limit. */
async function until<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look()
    if (found !== undefined && found !== false) return found
    await settled()
  }
}
