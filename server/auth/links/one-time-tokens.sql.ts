import { LIMITS } from '#contract/limits.ts'
import { KEY_HOURS } from '#contract/wire/request-key.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Challenge } from './pkce.ts'

export type TokenKind =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'invite'
  | 'email_change_current'
  | 'email_change_new'
  | 'email_change_stop'
  | 'reauthentication'
  | 'sms'
  | 'phone_change'

export type OneTimeTokenRow = {
  id: string
  user_id: string
  kind: TokenKind
  otp_hash: Buffer
  sent_to: string
  code_challenge: string | null
  code_challenge_method: Challenge['codeChallengeMethod'] | null
  attempts: number
  /** Of an organisation, which the link accepts. */
  invitation_id: string | null
}

const COLUMNS = 'id, user_id, kind, otp_hash, sent_to, code_challenge, code_challenge_method, attempts, invitation_id'

export type NewToken = {
  userId: string
  kind: TokenKind
  tokenHash: Buffer
  otpHash: Buffer
  sentTo: string
  challenge: Challenge | undefined
  lifeSeconds: number
  invitationId: string | undefined
}

/** Stores a token; an earlier one of the same kind, and for the same invitation, stops working. */
export async function replaceToken(db: Transaction, token: NewToken): Promise<void> {
  await db.query({
    text: `insert into auth.one_time_tokens as t (user_id, kind, token_hash, otp_hash, sent_to, code_challenge,
                                                  code_challenge_method, expires_at, invitation_id)
           values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8), $9)
           on conflict (user_id, kind, coalesce(invitation_id, '00000000-0000-0000-0000-000000000000')) do update
           set token_hash = excluded.token_hash, otp_hash = excluded.otp_hash, sent_to = excluded.sent_to,
               code_challenge = excluded.code_challenge, code_challenge_method = excluded.code_challenge_method,
               attempts = 0, created_at = now(), expires_at = excluded.expires_at`,
    values: [
      token.userId,
      token.kind,
      token.tokenHash,
      token.otpHash,
      token.sentTo,
      token.challenge?.codeChallenge ?? null,
      token.challenge?.codeChallengeMethod ?? null,
      token.lifeSeconds,
      token.invitationId ?? null,
    ],
  })
}

/** Whether a link would still do something; it is not used up. */
export async function isLinkOpen(db: Transaction, kinds: TokenKind[], tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'select from auth.one_time_tokens where token_hash = $1 and kind = any ($2) and expires_at > now()',
    values: [tokenHash, kinds],
  })
  return rowCount === 1
}

/** Uses up the token behind a link. Of two uses at once only one gets the row. */
export async function consumeToken(
  db: Transaction,
  kinds: TokenKind[],
  tokenHash: Buffer,
): Promise<OneTimeTokenRow | undefined> {
  const { rows } = await db.query<OneTimeTokenRow>({
    text: `delete from auth.one_time_tokens
           where token_hash = $1 and kind = any ($2) and expires_at > now()
           returning ${COLUMNS}`,
    values: [tokenHash, kinds],
  })
  return rows[0]
}

/** Live tokens that a code sent to an address or number may open, each counted as tried once more. */
export async function tryTokens(
  db: Transaction,
  { sentTo, kinds, maxAttempts }: { sentTo: string; kinds: TokenKind[]; maxAttempts: number },
): Promise<OneTimeTokenRow[]> {
  const { rows } = await db.query<OneTimeTokenRow>({
    text: `update auth.one_time_tokens
           set attempts = attempts + 1
           where sent_to = $1 and kind = any ($2) and expires_at > now() and attempts < $3
           returning ${COLUMNS}`,
    values: [sentTo, kinds, maxAttempts],
  })
  return rows
}

/** @returns false when somebody else used it first. */
export async function deleteToken(db: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await db.query({ text: 'delete from auth.one_time_tokens where id = $1', values: [id] })
  return rowCount === 1
}

export async function hasToken(db: Transaction, userId: string, kind: TokenKind): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'select from auth.one_time_tokens where user_id = $1 and kind = $2',
    values: [userId, kind],
  })
  return rowCount === 1
}

