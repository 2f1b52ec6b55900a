import { AUTH_EVENTS, type AuthEventType } from '#contract/audit-events.ts'
import type { Transaction } from '#server/db/database.ts'

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
  await db.query({
    text: 'select audit.record($1, $2, $3, $4, $5, $6, $7)',
    values: [
      type,
      'auth',
      userId,
      type.split('.').at(-1),
      status,
      AUTH_EVENTS[type].risk,
      { ...details, ip: client.ip, user_agent: client.userAgent ?? null },
    ],
  })
}
