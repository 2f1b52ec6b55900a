import { type Remote, proxy, transfer, wrap } from 'comlink'
// oxlint-disable import/default -- the bundler answers `?worker&url` with an address
import transferUrl from '../workers/transfer.worker.ts?worker&url'
import vaultUrl from '../workers/vault.worker.ts?worker&url'
import { carryVaultErrors } from '../workers/errors.ts'
import type { TransferWorker } from '../workers/transfer.worker.ts'
import type { Connection, VaultWorker } from '../workers/vault.worker.ts'
import { startWorker } from './trusted-worker.ts'

/** One reads and seals while the other waits for its line; bench/vault/b01-seal.ts compares one with two. */
const TRANSFER_WORKERS = 2

export type WorkerPool = {
  vault: Remote<VaultWorker>
  transfers: [Remote<TransferWorker>, ...Remote<TransferWorker>[]]
}

/** Starts the worker that holds the keys and the ones that move bytes, with a direct line for keys between them. */
export async function startWorkers(
  connection: Connection,
  accessToken: () => Promise<string | undefined>,
): Promise<WorkerPool> {
  carryVaultErrors()
  const vault = wrap<VaultWorker>(startWorker(vaultUrl))
  await vault.connect(connection, proxy(accessToken))
  const startTransfer = async (): Promise<Remote<TransferWorker>> => {
    const worker = wrap<TransferWorker>(startWorker(transferUrl))
    const { port1, port2 } = new MessageChannel()
    await vault.attach(transfer(port1, [port1]))
    await worker.connect(connection, proxy(accessToken), transfer(port2, [port2]))
    return worker
  }
  const first = await startTransfer()
  const others = await Promise.all(Array.from({ length: TRANSFER_WORKERS - 1 }, startTransfer))
  return { vault, transfers: [first, ...others] }
}
