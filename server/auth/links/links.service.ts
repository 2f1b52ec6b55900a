import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { LIMITS } from '#contract/limits.ts'
import type { Transaction } from '#server/db/database.ts'
import type { MailContent } from '#server/mail/templates.ts'
import type { AuthContext } from '../context.ts'
import { replaceToken, type TokenKind } from './one-time-tokens.sql.ts'
import type { Challenge } from './pkce.ts'

const HOUR_SECONDS = 3600
const SMS_SECONDS = 600
const LIFE_SECONDS: Record<TokenKind, number> = {
  signup: 24 * HOUR_SECONDS,
  invite: 24 * HOUR_SECONDS,
  email_change_current: LIMITS.emailChangeSeconds,
  email_change_new: LIMITS.emailChangeSeconds,
  email_change_stop: LIMITS.emailChangeSeconds,
  recovery: HOUR_SECONDS,
  magiclink: HOUR_SECONDS,
  reauthentication: HOUR_SECONDS,
  sms: SMS_SECONDS,
  phone_change: SMS_SECONDS,
}

/** Marks the links of a flow that ends in a code instead of tokens, so that even its errors go to the right place. */
export const PKCE_PREFIX = 'pkce_'

export type LinkRequest = {
  userId: string
  kind: TokenKind
  to: string
  /** Already checked by `context.redirectTo`. */
  redirectTo: string
  challenge: Challenge | undefined
  /** Where the kind's own time is not meant. */
  lifeSeconds?: number
  /** Of an organisation: the link accepts this one. */
  invitationId?: string
  content: (parts: { url: string; code: string }) => MailContent
}

/** Makes a one-time link and its six-digit twin, stores their hashes and mails both. */
export async function mailLink(context: AuthContext, db: Transaction, request: LinkRequest): Promise<void> {
  const { url, code } = await makeLink(context, db, request)
  await context.mail.send(db, request.to, request.content({ url, code }))
}

export type OneTimeLink = {
  url: string
  /** Six digits that do the same as the link. */
  code: string
  /** The secret in the link, which `POST /verify` takes as `token_hash`. */
  secret: string
  lifeSeconds: number
}

/** Makes a one-time link and its code and stores their hashes. Anyone who holds them can sign in as the user. */
export async function makeLink(
  context: { secrets: Pick<AuthContext['secrets'], 'serverSecret'>; config: Pick<AuthContext['config'], 'publicUrl'> },
  db: Transaction,
  request: Omit<LinkRequest, 'content'>,
): Promise<OneTimeLink> {
  const { userId, kind, to, redirectTo, challenge, lifeSeconds = LIFE_SECONDS[kind] } = request
  const secret = randomBytes(32).toString('base64url')
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  await replaceToken(db, {
    userId,
    kind,
    tokenHash: hashLinkToken(secret),
    otpHash: hashCode(context.secrets.serverSecret, to, code),
    sentTo: to,
    challenge,
    lifeSeconds,
    invitationId: request.invitationId,
  })
  const url = linkTo(context.config.publicUrl, {
    token: (challenge ? PKCE_PREFIX : '') + secret,
    type: kind === 'email_change_current' || kind === 'email_change_new' ? 'email_change' : kind,
    redirect_to: redirectTo,
  })
  return { url, code, secret, lifeSeconds }
}

/** Makes a six-digit code that is sent by SMS, and stores its hash. A link would not fit and is not offered. */
export async function makeSmsCode(
  context: AuthContext,
  db: Transaction,
  { userId, kind, to }: { userId: string; kind: 'sms' | 'phone_change' | 'reauthentication'; to: string },
): Promise<string> {
  const { code } = await makeLink(context, db, { userId, kind, to, redirectTo: '', challenge: undefined })
  return code
}

/** What the database keeps of a link: 256 random bits need no slow hash. */
export function hashLinkToken(token: string): Buffer {
  const secret = token.startsWith(PKCE_PREFIX) ? token.slice(PKCE_PREFIX.length) : token
  return createHash('sha256').update(secret).digest()
}

/** What the database keeps of a code. Six digits are guessed in no time, so the hash is keyed with the server secret. */
export function hashCode(serverSecret: Buffer, sentTo: string, code: string): Buffer {
  return createHmac('sha256', serverSecret).update(`qs1/otp/${sentTo}/${code}`).digest()
}

function linkTo(publicUrl: string, parameters: Record<string, string>): string {
  return `${publicUrl}/auth/v1/verify?${new URLSearchParams(parameters).toString()}`
}
