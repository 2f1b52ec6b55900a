import { AUTH_EVENTS, type AuthEventType } from '#contract/audit/audit-events.ts'
import type { Transaction } from '#server/db/database.ts'
import { isSelfTest } from '#server/http/self-test.ts'
import { isNobodys } from '#server/mail/nobodys-mail.ts'

/** Facts of the request that an event and a session keep. */
export type Client = {
  ip: string
  userAgent: string | undefined
  /** See `Devices`. */
  device?: Buffer | undefined
  /** It came with a proof of work. */
  hasPaid?: boolean
  /** Sent on the machine of the server. */
  isOwnMachine?: boolean
  /** A command at the machine of the server, not of an account. */
  isOperator?: boolean
}

export type AuthEvent = {
  type: AuthEventType
  userId: string | null
  status?: 'success' | 'failure' | 'blocked'
  client: Client
  /** Ids and reasons, never an address, a password or a token. */
  details?: Record<string, unknown>
}

/** Writes a security event. Inside a business transaction it is kept if and only if that commits. */
export async function recordEvent(db: Transaction, event: AuthEvent): Promise<void> {
  const { type, userId, status = 'success', client, details = {} } = event
  // What the comprehensive test tries is nobody's event: not the operator's either, who has those of unknown people.
  const isTest = isSelfTest(client.ip)
  await db.query({
    text: isTest
      ? 'select checks.record_event($1, $2, $3, $4, $5, $6, $7)'
      : 'select audit.record($1, $2, $3, $4, $5, $6, $7)',
    values: [
      type,
      'auth',
      userId,
      type.split('.').at(-1),
      status,
      AUTH_EVENTS[type].risk,
      {
        ...details,
        ...(client.isOperator ? { by: 'operator' } : {}),
        ip: client.ip,
        user_agent: client.userAgent ?? null,
      },
    ],
  })
}

/**
 * From now on, within the transaction, what rows of a made-up address leave in the audit log is no event of the operator's, where the comprehensive
 * test sent the request.
 */
export async function attributeTest(
  db: Transaction,
  { email, client }: { email: string; client: Client },
): Promise<void> {
  if (!isSelfTest(client.ip) || !isNobodys(email)) return
  await db.query({
    text: `select set_config('auth.probe_organisation', checks.probe_organisation('a')::text, true)`,
    values: [],
  })
}
