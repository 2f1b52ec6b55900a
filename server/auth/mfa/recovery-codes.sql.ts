import type { Transaction } from '#server/db/database.ts'

/** Stores a set of codes in place of the one before. */
export async function replaceCodes(db: Transaction, factorId: string, hashes: Buffer[]): Promise<void> {
  await db.query({ text: 'delete from auth.mfa_recovery_codes where factor_id = $1', values: [factorId] })
  await db.query({
    text: 'insert into auth.mfa_recovery_codes (factor_id, code_hash) select $1, unnest($2::bytea[])',
    values: [factorId, hashes],
  })
}

export async function countCodes(db: Transaction, factorId: string): Promise<{ total: number; remaining: number }> {
  const { rows } = await db.query<{ total: number; remaining: number }>({
    text: `select count(*)::int as total, (count(*) filter (where used_at is null))::int as remaining
           from auth.mfa_recovery_codes
           where factor_id = $1`,
    values: [factorId],
  })
  return rows[0] ?? { total: 0, remaining: 0 }
}

/** Uses up a code. @returns false when there is none like it or it was used. */
export async function spendCode(db: Transaction, factorId: string, hash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `update auth.mfa_recovery_codes set used_at = now()
           where factor_id = $1 and code_hash = $2 and used_at is null`,
    values: [factorId, hash],
  })
  return rowCount === 1
}
