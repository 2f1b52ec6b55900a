import { proxy } from 'comlink'
import { checkFileName } from '#vault/file-name.ts'
import { badFileName, fileTooLarge, sentenceFor } from '#web/messages/errors.ts'
import type { Backend } from './create-vault-client.ts'
import { forgetSavedUpload, readSavedUploads, saveUpload } from './saved-uploads.ts'
import { createStore } from './store.ts'
import { type AccountState, type FilesClient, type Store, type UploadItem, VaultError } from './vault-client.ts'

/** Files in work at once: enough to hide the round trips of small ones, few enough to keep a large one moving. */
const ACTIVE_FILES = 4
const REPORT_EVERY_MS = 100

type Job = {
  item: UploadItem
  file: File | undefined
  folderId: string | null
  /** Known once planned: the id of the file to be, number of parts, and the resumable upload's path. */
  plan: { id: string; parts: number; saved: string } | undefined
  path: string | undefined
  /** Pause and cancel abort the running attempt; this says which of them it was. */
  wish: 'run' | 'pause' | 'cancel' | 'fail'
  /** When the file was last changed, of an upload from before a reload: another version must not be spliced in. */
  lastModified: number | undefined
}

type Settings = { maxFileBytes: () => number; account: Store<AccountState> }
type Uploads = Pick<
  FilesClient,
  | 'uploads'
  | 'upload'
  | 'pauseUpload'
  | 'resumeUpload'
  | 'cancelUpload'
  | 'retryFailedUploads'
  | 'clearFinishedUploads'
  | 'onUploaded'
>

