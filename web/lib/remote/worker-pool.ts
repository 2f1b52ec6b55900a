import { type Remote, proxy, transfer, wrap } from 'comlink'
import type { Connection } from '#vault/session/api.ts'
// oxlint-disable import/default -- the bundler answers `?worker&url` with an address
import transferUrl from '../../workers/transfer.worker.ts?worker&url'
import vaultUrl from '../../workers/vault.worker.ts?worker&url'
import { carryVaultErrors } from '../../workers/errors.ts'
import type { UploadNews } from '../../workers/calls/drive/upload-calls.ts'
import type { Keep } from '../../workers/device/device-key.ts'
import type { TransferCalls } from '../../workers/transfer/transfer-calls.ts'
import type { VaultWorker } from '../../workers/vault.worker.ts'
import { type RemoteVault, createRemote } from './remote.ts'
import { startWorker } from './trusted-worker.ts'

/** One reads and seals while the other waits for its line; bench/vault/b01-seal.ts compares one with two. */
const TRANSFER_WORKERS = 2

type Transfers = [Remote<TransferCalls>, ...Remote<TransferCalls>[]]

/** The workers of the page. They start together, with the first call of any, or when somebody begins to fill in a form. */
export type WorkerPool = {
  vault: RemoteVault
  /** What `vault` speaks to. */
  vaultWorker: () => Promise<Remote<VaultWorker>>
  transfers: () => Promise<Transfers>
  /** Stops what the worker with the keys is reading from the server. */
  endReads: () => Promise<void>
  /** Who hears of an upload that runs, by its id. */
  uploads: Map<string, (news: UploadNews) => void>
}

type Started = { vaultWorker: Remote<VaultWorker>; transfers: Transfers }

/** What the workers ask the page for, every time. */
type Asked = { accessToken: () => Promise<string | undefined>; keep: () => Promise<Keep> }

/** Nothing is fetched yet: who only looks at the page to sign in needs no worker. */
export function createWorkers(connection: Connection, asked: Asked): WorkerPool {
  carryVaultErrors()
  const uploads: WorkerPool['uploads'] = new Map()
  let started: Promise<Started> | undefined
  const start = async (): Promise<Started> => {
    started ??= startWorkers(connection, { ...asked, uploads })
    try {
      return await started
    } catch (error) {
      // The next call tries again.
      started = undefined
      throw error
    }
  }
  const vaultWorker = async () => (await start()).vaultWorker
  const transfers = async () => (await start()).transfers
  // Workers that never started read nothing.
  const endReads = async () => (await started)?.vaultWorker.endReads()
  return { vault: createRemote(vaultWorker), vaultWorker, transfers, endReads, uploads }
}

type Lines = Asked & { uploads: WorkerPool['uploads'] }

/** Starts the worker that holds the keys and the ones that move bytes, with direct lines between them. */
async function startWorkers(connection: Connection, { accessToken, keep, uploads }: Lines): Promise<Started> {
  const vaultWorker = wrap<VaultWorker>(await startWorker(vaultUrl))
  const onUpload = proxy((id: string, news: UploadNews) => uploads.get(id)?.(news))
  await vaultWorker.connect(connection, proxy(accessToken), onUpload)
  await vaultWorker.keepAs(proxy(keep))
  const startTransfer = async (): Promise<Remote<TransferCalls>> => {
    const worker = wrap<TransferCalls>(await startWorker(transferUrl))
    const [keys, calls] = [new MessageChannel(), new MessageChannel()]
    await vaultWorker.attach(transfer(keys.port1, [keys.port1]), transfer(calls.port1, [calls.port1]))
    const ports = transfer({ keyPort: keys.port2, callPort: calls.port2 }, [keys.port2, calls.port2])
    await worker.connect(connection, proxy(accessToken), ports)
    return worker
  }
  const first = await startTransfer()
  const others = await Promise.all(Array.from({ length: TRANSFER_WORKERS - 1 }, startTransfer))
  return { vaultWorker, transfers: [first, ...others] }
}
