import { timingSafeEqual } from 'node:crypto'
import type { Transaction } from '#server/db/database.ts'
import { type Client, recordEvent } from '../audit.ts'
import { codeExpired, linkExpired, banned } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { tellOwner } from '../mfa/assurance.service.ts'
import { confirmEmailChange, stopEmailChange } from './email-change.service.ts'
import { hashCode, hashLinkToken } from '../links/links.service.ts'
import {
  consumeToken,
  deleteToken,
  insertFlowState,
  isLinkOpen,
  type OneTimeTokenRow,
  type TokenKind,
  tryTokens,
} from '../links/one-time-tokens.sql.ts'
import { openSession, type SessionAnswer } from '../session/sessions.service.ts'
import {
  acceptInvitation,
  confirmEmail,
  confirmPhone,
  dropPassword,
  findUser,
  lockUser,
  type UserRow,
} from '../account/users.sql.ts'

/** A six-digit code dies after this many wrong guesses of any code for its address. */
const MAX_CODE_ATTEMPTS = 5
const FLOW_LIFE_SECONDS = 600

export const LINK_TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'email_change_stop',
  'email',
] as const
export type LinkType = (typeof LINK_TYPES)[number]
export const PHONE_TYPES = ['sms', 'phone_change'] as const
export type PhoneType = (typeof PHONE_TYPES)[number]
export const isPhoneType = (type: LinkType | PhoneType): type is PhoneType => type === 'sms' || type === 'phone_change'

const KINDS: Record<LinkType | PhoneType, TokenKind[]> = {
  sms: ['sms'],
  phone_change: ['phone_change'],
  signup: ['signup'],
  invite: ['invite'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  email_change_stop: ['email_change_stop'],
  email: ['signup', 'magiclink'],
}

/** Worth nothing once the account has another address, also when they were mailed at the same moment as it changed. */
const OF_PRESENT_ADDRESS: ReadonlySet<TokenKind> = new Set([
  'signup',
  'recovery',
  'magiclink',
  'invite',
  'email_change_current',
  'email_change_stop',
])

/** What a link did that signs nobody in, in words for programs. */
export const OUTCOMES = {
  'half-confirmed': 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  'email-changed': 'The email address was changed',
  'email-change-stopped': 'The change of the email address was stopped',
}
type Outcome = keyof typeof OUTCOMES

export type Verified =
  /** `needsPassword`: an account that nobody can sign in to by password yet. */
  { session: SessionAnswer; needsPassword: boolean } | { code: string } | { outcome: Outcome }

/** Whether a mailed link was neither used nor has run out. Asking changes nothing. */
export function isOpen(context: AuthContext, { type, token }: { type: LinkType; token: string }): Promise<boolean> {
  return context.database.asOwner((db) => isLinkOpen(db, KINDS[type], hashLinkToken(token)))
}

/**
 * Uses a mailed link, once.
 * @param asCode answer with a code for the browser that began the flow, when the flow began with a challenge.
 * @throws {AuthError} `otp_expired`, `user_banned`, `email_exists`
 */
export function verifyLink(
  context: AuthContext,
  { type, token, client, asCode }: { type: LinkType; token: string; client: Client; asCode: boolean },
): Promise<Verified> {
  return context.database.asOwner(async (db) => {
    const found = await consumeToken(db, KINDS[type], hashLinkToken(token))
    if (!found) throw linkExpired()
    return redeem(context, db, { found, client, asCode })
  })
}

/**
 * Uses a mailed six-digit code, once.
 * @throws {AuthError} `otp_expired`, also for a wrong one; `user_banned`, `email_exists`
 */
export async function verifyCode(
  context: AuthContext,
  { type, sentTo, code, client }: { type: LinkType | PhoneType; sentTo: string; code: string; client: Client },
): Promise<Verified> {
  const wanted = hashCode(context.secrets.serverSecret, sentTo, code)
  const outcome = await context.database.asOwner(async (db) => {
    const tokens = await tryTokens(db, { sentTo, kinds: KINDS[type], maxAttempts: MAX_CODE_ATTEMPTS })
    const found = tokens.find((token) => timingSafeEqual(token.otp_hash, wanted))
    // Returned, not thrown, so that the attempt stays counted.
    if (!found || !(await deleteToken(db, found.id))) return null
    return redeem(context, db, { found, client, asCode: false })
  })
  if (!outcome) throw codeExpired()
  return outcome
}

type Redemption = { found: OneTimeTokenRow; client: Client; asCode: boolean }

async function redeem(context: AuthContext, db: Transaction, { found, client, asCode }: Redemption): Promise<Verified> {
  const user = await lockUser(db, found.user_id)
  if (!user) throw linkExpired()
  if (user.is_banned) throw banned(user)
  if (OF_PRESENT_ADDRESS.has(found.kind) && found.sent_to !== user.email) throw linkExpired()

  if (found.kind === 'email_change_current' || found.kind === 'email_change_new') {
    const confirmed = await confirmEmailChange(context, db, { user, kind: found.kind, sentTo: found.sent_to, client })
    if (confirmed === 'half') return { outcome: 'half-confirmed' }
    if (confirmed === 'changed-by-password') return { outcome: 'email-changed' }
  } else if (found.kind === 'email_change_stop') {
    await stopEmailChange(db, { user, client })
    return { outcome: 'email-change-stopped' }
  } else if (found.kind === 'sms' || found.kind === 'phone_change') {
    await confirmPhoneNumber(db, { user, kind: found.kind, client }, found.sent_to)
    if (found.kind === 'phone_change') await tellOwner(context, db, user, 'A phone number was added to your account')
  } else if (user.email_confirmed_at) {
    // An invitation begins an account. Mailed for a week, a second one must not be a way into it that needs no password.
    if (found.kind === 'invite') throw linkExpired()
  } else {
    if (found.invitation_id) await acceptInvitation(db, found.invitation_id)
    await confirmAddress(db, { user, kind: found.kind, client })
  }

  const method = found.kind === 'recovery' ? 'recovery' : 'otp'
  if (asCode && found.code_challenge && found.code_challenge_method) {
    const challenge = { codeChallenge: found.code_challenge, codeChallengeMethod: found.code_challenge_method }
    const flow = { userId: user.id, challenge, amrMethod: method, lifeSeconds: FLOW_LIFE_SECONDS }
    return { code: await insertFlowState(db, flow) }
  }
  const session = await openSession(context, db, { userId: user.id, method, client })
  return { session, needsPassword: (await findUser(db, user.id))?.encrypted_password === null }
}

type Change = { user: UserRow; kind: TokenKind; client: Client }

async function confirmAddress(db: Transaction, { user, kind, client }: Change): Promise<void> {
  // Somebody may have signed up with an address that is not theirs, and wait for its owner to confirm. The owner who comes
  // by another link than that sign-up's must not inherit the stranger's password.
  if (kind !== 'signup') await dropPassword(db, user.id)
  await confirmEmail(db, user.id)
  await recordEvent(db, { type: 'email.confirmed', userId: user.id, client })
}

async function confirmPhoneNumber(db: Transaction, { user, kind, client }: Change, phone: string): Promise<void> {
  const isFirst = user.phone_confirmed_at === null
  await confirmPhone(db, user.id, phone)
  const type = kind === 'phone_change' ? 'phone.changed' : 'phone.confirmed'
  if (isFirst || kind === 'phone_change') await recordEvent(db, { type, userId: user.id, client })
}