/** The upload queue of the page: order, states and progress. Sealing and sending happen in the workers. */
export function createUploads(backend: Promise<Backend>, settings: Settings): Uploads {
  const uploads = createStore<readonly UploadItem[]>([])
  const jobs = new Map<string, Job>()
  const listeners = new Set<(file: { id: string; name: string }) => void>()
  let reportTimer: ReturnType<typeof setTimeout> | undefined

  const publish = (): void => {
    clearTimeout(reportTimer)
    reportTimer = undefined
    uploads.write([...jobs.values()].map(({ item }) => item))
  }
  const publishSoon = (): void => {
    reportTimer ??= setTimeout(publish, REPORT_EVERY_MS)
  }
  const change = (job: Job, part: Partial<UploadItem>): void => {
    job.item = { ...job.item, ...part }
    publish()
  }
  const withJob = (id: string, act: (job: Job) => void): void => {
    const job = jobs.get(id)
    if (job) act(job)
  }

  function startWaiting(): void {
    const all = [...jobs.values()]
    const active = all.filter(({ item }) => item.state === 'encrypting' || item.state === 'uploading').length
    for (const job of all.filter(({ item }) => item.state === 'waiting').slice(0, Math.max(0, ACTIVE_FILES - active))) {
      void run(job)
        .catch(() => undefined)
        .finally(startWaiting)
    }
  }

  async function run(job: Job): Promise<void> {
    const { file } = job
    if (!file) return change(job, { state: 'resumable' })
    job.wish = 'run'
    change(job, { state: 'encrypting', problem: null })
    try {
      await transferFile(await backend, job, file)
      change(job, { state: 'sealed', sentBytes: file.size })
      for (const listener of listeners) listener({ id: job.plan?.id ?? job.item.id, name: job.item.name })
    } catch (error) {
      const wish = wishOf(job)
      if (wish === 'pause') change(job, { state: 'paused' })
      else if (wish === 'cancel') await giveUp(job)
      else change(job, { state: 'failed', problem: problemOf(error, settings.maxFileBytes()) })
    }
  }

  async function transferFile({ workers }: Backend, job: Job, file: File): Promise<void> {
    const planned = { name: file.name, type: file.type, sizeBytes: file.size, folderId: job.folderId }
    // The worker forgot the plan when the vault was locked in between.
    if (job.plan) await workers.vault.restoreUpload(job.plan.id, job.plan.saved)
    else job.plan = await workers.vault.planUpload(planned)
    const { id, parts } = job.plan
    stopWhenUnwanted(job)
    change(job, { state: 'uploading' })
    if (parts === 1) await workers.transfers[jobs.size % workers.transfers.length]?.sendWhole(id, file)
    else await sendRuns(workers, job, file)
    stopWhenUnwanted(job)
    await workers.vault.commitUpload(id)
    forgetSavedUpload(id)
  }

  async function sendRuns(workers: Backend['workers'], job: Job, file: File): Promise<void> {
    const plan = job.plan
    if (!plan) return
    const { id, parts } = plan
    const first = workers.transfers[0]
    job.path ??= await first.createUpload(id)
    const path = job.path
    const account = settings.account.read()
    if (account.kind === 'open') {
      saveUpload({ id, userId: account.userId, path, saved: plan.saved, lastModified: file.lastModified })
    }
    const missing = await first.missingParts(path, parts)
    change(job, { sentBytes: Math.round(file.size * (1 - missing.length / parts)) })
    const onProgress = (bytes: number): void => {
      job.item = { ...job.item, sentBytes: Math.min(file.size, job.item.sentBytes + bytes) }
      publishSoon()
    }
    const runs = divide(missing, workers.transfers.length)
    const sending = runs.map(async (own, index) => {
      for (const run of own) {
        stopWhenUnwanted(job)
        const upload = { path, file, run, canStream: isHttp2() }
        await workers.transfers[index]?.sendRun(id, upload, proxy(onProgress))
      }
    })
    try {
      await Promise.all(sending)
    } catch (error) {
      // The other worker must have stopped before anyone tries again: two sealings of one part do not mix.
      if (job.wish === 'run') job.wish = 'fail'
      await Promise.all(workers.transfers.map((worker) => worker.abort(id)))
      await Promise.allSettled(sending)
      throw error
    }
  }

  async function giveUp(job: Job): Promise<void> {
    change(job, { state: 'cancelled' })
    const { workers } = await backend
    if (job.plan) {
      forgetSavedUpload(job.plan.id)
      await workers.vault.forgetUpload(job.plan.id)
    }
    // The server forgets it by itself after a day if this does not reach it.
    if (job.path) await workers.transfers[0].cancelUpload(job.path).catch(() => undefined)
  }

  async function stopRunning(job: Job, wish: 'pause' | 'cancel'): Promise<void> {
    if (job.item.state === 'sealed' || job.item.state === 'cancelled') return
    const isActive = job.item.state === 'encrypting' || job.item.state === 'uploading'
    job.wish = wish
    if (!isActive) return wish === 'pause' ? change(job, { state: 'paused' }) : giveUp(job)
    const { workers } = await backend
    const id = job.plan?.id
    if (id) await Promise.all(workers.transfers.map((worker) => worker.abort(id)))
  }

  settings.account.subscribe(() => {
    const account = settings.account.read()
    if (account.kind === 'open') void recall(account.userId)
    if (account.kind === 'signed-out' && jobs.size > 0) {
      jobs.clear()
      publish()
    }
  })

  async function recall(userId: string): Promise<void> {
    const { workers } = await backend
    for (const { id, path, saved, lastModified } of readSavedUploads(userId)) {
      if ([...jobs.values()].some(({ plan }) => plan?.id === id)) continue
      try {
        const { name, sizeBytes, parts } = await workers.vault.restoreUpload(id, saved)
        const item: UploadItem = { id, name, sizeBytes, sentBytes: 0, state: 'resumable', problem: null }
        jobs.set(id, {
          item,
          file: undefined,
          folderId: null,
          plan: { id, parts, saved },
          path,
          wish: 'run',
          lastModified,
        })
      } catch {
        forgetSavedUpload(id)
      }
    }
    publish()
  }

  return {
    uploads,

    upload(files, folderId) {
      for (const file of files) {
        const id = crypto.randomUUID()
        const isTooLarge = file.size > settings.maxFileBytes()
        const checked = checkFileName(file.name)
        const isBadName = 'problem' in checked
        const problem = isTooLarge ? fileTooLarge(settings.maxFileBytes()) : isBadName ? badFileName : null
        const item: UploadItem = {
          id,
          // As it will be stored: signs that turn text around could make a program look like a picture.
          name: isBadName ? 'file' : checked.name,
          sizeBytes: file.size,
          sentBytes: 0,
          state: problem ? 'failed' : 'waiting',
          problem,
        }
        jobs.set(id, { item, file, folderId, plan: undefined, path: undefined, wish: 'run', lastModified: undefined })
      }
      publish()
      startWaiting()
    },

    pauseUpload: (id) => withJob(id, (job) => void stopRunning(job, 'pause')),
    cancelUpload: (id) => withJob(id, (job) => void stopRunning(job, 'cancel')),

    resumeUpload: (id, file) =>
      withJob(id, (job) => {
        if (!['paused', 'failed', 'resumable'].includes(job.item.state)) return
        if (file && !isSameFile(job, file)) {
          return change(job, { problem: 'This is another file. Choose the one that was being uploaded.' })
        }
        if (file) job.file = file
        if (job.item.sizeBytes > settings.maxFileBytes()) return
        change(job, { state: 'waiting', problem: null })
        startWaiting()
      }),

    retryFailedUploads() {
      for (const job of jobs.values()) {
        if (job.item.state === 'failed' && job.item.sizeBytes <= settings.maxFileBytes())
          change(job, { state: 'waiting' })
      }
      startWaiting()
    },

    clearFinishedUploads() {
      for (const [id, { item }] of jobs) if (item.state === 'sealed' || item.state === 'cancelled') jobs.delete(id)
      publish()
    },

    onUploaded(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

// Read through a function: the wish changes while a transfer is awaited, which the compiler cannot see.
function wishOf(job: Job): Job['wish'] {
  return job.wish
}

/** Size, name as stored and, across a reload, time of the last change must agree; otherwise two versions would be spliced. */
function isSameFile({ item, lastModified }: Job, file: File): boolean {
  const checked = checkFileName(file.name)
  const hasSameName = 'name' in checked && checked.name === item.name
  return (
    file.size === item.sizeBytes && hasSameName && (lastModified === undefined || file.lastModified === lastModified)
  )
}

function stopWhenUnwanted(job: Job): void {
  if (job.wish !== 'run') throw new DOMException('stopped by the person', 'AbortError')
}

/** Cuts the missing parts into one list of consecutive runs for each worker, about equally long. */
export function divide(missing: number[], workers: number): { first: number; last: number }[][] {
  const share = Math.max(1, Math.ceil(missing.length / workers))
  return Array.from({ length: workers }, (_, worker) => {
    const runs: { first: number; last: number }[] = []
    for (const part of missing.slice(worker * share, (worker + 1) * share)) {
      const open = runs.at(-1)
      if (open && open.last === part - 1) open.last = part
      else runs.push({ first: part, last: part })
    }
    return runs
  })
}

/** A streaming request body needs HTTP/2, which browsers speak over TLS only. */
function isHttp2(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.nextHopProtocol === 'h2'
}

function problemOf(error: unknown, maxFileBytes: number): string {
  return error instanceof VaultError && error.code === 'file_too_large'
    ? fileTooLarge(maxFileBytes)
    : sentenceFor(error)
}
