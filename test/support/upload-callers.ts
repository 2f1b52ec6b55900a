import fs from 'node:fs'
import path from 'node:path'
import { expose, wrap } from 'comlink'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { readDeliveries } from '#vault/requests/deliveries.ts'
import { receiveFiles } from '#vault/requests/receive-files.ts'
import { createRequest } from '#vault/requests/requests.ts'
import { VaultApi } from '#vault/session/api.ts'
import type { AccountState } from '#web/lib/account/account-state.ts'
import { createSavedUploads } from '#web/lib/files/saved-uploads.ts'
import { createUploads } from '#web/lib/files/upload-queue.ts'
import { createRemote } from '#web/lib/remote/remote.ts'
import { createStore } from '#web/lib/remote/store.ts'
import type { WorkerPool } from '#web/lib/remote/worker-pool.ts'
import { deliveryCalls } from '#web/workers/calls/requests/delivery-calls.ts'
import { tellUploadsTo, uploadCalls } from '#web/workers/calls/drive/upload-calls.ts'
import { carryVaultErrors } from '#web/workers/errors.ts'
import { attachTransferWorker } from '#web/workers/transfer/key-source.ts'
import { TransferCalls } from '#web/workers/transfer/transfer-calls.ts'
import { connectTo, keepOpen } from '#web/workers/vault-state.ts'
import type { VaultWorker } from '#web/workers/vault.worker.ts'
import { putFile } from '../../cli/files/put-file.ts'
import { readContent } from './stored-file.ts'
import type { VaultPerson } from './people/vault-person.ts'
import { shortLivedFolder } from './short-lived.ts'

/** One upload of one file by one of the three programs, which can be told to try once more. */
type CallerUpload = {
  /** Until it is stored. @throws what failed */
  run: () => Promise<void>
  /** The next run finds this in the place of the file. */
  change: (source: File) => void
  stop: () => void
  /** What the program showed of the progress, in plaintext bytes. */
  shown: number[]
  /** The plaintext of what is stored now, as its owner reads it. */
  read: () => Promise<Buffer>
}
type Caller = (source: File) => Promise<CallerUpload>
export type Callers = { page: Caller; commandLine: Caller; requestPage: Caller; stop: () => void }

type Way = { person: VaultPerson; publishableKey: string; url: string }

/** @param way.url where the programs look for the server; whoever reads goes to the server itself. */
export function startCallers(way: Way): Callers {
  carryVaultErrors()
  const ports: MessagePort[] = []
  const channel = () => {
    const { port1, port2 } = new MessageChannel()
    ports.push(port1, port2)
    return [port1, port2] as const
  }
  const home = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-callers-'))
  process.env['QUANTUMSHIELD_HOME'] = home
  const pool = startPool(way, channel)
  return {
    page: async (source) => pageUpload(way, pool, source),
    commandLine: async (source) => commandLineUpload(way, home, source),
    requestPage: (source) => requestUpload(way, pool, source),
    stop: () => {
      for (const port of ports) port.close()
      fs.rmSync(home, { recursive: true, force: true })
    },
  }
}

/** What runs in three workers of the page, in this process; each has a line of its own. */
function startPool(
  { person, publishableKey, url }: Way,
  channel: () => readonly [MessagePort, MessagePort],
): WorkerPool {
  const connection = { baseUrl: url, publishableKey }
  const accessToken = async (): Promise<string> => person.accessToken
  connectTo({ ...connection, accessToken })
  keepOpen(person.vault)
  const uploads: WorkerPool['uploads'] = new Map()
  tellUploadsTo((id, news) => uploads.get(id)?.(news))
  const [calledIn, calling] = channel()
  expose({ calls: { uploads: uploadCalls, delivery: deliveryCalls } }, calledIn)
  const vaultWorker = wrap<VaultWorker>(calling)
  const startTransfer = () => {
    const [[keysIn, keyPort], [calls, callPort], [workerIn, workerOut]] = [channel(), channel(), channel()]
    attachTransferWorker(keysIn, calls)
    const transfer = new TransferCalls()
    transfer.connect(connection, accessToken, { keyPort, callPort })
    expose(transfer, workerIn)
    return wrap<TransferCalls>(workerOut)
  }
  const transfers: Awaited<ReturnType<WorkerPool['transfers']>> = [startTransfer(), startTransfer()]
  const worker = async () => vaultWorker
  const endReads = async () => vaultWorker.endReads()
  return { vault: createRemote(worker), vaultWorker: worker, transfers: async () => transfers, endReads, uploads }
}

