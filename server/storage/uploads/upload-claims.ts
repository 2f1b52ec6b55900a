import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller, Database, Transaction } from '../../db/database.ts'
import { StorageError, TusError } from '../storage-error.ts'
import { claimUploadStatement, lockClaimStatement, releaseClaimStatement, renewClaimStatement } from './uploads.sql.ts'

/** A node that has not said for so long that it completes an upload has lost it. Its own calls may take longer: it says so meanwhile. */
const LEASE_MS = 15_000
const RENEWALS_OF_LEASE = 3
const LOOK_AGAIN_MS = 200
/** Shorter than proxies wait for an answer. Who asks again then waits again. */
const PATIENCE_MS = 60_000
const BUSY_SECONDS = 5

/** In milliseconds: after how long another node may take over; for how long a request waits for another node. */
export type ClaimTimes = { leaseMs?: number; patienceMs?: number }

/** This node completes the upload. `requireHeld` in the transaction that does so. */
export type Claim = {
  epoch: string
  /** @throws {ClaimTakenError} when another node has taken the upload over. */
  requireHeld: (transaction: Transaction) => Promise<void>
  release: () => Promise<void>
}

/** Another node has taken the upload over meanwhile; nothing that this one did for it counts. */
export class ClaimTakenError extends TusError {
  constructor() {
    super(409, 'Another server has taken over this upload')
  }
}

/**
 * Lets one node at a time complete an upload whose bytes lie where every node can read them (docs/decisions/0149-one-node-completes-an-upload.md).
 * Times are those of the database.
 */
export class UploadClaims {
  readonly #database: Database
  readonly #node = randomUUID()
  readonly #leaseMs: number
  readonly #patienceMs: number

  constructor(database: Database, { leaseMs = LEASE_MS, patienceMs = PATIENCE_MS }: ClaimTimes = {}) {
    this.#database = database
    this.#leaseMs = leaseMs
    this.#patienceMs = patienceMs
  }

  /**
   * Waits while another node has the upload.
   * @returns undefined when it is complete, cancelled or expired.
   * @throws {StorageError} `SlowDown` when the other node takes long.
   */
  async take(caller: Caller, upload: string): Promise<Claim | undefined> {
    const until = performance.now() + this.#patienceMs
    for (;;) {
      const statement = claimUploadStatement(upload, this.#node, this.#leaseMs)
      const { rows } = await this.#database.oneAsCaller<{ epoch: string | null }>(caller, statement)
      if (!rows[0]) return undefined
      if (rows[0].epoch !== null) return this.#held(caller, upload, rows[0].epoch)
      if (performance.now() >= until)
        throw new StorageError('SlowDown', 'Another server is completing this upload. Try again shortly.', {
          retryAfterSeconds: BUSY_SECONDS,
        })
      await sleep(LOOK_AGAIN_MS)
    }
  }

  #held(caller: Caller, upload: string, epoch: string): Claim {
    const renew = (): Promise<unknown> =>
      this.#database.oneAsCaller(caller, renewClaimStatement(upload, epoch, this.#leaseMs))
    // A renewal that fails costs the claim at worst, and then the end of the work is refused.
    const timer = setInterval(() => void Promise.allSettled([renew()]), this.#leaseMs / RENEWALS_OF_LEASE)
    return {
      epoch,
      requireHeld: async (transaction) => {
        const { rows } = await transaction.query(lockClaimStatement(upload, epoch))
        if (!rows[0]) throw new ClaimTakenError()
      },
      release: async () => {
        clearInterval(timer)
        // What cannot be released ends by itself.
        await Promise.allSettled([this.#database.oneAsCaller(caller, releaseClaimStatement(upload, epoch))])
      },
    }
  }
}
