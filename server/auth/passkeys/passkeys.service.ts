import type { Transaction } from '#server/db/database.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { anonymousRefused, lockMember, requireMayChangeWays, tellOwner } from '../mfa/assurance.service.ts'
import type { SignedIn } from '../request.ts'
import { findUser, ownerOf, type UserRow } from '../account/users.sql.ts'
import { type Credential, creationOptions, readCreation, relyingParty } from '../webauthn/ceremony.ts'
import {
  consumePasskeyChallenge,
  deletePasskey,
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeys,
  type PasskeyRow,
  renamePasskey,
} from './passkeys.sql.ts'

export const CHALLENGE_SECONDS = 300
const MOST_PASSKEYS = 10

export type PresentedPasskey = { id: string; friendly_name?: string; created_at: Date; last_used_at?: Date }
export type PasskeyOptions = { challenge_id: string; options: Record<string, unknown>; expires_at: number }

type Request = { signedIn: SignedIn; client: Client }

/**
 * Options to make a passkey with.
 * @throws {AuthError} `no_authorization` for a visitor, `insufficient_aal`, `reauthentication_needed`, `too_many_passkeys`, rate limits
 */
export async function beginRegistration(context: AuthContext, { signedIn }: Request): Promise<PasskeyOptions> {
  await context.limits.take('changeByUser', signedIn.userId)
  return context.database.asOwner(async (db) => {
    const { user, passkeys } = await requireRoom(context, db, signedIn)
    const options = await creationOptions(relyingParty(context.config.publicUrl), {
      handle: user.id,
      userName: user.email ?? user.phone ?? user.id,
      exclude: passkeys,
      isDiscoverable: true,
      verification: 'required',
    })
    const { challenge } = options
    const stored = await insertPasskeyChallenge(db, { userId: user.id, challenge, lifeSeconds: CHALLENGE_SECONDS })
    return { challenge_id: stored.id, options: { ...options }, expires_at: stored.expires_at }
  })
}

/**
 * Stores the passkey that a device made.
 * @throws {AuthError} `webauthn_challenge_not_found`, `webauthn_challenge_expired`, `webauthn_verification_failed`,
 *   `webauthn_credential_exists`, `too_many_passkeys`, `insufficient_aal`, `reauthentication_needed`
 */
export async function finishRegistration(
  context: AuthContext,
  { signedIn, client, challengeId, credential: response }: Request & { challengeId: string; credential: unknown },
): Promise<PresentedPasskey> {
  await context.limits.take('changeByUser', signedIn.userId)
  await context.database.asOwner((db) => requireRoom(context, db, signedIn))
  const challenge = await consumeChallenge(context, { id: challengeId, userId: signedIn.userId })
  const rp = relyingParty(context.config.publicUrl)
  const credential = await readCreation(rp, response, { challenge, verification: 'required' })
  if (!credential) throw verificationFailed()
  return context.database.asOwner((db) => store(context, db, { signedIn, client, credential }))
}

/** The user's passkeys, with what each calls itself: a vault pins a passkey before its wrap is stored. */
export async function readPasskeys(
  context: AuthContext,
  { userId }: SignedIn,
): Promise<(PresentedPasskey & { credential_id: string })[]> {
  const db = ownerOf(context.database)
  if ((await findUser(db, userId))?.is_anonymous) throw anonymousRefused()
  return (await listPasskeys(db, userId)).map((passkey) => ({
    ...presentPasskey(passkey),
    credential_id: passkey.credential_id.toString('base64url'),
  }))
}

/** @throws {AuthError} `webauthn_credential_not_found` */
export async function changePasskeyName(
  context: AuthContext,
  { signedIn, id, friendlyName }: Request & { id: string; friendlyName: string | undefined },
): Promise<PresentedPasskey> {
  await context.limits.take('changeByUser', signedIn.userId)
  return context.database.asOwner(async (db) => {
    const user = await lockMember(db, signedIn.userId)
    const renamed = await renamePasskey(db, { userId: user.id, id, friendlyName })
    if (!renamed) throw passkeyNotFound()
    return presentPasskey(renamed)
  })
}

/** @throws {AuthError} `webauthn_credential_not_found`, `insufficient_aal`, `reauthentication_needed` */
export async function dropPasskey(
  context: AuthContext,
  { signedIn, id, client }: Request & { id: string },
): Promise<void> {
  await context.limits.take('changeByUser', signedIn.userId)
  await context.database.asOwner(async (db) => {
    const user = await lockMember(db, signedIn.userId)
    const message = 'AAL2 required to delete a passkey'
    await requireMayChangeWays(context, db, { user, sessionId: signedIn.sessionId, status: 403, message })
    await removePasskey(context, db, { user, id, client, by: 'user' })
  })
}

/** Removes a passkey of `user` and tells them. @throws {AuthError} `webauthn_credential_not_found` */
export async function removePasskey(
  context: AuthContext,
  db: Transaction,
  { user, id, client, by }: { user: UserRow; id: string; client: Client; by: 'user' | 'admin' },
): Promise<void> {
  if (!(await deletePasskey(db, user.id, id))) throw passkeyNotFound()
  const details = { passkey_id: id, by }
  await recordEvent(db, { type: 'passkey.removed', userId: user.id, client, details })
  await tellOwner(context, db, user, 'A passkey of your account was removed')
}

/** Uses a challenge up in a transaction of its own: a wrong answer must not bring it back. @returns its text. */
export async function consumeChallenge(
  context: AuthContext,
  wanted: { id: string; userId: string | null },
): Promise<string> {
  const challenge = await consumePasskeyChallenge(ownerOf(context.database), wanted)
  if (!challenge) throw new AuthError(400, 'webauthn_challenge_not_found', 'WebAuthn challenge not found')
  if (challenge.is_expired) throw new AuthError(400, 'webauthn_challenge_expired', 'WebAuthn challenge has expired')
  return challenge.challenge
}

export const verificationFailed = () =>
  new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed')

const passkeyNotFound = () => new AuthError(404, 'webauthn_credential_not_found', 'Passkey not found')

export function presentPasskey(passkey: PasskeyRow): PresentedPasskey {
  return {
    id: passkey.id,
    ...(passkey.friendly_name !== null && { friendly_name: passkey.friendly_name }),
    created_at: passkey.created_at,
    ...(passkey.last_used_at !== null && { last_used_at: passkey.last_used_at }),
  }
}

async function requireRoom(context: AuthContext, db: Transaction, { userId, sessionId }: SignedIn) {
  const user = await lockMember(db, userId)
  const message = 'AAL2 required to register a passkey'
  await requireMayChangeWays(context, db, { user, sessionId, status: 403, message })
  const passkeys = await listPasskeys(db, user.id)
  if (passkeys.length >= MOST_PASSKEYS) {
    throw new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached, delete one to continue')
  }
  return { user, passkeys }
}

async function store(
  context: AuthContext,
  db: Transaction,
  { signedIn, client, credential }: Request & { credential: Credential },
): Promise<PresentedPasskey> {
  // Asked again under the lock: two registrations may have begun before the last place was taken.
  const { user } = await requireRoom(context, db, signedIn)
  const passkey = await insertPasskey(db, user.id, credential)
  if (!passkey) throw new AuthError(422, 'webauthn_credential_exists', 'This passkey is already registered')
  const details = { passkey_id: passkey.id }
  await recordEvent(db, { type: 'passkey.registered', userId: user.id, client, details })
  await tellOwner(context, db, user, 'A passkey was added to your account')
  return presentPasskey(passkey)
}
