import type { Transaction } from '#server/db/database.ts'

/** @returns false when the message was used before. */
export async function useWalletMessage(db: Transaction, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `insert into auth.used_wallet_messages (message_hash, expires_at) values ($1, $2) on conflict do nothing`,
    values: [hash, expiresAt],
  })
  return rowCount === 1
}
