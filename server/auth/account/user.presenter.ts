import { randomUUID } from 'node:crypto'
import type { UserFactor } from '../mfa/factors.sql.ts'
import type { IdentityRow, UserRow } from './users.sql.ts'

export type NewAccount = {
  /** Or a number; with neither the account is anonymous. */
  email?: string
  /** E.164 without the plus sign. */
  phone?: string
  /** Argon2id PHC string, which never leaves the server; null for an account that signs in by mail. */
  passwordHash: string | null
  data: Record<string, unknown>
  isConfirmed: boolean
  now: Date
}

/**
 * The rows of a new account. A sign-up with a known address is answered from such rows too, without storing them, so both
 * answers have one shape.
 */
export function newAccount({ email, phone, passwordHash, data, isConfirmed, now }: NewAccount): {
  user: UserRow
  identity: IdentityRow
} {
  const id = randomUUID()
  const provider = email === undefined && phone !== undefined ? 'phone' : 'email'
  const isAnonymous = email === undefined && phone === undefined
  const contact = email === undefined ? { phone } : { email }
  const isEmailConfirmed = isConfirmed && email !== undefined
  const metadata = isAnonymous
    ? data
    : {
        ...data,
        ...contact,
        email_verified: isEmailConfirmed,
        phone_verified: isConfirmed && !isEmailConfirmed,
        sub: id,
      }
  const user: UserRow = {
    id,
    email: email ?? null,
    phone: phone ?? null,
    encrypted_password: passwordHash,
    is_vault_enrolled: false,
    has_kdf: false,
    email_confirmed_at: isEmailConfirmed ? now : null,
    phone_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: isConfirmed || isAnonymous ? null : now,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    new_phone: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    app_metadata: isAnonymous ? {} : { provider, providers: [provider] },
    user_metadata: metadata,
    is_anonymous: isAnonymous,
    banned_until: null,
    is_banned: false,
    is_of_suspended: false,
    leaving_until: null,
    factors: [],
    created_at: now,
    updated_at: now,
  }
  const identity: IdentityRow = {
    id: randomUUID(),
    user_id: id,
    provider,
    provider_id: id,
    identity_data: metadata,
    last_sign_in_at: null,
    created_at: now,
    updated_at: now,
  }
  return { user, identity }
}

/** The user as clients see it: no hash, no token; empty optional fields are left out. */
export function presentUser(user: UserRow, identities: IdentityRow[]): Record<string, unknown> {
  const confirmedAt = earlier(user.email_confirmed_at, user.phone_confirmed_at)
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...present({
      email_confirmed_at: user.email_confirmed_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmed_at: confirmedAt,
      invited_at: user.invited_at,
      confirmation_sent_at: user.confirmation_sent_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.new_email,
      email_change_sent_at: user.email_change_sent_at,
      new_phone: user.new_phone,
      phone_change_sent_at: user.phone_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
    }),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    identities: identities.map(presentIdentity),
    ...(user.factors.length > 0 && { factors: user.factors.map(presentFactor) }),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  }
}

/** A second factor as clients see it: no secret, no key. */
export function presentFactor(factor: UserFactor): Record<string, unknown> {
  return present({
    id: factor.id,
    friendly_name: factor.friendly_name,
    factor_type: factor.factor_type,
    status: factor.status,
    phone: factor.phone,
    last_challenged_at: factor.last_challenged_at && new Date(factor.last_challenged_at),
    created_at: new Date(factor.created_at),
    updated_at: new Date(factor.updated_at),
  })
}

function presentIdentity(identity: IdentityRow): Record<string, unknown> {
  const { email } = identity.identity_data
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    ...present({ last_sign_in_at: identity.last_sign_in_at, email: typeof email === 'string' ? email : null }),
  }
}

function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b
  return a < b ? a : b
}
