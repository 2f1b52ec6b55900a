import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Transaction } from '#server/db/database.ts'

const SALT_BYTES = 16
const DEFAULT = { m: 65_536, t: 3, p: 4, v: 1 }

/** Argon2id parameters of a vault account (RFC 9106 names); `salt` is 16 bytes in base64url. Weak ones are refused. */
export const kdfSchema = z.object({
  salt: z
    .string()
    .regex(/^[\w-]{22}$/, 'kdf.salt must be 16 bytes in base64url')
    .transform((salt) => Buffer.from(salt, 'base64url')),
  m: z.int().min(65_536).max(1_048_576),
  t: z.int().min(3).max(10),
  p: z.int().min(1).max(16),
  v: z.int().min(1).max(32_767).default(1),
})
export type Kdf = z.infer<typeof kdfSchema>

export type KdfAnswer = { salt: string; m: number; t: number; p: number; v: number }

/**
 * The parameters with which a client turns the password of `email` into keys. An unknown address gets an answer of the same
 * form, stable and computed whether needed or not, so the answer and its timing do not tell who has an account. So does one that is
 * not confirmed: otherwise anybody could sign it up and see whether their own salt comes back.
 *
 * @param asked.userId of somebody signed in whose token names `email`: the address may be another one since.
 */
export async function kdfOf(
  db: Transaction,
  { email, userId }: { email: string; userId: string | undefined },
  serverSecret: Buffer,
): Promise<KdfAnswer> {
  const invented = createHmac('sha256', serverSecret)
    .update('qs1/kdf-salt')
    .update(email)
    .digest()
    .subarray(0, SALT_BYTES)
  const { rows } = await db.query<Kdf>({
    text: `select k.salt, k.m, k.t, k.p, k.v
           from auth.users u
           join auth.kdf_parameters k on k.user_id = u.id
           where u.id = coalesce($2::uuid, (select id from auth.users where email = $1))
             and u.email_confirmed_at is not null and u.deleted_at is null`,
    values: [email, userId],
  })
  const { salt, m, t, p, v } = rows[0] ?? { ...DEFAULT, salt: invented }
  return { salt: salt.toString('base64url'), m, t, p, v }
}

/** Sets the parameters that belong to a new password. */
export async function saveKdf(db: Transaction, userId: string, { salt, m, t, p, v }: Kdf): Promise<void> {
  await db.query({
    text: `insert into auth.kdf_parameters (user_id, salt, m, t, p, v)
           values ($1, $2, $3, $4, $5, $6)
           on conflict (user_id) do update
           set salt = excluded.salt, m = excluded.m, t = excluded.t, p = excluded.p, v = excluded.v, updated_at = now()`,
    values: [userId, salt, m, t, p, v],
  })
}
