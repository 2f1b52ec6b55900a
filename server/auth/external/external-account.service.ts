import type { Transaction } from '#server/db/database.ts'
import { identityLinkedMail } from '#server/mail/templates.ts'
import { type Client, recordEvent } from '../audit.ts'
import { AuthError, emailExists, banned } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { CallerError } from '#server/http/caller.ts'
import { newAccount } from '../account/user.presenter.ts'
import { hasRequiredWay } from '../session/sessions.sql.ts'
import {
  confirmEmail,
  dropPassword,
  findUserByEmail,
  insertUser,
  lockUser,
  ownerOf,
  type UserRow,
} from '../account/users.sql.ts'
import {
  promoteAnonymousUser,
  findIdentity,
  insertIdentity,
  isProvisioned,
  listProviders,
  lockIdentity,
  stampIdentity,
} from './external.sql.ts'

/** Somebody whom a provider, an identity provider or a wallet vouches for. */
export type ExternalIdentity = {
  provider: string
  /** Who it is there; never changes and never names another. */
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  /** What the account remembers of it. No token. */
  data: Record<string, unknown>
}

export type Entry = {
  identity: ExternalIdentity
  /** Wallets have no address; their accounts belong to no organisation until they add one. */
  needsEmail: boolean
  /** Whether a verified address opens the account that has confirmed the same one. */
  mayJoin: boolean
  client: Client
}

/** An address elsewhere joins no account that has a way to sign in which its organisation takes. */
class JoinRefused extends CallerError {
  readonly userId: string

  constructor(userId: string) {
    super('sign_in_way_required', 'Your organisation takes other ways to sign in: use the one that your account has')
    this.userId = userId
  }
}

/**
 * Runs what a sign-in elsewhere changes in one transaction. A refusal to join an account takes that back, and leaves an event of its own, which the
 * person of the account and who manages security look for.
 */
export async function admitExternal<Outcome>(
  context: AuthContext,
  { identity: { provider }, client }: Pick<Entry, 'identity' | 'client'>,
  work: (db: Transaction) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await context.database.asOwner(work)
  } catch (error) {
    if (error instanceof JoinRefused) {
      const details = { reason: 'sign_in_way', method: provider }
      const event = { type: 'login.failed', userId: error.userId, status: 'failure', client, details } as const
      await recordEvent(ownerOf(context.database), event)
    }
    throw error
  }
}

/**
 * The account of somebody who has just proven to be `identity`; makes one at the first sign-in.
 *
 * An address alone joins an account only when both sides have verified it: otherwise anyone who writes a stranger's address
 * into a profile elsewhere, or signs up here with it first, would share the stranger's account. Where the organisation takes passkeys or providers
 * alone and the account has one, an address adds none to it: its person does, signed in by that.
 *
 * @throws {AuthError} `user_banned`, `provider_email_needs_verification`, `email_not_confirmed`, `email_exists`,
 *   `signup_disabled`
 * @throws {CallerError} `sign_in_way_required`
 */
export async function resolveExternalAccount(context: AuthContext, db: Transaction, entry: Entry): Promise<UserRow> {
  const { identity, client } = entry
  await lockIdentity(db, identity.provider, identity.subject)
  const known = await findIdentity(db, identity.provider, identity.subject)
  if (known) {
    const user = requireAllowed(await lockUser(db, known.user_id))
    await stampIdentity(db, known.id, identity.data)
    return user
  }
  requireAddress(entry)
  const owner = identity.email === undefined ? undefined : await findUserByEmail(db, identity.email)
  if (!owner) return createAccount(context, db, entry)

  const user = requireAllowed(await lockUser(db, owner.id))
  if (!entry.mayJoin) throw emailExists()
  if (await hasRequiredWay(context, db, user.id)) throw new JoinRefused(user.id)
  if (!user.email_confirmed_at && (await isProvisioned(db, user.id))) {
    // Their first sign-in. Somebody may have signed up with the address meanwhile and waits for it to be confirmed.
    await dropPassword(db, user.id)
    await confirmEmail(db, user.id)
    await recordEvent(db, { type: 'email.confirmed', userId: user.id, client })
  } else if (!user.email_confirmed_at) {
    throw new AuthError(422, 'email_not_confirmed', 'An account with this email address has not confirmed it yet')
  }
  await attach(context, db, { user, identity, client, by: 'verified_email' })
  return user
}

/**
 * Adds `identity` to the account of a signed-in person.
 * @throws {AuthError} `identity_already_exists`, `email_exists`, `user_banned`, `user_not_found`
 */
export async function addIdentity(
  context: AuthContext,
  db: Transaction,
  { userId, identity, client }: { userId: string; identity: ExternalIdentity; client: Client },
): Promise<UserRow> {
  const user = requireAllowed(await lockUser(db, userId))
  await lockIdentity(db, identity.provider, identity.subject)
  const known = await findIdentity(db, identity.provider, identity.subject)
  if (known) {
    const whose = known.user_id === userId ? '' : ' to another user'
    throw new AuthError(422, 'identity_already_exists', `Identity is already linked${whose}`)
  }
  await attach(context, db, { user, identity, client, by: 'owner' })
  return user
}

type Attachment = { user: UserRow; identity: ExternalIdentity; client: Client; by: 'owner' | 'verified_email' }

async function attach(
  context: AuthContext,
  db: Transaction,
  { user, identity, client, by }: Attachment,
): Promise<void> {
  await insertIdentity(db, {
    user_id: user.id,
    provider: identity.provider,
    provider_id: identity.subject,
    identity_data: identity.data,
  })
  if (user.is_anonymous) await promoteAnonymousUser(db, user.id, identity.isEmailVerified ? identity.email : undefined)
  await listProviders(db, user.id)
  const details = { provider: identity.provider, by }
  await recordEvent(db, { type: 'identity.linked', userId: user.id, client, details })
  if (!user.email || !user.email_confirmed_at) return
  const mail = identityLinkedMail({ provider: nameOf(identity.provider), url: context.config.publicUrl })
  await context.mail.send(db, user.email, mail)
}

/** What a provider is called in a mail. */
export function nameOf(provider: string): string {
  if (provider.startsWith('sso:')) return 'your organisation'
  return provider === 'web3' ? 'a wallet' : provider
}

async function createAccount(context: AuthContext, db: Transaction, { identity, client }: Entry): Promise<UserRow> {
  if (context.config.signupDisabled) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const contact = identity.email === undefined ? {} : { email: identity.email }
  const account = newAccount({ ...contact, passwordHash: null, data: {}, isConfirmed: true, now: new Date() })
  const user = {
    ...account.user,
    app_metadata: { provider: identity.provider, providers: [identity.provider] },
    user_metadata: identity.data,
    is_anonymous: false,
  }
  const row = {
    ...account.identity,
    provider: identity.provider,
    provider_id: identity.subject,
    identity_data: identity.data,
  }
  if (!(await insertUser(db, user, row))) throw emailExists()
  const details = { method: identity.provider }
  await recordEvent(db, { type: 'signup', userId: user.id, client, details })
  await stampIdentity(db, row.id, identity.data)
  return user
}

function requireAddress({ identity, needsEmail }: Entry): void {
  if (identity.email === undefined ? !needsEmail : identity.isEmailVerified) return
  throw new AuthError(
    422,
    'provider_email_needs_verification',
    identity.email === undefined
      ? `${identity.provider} gave no email address`
      : `Unverified email with ${identity.provider}. Verify the email with ${identity.provider} in order to sign in`,
  )
}

function requireAllowed(user: UserRow | undefined): UserRow {
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (user.is_banned) throw banned(user)
  return user
}
