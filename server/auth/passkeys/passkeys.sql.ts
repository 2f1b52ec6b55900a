import type { Transaction } from '#server/db/database.ts'
import type { Credential } from '../webauthn/ceremony.ts'

export type PasskeyRow = Credential & {
  id: string
  user_id: string
  friendly_name: string | null
  created_at: Date
  last_used_at: Date | null
}

const COLUMNS = `p.id, p.user_id, p.friendly_name, p.credential_id, p.public_key,
  p.sign_count::double precision as sign_count, p.transports, p.created_at, p.last_used_at`

/** A user's passkeys, oldest first. */
export async function listPasskeys(db: Transaction, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRow>({
    text: `select ${COLUMNS} from auth.passkeys p where p.user_id = $1 order by p.created_at, p.id`,
    values: [userId],
  })
  return rows
}

/** @returns undefined when the credential is known already, from whomever. */
export async function insertPasskey(
  db: Transaction,
  userId: string,
  credential: Credential,
): Promise<PasskeyRow | undefined> {
  const { rows } = await db.query<PasskeyRow>({
    text: `insert into auth.passkeys as p (user_id, credential_id, public_key, sign_count, transports)
           values ($1, $2, $3, $4, $5)
           on conflict (credential_id) do nothing
           returning ${COLUMNS}`,
    values: [userId, credential.credential_id, credential.public_key, credential.sign_count, credential.transports],
  })
  return rows[0]
}

/** The passkey of a credential, whose ever it is. */
export async function findPasskey(db: Transaction, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  const { rows } = await db.query<PasskeyRow>({
    text: `select ${COLUMNS} from auth.passkeys p where p.credential_id = $1`,
    values: [credentialId],
  })
  return rows[0]
}

/** The passkey opens the vault by this wrap of the account key, in place of another one. */
export async function savePasskeyWrap(
  db: Transaction,
  { userId, passkeyId, wrappedKey }: { userId: string; passkeyId: string; wrappedKey: string },
): Promise<void> {
  await db.query({
    text: `insert into public.account_wraps (user_id, kind, passkey_id, wrapped_key) values ($1, 'passkey', $2, $3)
           on conflict (passkey_id) where passkey_id is not null
           do update set wrapped_key = excluded.wrapped_key, created_at = now()`,
    values: [userId, passkeyId, wrappedKey],
  })
}

export async function recordPasskeyUse(db: Transaction, id: string, signCount: number): Promise<void> {
  await db.query({
    text: 'update auth.passkeys set sign_count = $2, last_used_at = now() where id = $1',
    values: [id, signCount],
  })
}

export async function renamePasskey(
  db: Transaction,
  { userId, id, friendlyName }: { userId: string; id: string; friendlyName: string | undefined },
): Promise<PasskeyRow | undefined> {
  const { rows } = await db.query<PasskeyRow>({
    text: `update auth.passkeys p set friendly_name = $3 where p.id = $1 and p.user_id = $2 returning ${COLUMNS}`,
    values: [id, userId, friendlyName ?? null],
  })
  return rows[0]
}

/** @returns false when the user has no such passkey. */
export async function deletePasskey(db: Transaction, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'delete from auth.passkeys where id = $1 and user_id = $2',
    values: [id, userId],
  })
  return rowCount === 1
}

/** Keeps a challenge; without a user it is of a sign-in. @returns its id and its end in seconds since 1970. */
export async function insertPasskeyChallenge(
  db: Transaction,
  { userId, challenge, lifeSeconds }: { userId: string | null; challenge: string; lifeSeconds: number },
): Promise<{ id: string; expires_at: number }> {
  const { rows } = await db.query<{ id: string; expires_at: number }>({
    text: `insert into auth.passkey_challenges (user_id, challenge, expires_at)
           values ($1, $2, now() + make_interval(secs => $3))
           returning id, floor(extract(epoch from expires_at))::double precision as expires_at`,
    values: [userId, challenge, lifeSeconds],
  })
  const [row] = rows
  if (!row) throw new Error('a new challenge was not returned')
  return row
}

/** Uses a challenge up, also for a wrong answer. One of another user, or of another ceremony, is not found. */
export async function consumePasskeyChallenge(
  db: Transaction,
  { id, userId }: { id: string; userId: string | null },
): Promise<{ challenge: string; is_expired: boolean } | undefined> {
  const { rows } = await db.query<{ challenge: string; is_expired: boolean }>({
    text: `delete from auth.passkey_challenges
           where id = $1 and user_id is not distinct from $2
           returning challenge, expires_at <= now() as is_expired`,
    values: [id, userId],
  })
  return rows[0]
}
