import type { Cosignature } from '#ledger/witness/cosignatures.ts'
import type { VerifierKey } from '#ledger/notes/verifier-key.ts'
import type { Database } from '../../db/database.ts'

/** As a key stands in `ledger.cosignatures`. */
export const witnessId = ({ name, keyId }: VerifierKey): string => `${name}+${keyId}`

/** What a witness signed of a log, the largest tree. */
export async function lastSigned(database: Database, logId: string, witnesses: readonly string[]) {
  const { rows } = await database.owner<{ size: number; seconds: number }>(
    `select size::float8 as size, min(seconds)::float8 as seconds from ledger.cosignatures
     where log_id = $1 and witness = any($2) group by size having count(*) = $3 order by size desc limit 1`,
    [logId, witnesses, witnesses.length],
  )
  return rows[0]
}

export async function saveCosignatures(
  database: Database,
  logId: string,
  size: number,
  cosignatures: readonly Cosignature[],
): Promise<void> {
  await database.owner(
    `insert into ledger.cosignatures (log_id, size, witness, seconds, line)
     select $1, $2, witness, seconds, line from unnest($3::text[], $4::bigint[], $5::text[]) as given (witness, seconds, line)
     on conflict (log_id, size, witness) do update set seconds = excluded.seconds, line = excluded.line
     where cosignatures.seconds < excluded.seconds`,
    [
      logId,
      size,
      cosignatures.map(({ key }) => witnessId(key)),
      cosignatures.map(({ seconds }) => seconds),
      cosignatures.map(({ line }) => line),
    ],
  )
}

/** Readers are shown a log up to here from now on. @param isWitnessed a quorum has just signed it. */
export async function saveShown(
  database: Database,
  logId: string,
  size: number,
  { isWitnessed }: { isWitnessed: boolean },
): Promise<void> {
  await database.owner(
    `insert into ledger.shown (log_id, size, witnessed_at) values ($1, $2, case when $3 then clock_timestamp() end)
     on conflict (log_id) do update set size = greatest(shown.size, excluded.size),
                                        witnessed_at = coalesce(excluded.witnessed_at, shown.witnessed_at)`,
    [logId, size, isWitnessed],
  )
}

/** Seconds since a quorum signed; undefined when it never did. */
export async function witnessedAge(database: Database, logId: string): Promise<number | undefined> {
  const { rows } = await database.owner<{ age: number }>(
    `select extract(epoch from clock_timestamp() - witnessed_at)::float8 as age from ledger.shown
     where log_id = $1 and witnessed_at is not null`,
    [logId],
  )
  return rows[0]?.age
}

/** Keys that signed a tree of a log. */
export async function signedBy(database: Database, logId: string, size: number): Promise<ReadonlySet<string>> {
  const { rows } = await database.owner<{ witness: string }>(
    'select witness from ledger.cosignatures where log_id = $1 and size = $2',
    [logId, size],
  )
  return new Set(rows.map(({ witness }) => witness))
}

export async function recordRefusal(database: Database, witness: string, reason: string): Promise<void> {
  await database.owner('select ledger.record_refusal($1, $2)', [witness, reason])
}
