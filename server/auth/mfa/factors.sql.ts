import type { Transaction } from '#server/db/database.ts'

export type FactorType = 'totp' | 'phone' | 'webauthn' | 'recovery_code'

/** A factor as accounts show it, read as JSON beside them: times are texts. */
export type UserFactor = {
  id: string
  friendly_name: string | null
  factor_type: FactorType
  status: 'unverified' | 'verified'
  phone: string | null
  last_challenged_at: string | null
  created_at: string
  updated_at: string
}

export type FactorRow = Pick<UserFactor, 'id' | 'friendly_name' | 'factor_type' | 'status' | 'phone'> & {
  user_id: string
  secret_sealed: Buffer | null
  credential_id: Buffer | null
  public_key: Buffer | null
  sign_count: number
  transports: string[]
}

// A factor that is not verified within five minutes has to be enrolled again.
const ALIVE = `(f.status = 'verified' or f.created_at > now() - interval '300 seconds')`

/** Selects the factors of user `u` as one JSON value, for the columns of an account. */
export const FACTORS_OF_USER = `coalesce((
    select json_agg(json_build_object('id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type,
             'status', f.status, 'phone', f.phone, 'last_challenged_at', f.last_challenged_at,
             'created_at', f.created_at, 'updated_at', f.updated_at) order by f.created_at, f.id)
    from auth.mfa_factors f
    where f.user_id = u.id and ${ALIVE}), '[]')`

const COLUMNS = `f.id, f.user_id, f.friendly_name, f.factor_type, f.status, f.phone, f.secret_sealed, f.credential_id,
  f.public_key, f.sign_count::double precision as sign_count, f.transports`

/** The user's own living factor. */
export async function findFactor(db: Transaction, userId: string, id: string): Promise<FactorRow | undefined> {
  const { rows } = await db.query<FactorRow>({
    text: `select ${COLUMNS} from auth.mfa_factors f where f.id = $1 and f.user_id = $2 and ${ALIVE}`,
    values: [id, userId],
  })
  return rows[0]
}

export async function findRecoveryFactor(db: Transaction, userId: string): Promise<FactorRow | undefined> {
  const { rows } = await db.query<FactorRow>({
    text: `select ${COLUMNS} from auth.mfa_factors f where f.user_id = $1 and f.factor_type = 'recovery_code'`,
    values: [userId],
  })
  return rows[0]
}

export type NewFactor = {
  id: string
  userId: string
  type: FactorType
  friendlyName: string | undefined
  status?: 'unverified' | 'verified'
  secretSealed?: Buffer
  /** E.164 without the plus sign. */
  phone?: string
}

export async function insertFactor(db: Transaction, factor: NewFactor): Promise<void> {
  await db.query({
    text: `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret_sealed, phone)
           values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      factor.id,
      factor.userId,
      factor.friendlyName ?? null,
      factor.type,
      factor.status ?? 'unverified',
      factor.secretSealed ?? null,
      factor.phone ?? null,
    ],
  })
}

export async function deleteFactor(db: Transaction, id: string): Promise<void> {
  await db.query({ text: 'delete from auth.mfa_factors where id = $1', values: [id] })
}

/** Drops the factors of a user that nobody verified in time. */
export async function deleteStale(db: Transaction, userId: string): Promise<void> {
  await db.query({
    text: `delete from auth.mfa_factors f where f.user_id = $1 and not ${ALIVE}`,
    values: [userId],
  })
}

/** Drops all factors of a user that wait to be verified, or only those for one number. */
export async function deleteUnverified(db: Transaction, userId: string, phone?: string): Promise<void> {
  await db.query({
    text: `delete from auth.mfa_factors
           where user_id = $1 and status = 'unverified' and ($2::text is null or phone = $2)`,
    values: [userId, phone ?? null],
  })
}

export type Credential = Required<{
  credential_id: Buffer
  public_key: Buffer
  sign_count: number
  transports: string[]
}>

/** Marks a factor as verified; a security key comes with its credential. */
export async function markVerified(db: Transaction, id: string, credential?: Credential): Promise<void> {
  await db.query({
    text: `update auth.mfa_factors
           set status = 'verified', updated_at = now(), credential_id = $2, public_key = $3, sign_count = $4, transports = $5
           where id = $1 and status = 'unverified'`,
    values: [
      id,
      credential?.credential_id ?? null,
      credential?.public_key ?? null,
      credential?.sign_count ?? 0,
      credential?.transports ?? [],
    ],
  })
}

export async function credentialIsKnown(db: Transaction, credentialId: Buffer): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'select from auth.mfa_factors where credential_id = $1',
    values: [credentialId],
  })
  return rowCount === 1
}

export async function saveSignCount(db: Transaction, id: string, signCount: number): Promise<void> {
  await db.query({ text: 'update auth.mfa_factors set sign_count = $2 where id = $1', values: [id, signCount] })
}

export async function stampChallenge(db: Transaction, id: string): Promise<void> {
  await db.query({ text: 'update auth.mfa_factors set last_challenged_at = now() where id = $1', values: [id] })
}

/** Uses up a time step and all before it. @returns false when its code was used already. */
export async function spendStep(db: Transaction, id: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `update auth.mfa_factors set last_used_step = $2
           where id = $1 and (last_used_step is null or last_used_step < $2)`,
    values: [id, step],
  })
  return rowCount === 1
}
