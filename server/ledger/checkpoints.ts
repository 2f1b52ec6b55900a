import { LedgerError } from '#ledger/errors.ts'
import { formatCheckpoint } from '#ledger/notes/checkpoint.ts'
import { formatNote } from '#ledger/notes/note.ts'
import type { NoteSigner } from '#ledger/notes/sign.ts'
import { lastSeconds } from '#ledger/witness/last-seconds.ts'
import { writeAnchoredHead } from '#ledger/events/anchor-entry.ts'
import { CompactRange } from '#ledger/tree/compact-range.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import { type Clock, secondsOf } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { growAnchor } from './grow-anchor.ts'
import { headsToAnchor, insertCheckpoint, logsToSign, saveAnchored, tryToSequence } from './ledger.sql.ts'
import type { KeyMaps } from './listed/key-maps.ts'
import type { LogKeys } from './log-keys.ts'
import { openLog } from './sequencer.ts'

export type CheckpointServices = { database: Database; keys: LogKeys; clock: Clock; publicUrl: string; maps: KeyMaps }

/** A head of a log, as it was signed. */
export type SignedHead = TreeHead & { readonly origin: string }

/**
 * Signs the logs that grew since they were signed.
 *
 * @param youngestMs how old the checkpoint before must be: a busy log is not signed for each event.
 */
export function signGrown({ database, keys, clock }: CheckpointServices, youngestMs: number): Promise<SignedHead[]> {
  return database.asOwner(async (db) => {
    if (!(await tryToSequence(db))) return []
    const signed: SignedHead[] = []
    for (const log of await logsToSign(db, youngestMs)) {
      const head = { size: log.size, root: new CompactRange(log.size, log.roots).root() }
      const text = formatCheckpoint({ origin: log.origin, ...head, extensions: [] })
      const signers = await keys.signersOf(log.origin)
      const seconds = Math.max(secondsOf(clock), await secondsBefore(log.signedNote, signers))
      const signatures = await Promise.all(signers.map((signer) => signer.sign(text, seconds)))
      await insertCheckpoint(db, log.id, head, formatNote({ text, signatures }))
      signed.push({ origin: log.origin, ...head })
    }
    return signed
  })
}

/** When the checkpoint before was signed: a clock that was put back may not make the log contradict itself. */
async function secondsBefore(note: string | null, signers: readonly NoteSigner[]): Promise<number> {
  const timed = signers.find(({ key }) => key.type === 'ml-dsa-44-cosignature')
  if (note === null || !timed) return 0
  try {
    return await lastSeconds(timed.key, note)
  } catch (error) {
    // Somebody changed it in the database: that is no reason to sign nothing any more.
    if (error instanceof LedgerError) return 0
    throw error
  }
}

/** Writes into the anchor log what the others signed since. @returns how many. */
export function anchorHeads(services: CheckpointServices): Promise<number> {
  return services.database.asOwner(async (db) => ((await tryToSequence(db)) ? anchor(db, services) : 0))
}

async function anchor(db: Transaction, services: CheckpointServices): Promise<number> {
  const heads = await headsToAnchor(db)
  const log = await openLog(db, services, 'anchor', null)
  const entries = heads.map(({ origin, size, root, anchoredAt }) =>
    writeAnchoredHead({ origin, size, root: new Uint8Array(root), previous: anchoredAt }),
  )
  await growAnchor(db, { log, maps: services.maps }, entries)
  for (const [i, { id, size }] of heads.entries()) await saveAnchored(db, id, size, log.size + i)
  return heads.length
}

/**
 * Deletes checkpoints that nobody needs any more: of a day ago all but the last of each hour, of a month ago all but the last of each day. The
 * newest of a log stays, and every tree can still be proved: a checkpoint is a signature over what the tiles hold.
 */
export async function pruneCheckpoints(database: Database): Promise<number> {
  const { rowCount } = await database.owner(
    `delete from ledger.checkpoints c
     using (select log_id, size, signed_at, lead(signed_at) over (partition by log_id order by size) as next,
                   case when signed_at < clock_timestamp() - interval '30 days' then 'day' else 'hour' end as unit
            from ledger.checkpoints) as old
     where c.log_id = old.log_id and c.size = old.size and old.signed_at < clock_timestamp() - interval '1 day'
       and date_trunc(old.unit, old.next, 'UTC') = date_trunc(old.unit, old.signed_at, 'UTC')`,
  )
  return rowCount ?? 0
}
