import { type Remote, proxy, transfer, wrap } from 'comlink'
import type { Connection } from '#vault/session/api.ts'
// oxlint-disable import/default -- the bundler answers `?worker&url` with an address
import transferUrl from '../../workers/transfer.worker.ts?worker&url'
import vaultUrl from '../../workers/vault.worker.ts?worker&url'
import { carryVaultErrors } from '../../workers/errors.ts'
import type { UploadNews } from '../../workers/calls/drive/upload-calls.ts'
import type { TransferCalls } from '../../workers/transfer/transfer-calls.ts'
import type { VaultWorker } from '../../workers/vault.worker.ts'
import { type RemoteVault, createRemote } from './remote.ts'
import { startWorker } from './trusted-worker.ts'

/** One reads and seals while the other waits for its line; bench/vault/b01-seal.ts compares one with two. */
const TRANSFER_WORKERS = 2

export type WorkerPool = {
  vault: RemoteVault
  /** What `vault` speaks to. */
  vaultWorker: Remote<VaultWorker>
  transfers: [Remote<TransferCalls>, ...Remote<TransferCalls>[]]
  /** Who hears of an upload that runs, by its id. */
  uploads: Map<string, (news: UploadNews) => void>
}

/** Starts the worker that holds the keys and the ones that move bytes, with direct lines between them. */
export async function startWorkers(
  connection: Connection,
  accessToken: () => Promise<string | undefined>,
): Promise<WorkerPool> {
  carryVaultErrors()
  const vaultWorker = wrap<VaultWorker>(await startWorker(vaultUrl))
  const uploads: WorkerPool['uploads'] = new Map()
  const onUpload = proxy((id: string, news: UploadNews) => uploads.get(id)?.(news))
  await vaultWorker.connect(connection, proxy(accessToken), onUpload)
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
  return { vault: createRemote(Promise.resolve(vaultWorker)), vaultWorker, transfers: [first, ...others], uploads }
}
