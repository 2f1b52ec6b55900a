import { randomUUID } from 'node:crypto'
import { toBase64 } from '#ledger/notes/base64.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { SignedHead } from './checkpoints.ts'
import { insertLog, type Log } from './ledger.sql.ts'
import { newOrigin } from './origins.ts'

/** `asOf`: a backup of this moment was put back. */
type Why = { reason: string; asOf: Date | undefined }

/**
 * Ends every log that grows, and starts each again under a name of its own. The first event of each says which tree came before, as it was signed,
 * and why: a client that remembers the log that is gone finds that stated, and not two histories under one name.
 *
 * @param lost what was signed, and is not in the database any more.
 */
export function beginEpoch(
  { database, publicUrl }: { database: Database; publicUrl: string },
  lost: readonly SignedHead[],
  { reason, asOf }: Why,
): Promise<Log[]> {
  return database.asOwner(async (db) => {
    await db.query({ text: `select pg_advisory_xact_lock(hashtextextended('ledger.sequencer', 0))` })
    const { rows } = await db.query<Pick<Log, 'id' | 'kind' | 'tenantId' | 'epoch' | 'origin'>>({
      // The anchor log that begins names them again, as far as they come: the one that ended with them is not shown any more.
      text: `update ledger.logs set ended_at = clock_timestamp(), anchored = 0, anchored_at = null where ended_at is null
             returning id, kind, tenant_id as "tenantId", epoch, origin`,
    })
    const begun: Log[] = []
    for (const before of rows) {
      const id = randomUUID()
      const epoch = before.epoch + 1
      const origin = await newOrigin(db, publicUrl, { id, kind: before.kind, epoch })
      begun.push(await insertLog(db, { id, kind: before.kind, tenantId: before.tenantId, epoch, origin }))
      const head = lost.find((one) => one.origin === before.origin)
      if (before.kind !== 'anchor') await recordEpoch(db, before, { reason, asOf, epoch, origin, head })
    }
    return begun
  })
}

async function recordEpoch(
  db: Transaction,
  before: Pick<Log, 'tenantId' | 'origin'>,
  { reason, asOf, epoch, origin, head }: Why & { epoch: number; origin: string; head: SignedHead | undefined },
): Promise<void> {
  const details = {
    reason,
    epoch,
    log: origin,
    before: before.origin,
    ...(asOf && { restored_as_of: asOf.toISOString() }),
    ...(head && { signed_size: head.size, signed_root: toBase64(head.root) }),
  }
  await db.query({
    text: 'select ledger.record_epoch($1, $2)',
    values: [before.tenantId, JSON.stringify(details)],
  })
}