function pageUpload({ person }: Way, pool: WorkerPool, first: File): CallerUpload {
  let source = first
  const { userId, email, vault } = person
  const open: AccountState = { kind: 'open', email, userId, firstName: '', keyFingerprint: vault.keyFingerprint }
  const kept = new Map<string, string>()
  const queue = createUploads({
    workers: async () => pool,
    account: createStore<AccountState>(open),
    saved: createSavedUploads({ storage: () => storageIn(kept), locks: () => navigator.locks }),
    maxFileBytes: () => 1e9,
    connectivity: { reportFailure: () => undefined, onReachable: () => undefined },
  })
  const shown: number[] = []
  let fileId = ''
  queue.onUploaded(({ id }) => (fileId = id))
  const item = () => queue.uploads.read()[0]
  const run = () =>
    new Promise<void>((resolve, reject) => {
      const follow = (): void => {
        const { state, sentBytes, problem } = item() ?? {}
        if (sentBytes !== undefined) shown.push(sentBytes)
        if (state === 'sealed') resolve()
        else if (state === 'failed' || state === 'paused') reject(new Error(problem ?? state))
        else return
        unsubscribe()
      }
      const unsubscribe = queue.uploads.subscribe(follow)
      const known = item()
      if (known) queue.resumeUpload(known.id, source)
      else queue.upload([source], [])
    })
  const stop = () => queue.pauseUpload(item()?.id ?? '')
  const change = (other: File): void => void (source = other)
  return { run, stop, change, shown, read: () => readStored(person, fileId) }
}

function commandLineUpload({ person, publishableKey, url }: Way, home: string, first: File): CallerUpload {
  let source = first
  const { userId, email, vault } = person
  const api = new VaultApi({ baseUrl: url, publishableKey, accessToken: async () => person.accessToken })
  const shown: number[] = []
  let stopped = new AbortController()
  let fileId = ''
  const run = async (): Promise<void> => {
    stopped = new AbortController()
    const stored = await putFile(
      { api, vault, userId, email, server: url },
      {
        file: { name: source.name, type: source.type, folderId: null },
        replaces: null,
        content: source,
        source: { file: path.join(home, source.name), sizeBytes: source.size, modifiedMs: source.lastModified },
        signal: stopped.signal,
        onStored: (bytes) => shown.push(bytes),
        onRestart: () => undefined,
      },
    )
    fileId = stored.id
  }
  const change = (other: File): void => void (source = other)
  return { run, stop: () => stopped.abort(), change, shown, read: () => readStored(person, fileId) }
}

async function requestUpload({ person }: Way, pool: WorkerPool, first: File): Promise<CallerUpload> {
  let source = first
  const { api, vault } = person
  const wanted = { title: 'Files', note: '', folderId: null, days: 7, maxFiles: 1, maxBytes: 1e9 }
  const address = await createRequest(api, vault, { ...wanted, password: null, name: '', email: '' }, new Date())
  const { pathname, hash } = new URL(address, 'http://server')
  const id = pathname.slice('/r/'.length)
  const { delivery } = pool.vault
  await delivery.open(id, hash, null)
  const shown: number[] = []
  const key = crypto.randomUUID()
  const run = () => delivery.send(key, id, { file: source, sender: '' }, (bytes) => void shown.push(bytes))
  const read = async (): Promise<Buffer> => {
    const [arrived] = (await readDeliveries(api, vault)).filter(({ file }) => file.requestId === id)
    await receiveFiles(api, vault, new Date())
    return readStored(person, arrived?.file.id ?? '')
  }
  const stop = () => void delivery.cancel(key).catch(() => undefined)
  const change = (other: File): void => void (source = other)
  return { run, stop, change, shown, read }
}

async function readStored({ api, vault }: VaultPerson, id: string): Promise<Buffer> {
  return readContent(api, readingKeys(await proveFile(api, vault, id)))
}

function storageIn(kept: Map<string, string>): Storage {
  return {
    get length() {
      return kept.size
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}
