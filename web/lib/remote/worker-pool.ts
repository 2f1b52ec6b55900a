import { type Remote, proxy, transfer, wrap } from 'comlink'
import type { Report } from '#vault/transfer/send-content.ts'
// oxlint-disable import/default -- the bundler answers `?worker&url` with an address
import transferUrl from '../../workers/transfer.worker.ts?worker&url'
import vaultUrl from '../../workers/vault.worker.ts?worker&url'
import { carryVaultErrors } from '../../workers/errors.ts'
import type { Reports, TransferCalls } from '../../workers/transfer/transfer-calls.ts'
import type { Connection, VaultWorker } from '../../workers/vault.worker.ts'
import { type RemoteVault, createRemote } from './remote.ts'
import { startWorker } from './trusted-worker.ts'

/** One reads and seals while the other waits for its line; bench/vault/b01-seal.ts compares one with two. */
const TRANSFER_WORKERS = 2

export type WorkerPool = {
  vault: RemoteVault
  /** What `vault` speaks to. */
  vaultWorker: Remote<VaultWorker>
  transfers: [Remote<TransferCalls>, ...Remote<TransferCalls>[]]
  /** Who hears of an upload's progress, by its id. */
  reports: Map<string, Report>
}

/** Starts the worker that holds the keys and the ones that move bytes, with a direct line for keys between them. */
export async function startWorkers(
  connection: Connection,
  accessToken: () => Promise<string | undefined>,
): Promise<WorkerPool> {
  carryVaultErrors()
  const vaultWorker = wrap<VaultWorker>(startWorker(vaultUrl))
  await vaultWorker.connect(connection, proxy(accessToken))
  const reports: WorkerPool['reports'] = new Map()
  const listener: Reports = {
    sent: (ticket, plainBytes) => reports.get(ticket)?.sent(plainBytes),
    troubled: (ticket, isTroubled) => reports.get(ticket)?.troubled(isTroubled),
  }
  const startTransfer = async (): Promise<Remote<TransferCalls>> => {
    const worker = wrap<TransferCalls>(startWorker(transferUrl))
    const { port1, port2 } = new MessageChannel()
    await vaultWorker.attach(transfer(port1, [port1]))
    const callbacks = proxy({ accessToken, reports: listener })
    await worker.connect(connection, callbacks, transfer(port2, [port2]))
    return worker
  }
  const first = await startTransfer()
  const others = await Promise.all(Array.from({ length: TRANSFER_WORKERS - 1 }, startTransfer))
  return { vault: createRemote(Promise.resolve(vaultWorker)), vaultWorker, transfers: [first, ...others], reports }
}
