import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'

const sessionRow = z.object({
  id: z.uuid(),
  created_at: z.string(),
  last_active_at: z.string(),
  user_agent: z.string().nullable(),
  ip: z.string().nullable(),
  aal: z.string(),
  is_current: z.boolean(),
})

/** A sign-in of the caller that has not ended. Times in ISO 8601. */
export type OwnSession = {
  id: string
  createdAt: string
  lastActiveAt: string
  userAgent: string | null
  ip: string | null
  hasSecondFactor: boolean
  isCurrent: boolean
}

/** The caller's sessions, this one first. */
export async function listOwnSessions(api: VaultApi): Promise<OwnSession[]> {
  const rows = z.array(sessionRow).parse(await api.rest('rpc/own_sessions', { method: 'POST', body: {} }))
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    lastActiveAt: row.last_active_at,
    userAgent: row.user_agent,
    ip: row.ip,
    hasSecondFactor: row.aal === 'aal2',
    isCurrent: row.is_current,
  }))
}

/** Ends a session of the caller. @returns false when it had ended already. */
export async function revokeOwnSession(api: VaultApi, id: string): Promise<boolean> {
  return z.boolean().parse(await api.rest('rpc/revoke_own_session', { method: 'POST', body: { session: id } }))
}

const facts = z.object({
  email_confirmed: z.boolean(),
  has_vault: z.boolean(),
  has_recovery_words: z.boolean(),
  recovery_checked_at: z.string().nullable(),
  second_factors: z.number(),
  recovery_codes: z.number(),
  passkeys: z.number(),
  // A server of the version before sends none of these.
  has_provider: z.boolean().default(false),
  fits_ways: z.boolean().default(true),
  password_set_at: z.string().nullable(),
  idle_sessions: z.number(),
  stolen_at: z.string().nullable(),
})

/** What the server knows about the security of the caller's account. */
export type SecurityFacts = {
  isEmailConfirmed: boolean
  hasVault: boolean
  hasRecoveryWords: boolean
  /** When words of the recovery kit were last typed back; null without a kit. */
  recoveryCheckedAt: string | null
  secondFactors: number
  /** Codes that were not used yet. */
  recoveryCodes: number
  passkeys: number
  /** An identity provider that the person signed in by. */
  hasProvider: boolean
  /** Whether this session was opened by a way that the organisation takes, or will take. */
  fitsWays: boolean
  passwordSetAt: string | null
  /** Sessions that nobody used for two weeks. */
  idleSessions: number
  /** When, in the last 30 days, a session was last used by two parties; null when none was. */
  stolenAt: string | null
}

export async function readSecurityFacts(api: VaultApi): Promise<SecurityFacts> {
  const known = facts.parse(await api.rest('rpc/own_security', { method: 'POST', body: {} }))
  return {
    isEmailConfirmed: known.email_confirmed,
    hasVault: known.has_vault,
    hasRecoveryWords: known.has_recovery_words,
    recoveryCheckedAt: known.recovery_checked_at,
    secondFactors: known.second_factors,
    recoveryCodes: known.recovery_codes,
    passkeys: known.passkeys,
    hasProvider: known.has_provider,
    fitsWays: known.fits_ways,
    passwordSetAt: known.password_set_at,
    idleSessions: known.idle_sessions,
    stolenAt: known.stolen_at,
  }
}