/** Ends what was mailed of these kinds. */
export async function deleteTokensOf(db: Transaction, userId: string, kinds: readonly TokenKind[]): Promise<void> {
  await db.query({
    text: 'delete from auth.one_time_tokens where user_id = $1 and kind = any ($2)',
    values: [userId, kinds],
  })
}

/** Revokes everything that was mailed to a user or waits for a browser, after the password or the address changed. */
export async function deleteTokens(db: Transaction, userId: string): Promise<void> {
  await db.query({ text: 'delete from auth.one_time_tokens where user_id = $1', values: [userId] })
  await db.query({ text: 'delete from auth.flow_states where user_id = $1', values: [userId] })
}

export type FlowStateRow = {
  user_id: string
  code_challenge: string
  code_challenge_method: Challenge['codeChallengeMethod']
  amr_method: string
  /** Name of the external provider, if one vouched. */
  provider: string | null
  is_expired: boolean
}

/** @returns the code that the browser that started the flow exchanges for a session. */
export async function insertFlowState(
  db: Transaction,
  flow: { userId: string; challenge: Challenge; amrMethod: string; provider?: string; lifeSeconds: number },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>({
    text: `insert into auth.flow_states (user_id, code_challenge, code_challenge_method, amr_method, expires_at, provider)
           values ($1, $2, $3, $4, now() + make_interval(secs => $5), $6)
           returning id`,
    values: [
      flow.userId,
      flow.challenge.codeChallenge,
      flow.challenge.codeChallengeMethod,
      flow.amrMethod,
      flow.lifeSeconds,
      flow.provider ?? null,
    ],
  })
  const [row] = rows
  if (!row) throw new Error('a new flow state was not returned')
  return row.id
}

export async function lockFlowState(db: Transaction, id: string): Promise<FlowStateRow | undefined> {
  const { rows } = await db.query<FlowStateRow>({
    text: `select user_id, code_challenge, code_challenge_method, amr_method, provider, expires_at <= now() as is_expired
           from auth.flow_states
           where id = $1
           for update`,
    values: [id],
  })
  return rows[0]
}

export async function deleteFlowState(db: Transaction, id: string): Promise<void> {
  await db.query({ text: 'delete from auth.flow_states where id = $1', values: [id] })
}

/** Drops what can no longer be used. The links of an email change expire with it. */
export async function deleteExpired(db: Transaction): Promise<void> {
  await db.query({ text: 'delete from auth.one_time_tokens where expires_at <= now()' })
  await db.query({
    text: `update auth.users set new_email = null, email_change_sent_at = null, email_change_waits_for = null
           where new_email is not null and email_change_sent_at <= now() - make_interval(secs => $1)`,
    values: [LIMITS.emailChangeSeconds],
  })
  await db.query({ text: 'delete from auth.flow_states where expires_at <= now()' })
  await db.query({ text: 'delete from auth.oauth_states where expires_at <= now()' })
  await db.query({ text: 'delete from auth.sso_requests where expires_at <= now()' })
  await db.query({ text: 'delete from auth.used_wallet_messages where expires_at <= now()' })
  await db.query({ text: 'delete from auth.used_captchas where expires_at <= now()' })
  await db.query({ text: 'delete from auth.mfa_challenges where expires_at <= now()' })
  await db.query({
    text: `delete from auth.mfa_factors where status = 'unverified' and created_at <= now() - interval '300 seconds'`,
  })
  await db.query({ text: 'delete from auth.passkey_challenges where expires_at <= now()' })
  await db.query({
    text: `delete from auth.earlier_account_keys where kept_on < current_date - case what when 'keyring' then 30 else 7 end`,
  })
  await db.query({ text: `delete from auth.earlier_key_states where kept_at < now() - interval '7 days'` })
  await db.query({ text: `delete from auth.rate_limits where refilled_at < now() - interval '1 day'` })
  await db.query({
    text: 'delete from panel.requests where begun_at <= now() - make_interval(hours => $1)',
    values: [KEY_HOURS],
  })
}
