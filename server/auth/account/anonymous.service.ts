import { type Client, recordEvent } from '../audit.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { openSession, type SessionAnswer } from '../session/sessions.service.ts'
import { newAccount } from './user.presenter.ts'
import { insertUser } from './users.sql.ts'

/**
 * Opens a session for somebody without address or password. The account belongs to no organisation; adding an email
 * address or a phone number makes it an ordinary one.
 * @throws {AuthError} `anonymous_provider_disabled`, `signup_disabled`, rate limits
 */
export async function signInAnonymously(
  context: AuthContext,
  { data, client }: { data: Record<string, unknown>; client: Client },
): Promise<SessionAnswer> {
  if (!context.config.anonymousSignIns) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  if (context.config.signupDisabled) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  await context.limits.take('anonymousByAddress', client.ip)
  return context.database.asOwner(async (db) => {
    const { user } = newAccount({ passwordHash: null, data, isConfirmed: true, now: new Date() })
    if (!(await insertUser(db, user, undefined))) throw new Error('a random id was taken')
    await recordEvent(db, { type: 'signup', userId: user.id, client, details: { method: 'anonymous' } })
    return openSession(context, db, { userId: user.id, method: 'anonymous', client })
  })
}
