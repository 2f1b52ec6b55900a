import type { Transaction } from '#server/db/database.ts'

export type ChallengeRow = {
  /** Null of one that a server of the version before asked: it counts from the address that asked. */
  session_id: string | null
  ip: string
  otp_hash: Buffer | null
  webauthn_challenge: string | null
  webauthn_ceremony: 'create' | 'request' | null
  attempts: number
  is_expired: boolean
}

export type NewChallenge = {
  id: string
  factorId: string
  sessionId: string
  ip: string
  otpHash?: Buffer
  webauthn?: { challenge: string; ceremony: 'create' | 'request' }
  lifeSeconds: number
}

/** @returns when it ends, in seconds since 1970. */
export async function insertChallenge(db: Transaction, challenge: NewChallenge): Promise<number> {
  const { rows } = await db.query<{ expires_at: number }>({
    text: `insert into auth.mfa_challenges (id, factor_id, session_id, ip, otp_hash, webauthn_challenge, webauthn_ceremony, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))
           returning floor(extract(epoch from expires_at))::double precision as expires_at`,
    values: [
      challenge.id,
      challenge.factorId,
      challenge.sessionId,
      challenge.ip,
      challenge.otpHash ?? null,
      challenge.webauthn?.challenge ?? null,
      challenge.webauthn?.ceremony ?? null,
      challenge.lifeSeconds,
    ],
  })
  const [row] = rows
  if (!row) throw new Error('a new challenge was not returned')
  return row.expires_at
}

/** The challenge of a factor, counted as tried once more. */
export async function tryChallenge(db: Transaction, id: string, factorId: string): Promise<ChallengeRow | undefined> {
  const { rows } = await db.query<ChallengeRow>({
    text: `update auth.mfa_challenges
           set attempts = attempts + 1
           where id = $1 and factor_id = $2
           returning session_id, ip, otp_hash, webauthn_challenge, webauthn_ceremony, attempts, expires_at <= now() as is_expired`,
    values: [id, factorId],
  })
  return rows[0]
}

export async function deleteChallenge(db: Transaction, id: string): Promise<void> {
  await db.query({ text: 'delete from auth.mfa_challenges where id = $1', values: [id] })
}
