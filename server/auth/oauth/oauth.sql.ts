import type { Transaction } from '#server/db/database.ts'
import type { Challenge } from '../links/pkce.ts'
import type { SignedIn } from '../request.ts'

export type NewOAuthState = {
  stateHash: Buffer
  browserHash: Buffer
  provider: string
  codeVerifier: string
  nonce: string
  redirectTo: string
  challenge: Challenge | undefined
  /** A signed-in person who adds the provider to their account; the state ends with that session. */
  link: SignedIn | undefined
  lifeSeconds: number
}

export async function insertOAuthState(db: Transaction, state: NewOAuthState): Promise<void> {
  await db.query({
    text: `insert into auth.oauth_states (state_hash, browser_hash, provider, code_verifier, nonce, redirect_to,
                                          code_challenge, code_challenge_method, link_user_id, link_session_id,
                                          expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(secs => $11))`,
    values: [
      state.stateHash,
      state.browserHash,
      state.provider,
      state.codeVerifier,
      state.nonce,
      state.redirectTo,
      state.challenge?.codeChallenge ?? null,
      state.challenge?.codeChallengeMethod ?? null,
      state.link?.userId ?? null,
      state.link?.sessionId ?? null,
      state.lifeSeconds,
    ],
  })
}

export type OAuthStateRow = {
  id: string
  browser_hash: Buffer
  provider: string
  code_verifier: string
  nonce: string
  redirect_to: string
  code_challenge: string | null
  code_challenge_method: Challenge['codeChallengeMethod'] | null
  link_user_id: string | null
  link_session_id: string | null
  is_used: boolean
  is_expired: boolean
}

export async function findOAuthState(db: Transaction, stateHash: Buffer): Promise<OAuthStateRow | undefined> {
  const { rows } = await db.query<OAuthStateRow>({
    text: `select id, browser_hash, provider, code_verifier, nonce, redirect_to, code_challenge, code_challenge_method,
             link_user_id, link_session_id, used_at is not null as is_used, expires_at <= now() as is_expired
           from auth.oauth_states
           where state_hash = $1`,
    values: [stateHash],
  })
  return rows[0]
}

/** @returns false when another request used it first. */
export async function useOAuthState(db: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'update auth.oauth_states set used_at = now() where id = $1 and used_at is null and expires_at > now()',
    values: [id],
  })
  return rowCount === 1
}
