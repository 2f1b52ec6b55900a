import { z } from 'zod'
import { LIMITS } from '#contract/limits.ts'
import type { VaultApi } from '../session/api.ts'
import { deriveCredentials } from '../session/credentials.ts'
import { type OpenVault, unwrapMasterKey } from '../session/open-vault.ts'

const HEADERS = { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' }

const userShape = z.object({
  email: z.string(),
  new_email: z.string().optional(),
  email_change_sent_at: z.string().optional(),
})

export type OwnEmail = {
  /** As the server says; nothing of the vault rests on it. */
  email: string
  /** An address that was asked for, waits for its mailbox, and is forgotten at `expiresAt`. */
  waiting: { email: string; expiresAt: string } | null
}

/** The address of the caller's account, which a link in another browser may have changed. */
export async function readOwnEmail(api: VaultApi, now = new Date()): Promise<OwnEmail> {
  const answer = await api.fetch('/auth/v1/user', { headers: HEADERS })
  const { email, new_email: next, email_change_sent_at: sentAt } = userShape.parse(await answer.json())
  if (!next || !sentAt) return { email, waiting: null }
  const expiresAt = new Date(Date.parse(sentAt) + LIMITS.emailChangeSeconds * 1000)
  return { email, waiting: expiresAt > now ? { email: next, expiresAt: expiresAt.toISOString() } : null }
}

export type WantedEmail = {
  /** The present address. */
  email: string
  next: string
  password: string
  /** Where the links in the mails end. */
  returnTo: string
}

/**
 * Asks for another address. The password is tried on the vault first, so a wrong one leaves this device only as what it is stretched to.
 * Keys, grants and statements name the account by its number, so the vault stays as it is.
 *
 * @throws {VaultError} `wrong_password`, `needs_second_factor`, `rate_limited`. An address that has an account is no error: nobody learns that.
 */
export async function requestEmailChange(
  api: VaultApi,
  vault: OpenVault,
  { email, next, password, returnTo }: WantedEmail,
): Promise<void> {
  const { authSecret, kek } = await deriveCredentials(api, email, password)
  await unwrapMasterKey(api, vault.userId, kek)
  const body = JSON.stringify({ email: next.trim().toLowerCase(), current_password: authSecret })
  const query = new URLSearchParams({ redirect_to: returnTo })
  await api.fetch(`/auth/v1/user?${query}`, { method: 'PUT', headers: HEADERS, body })
}

/** Ends a change that its mailbox has not confirmed. */
export async function stopEmailChange(api: VaultApi): Promise<void> {
  await api.fetch('/auth/v1/user/email_change', { method: 'DELETE' })
}
