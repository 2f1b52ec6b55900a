import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'

/** Of one answer; the page asks for more. `organisation_sessions` in SQL gives as many. */
const answer = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      user_id: z.uuid(),
      created_at: z.string(),
      last_active_at: z.string(),
      user_agent: z.string().nullable(),
      ip: z.string().nullable(),
      country: z.string().nullable(),
      has_factor: z.boolean(),
      is_held: z.boolean(),
      is_current: z.boolean(),
      may_end: z.boolean(),
    }),
  ),
})

/** A sign-in of somebody in the organisation. Times in ISO 8601. */
export type OrganisationSession = {
  id: string
  userId: string
  createdAt: string
  lastActiveAt: string
  userAgent: string | null
  ip: string | null
  /** Two letters of ISO 3166, where the data of the server knows it. */
  country: string | null
  hasSecondFactor: boolean
  /** It waits for its person to confirm. */
  isHeld: boolean
  isCurrent: boolean
  /** Not of somebody who has more rights than oneself. */
  mayEnd: boolean
}

/** Where the next page of the list begins. */
export type SessionPlace = Pick<OrganisationSession, 'id' | 'lastActiveAt'>

/** Sessions of everybody, newest use first. @throws {VaultError} `not_allowed` */
export async function listOrganisationSessions(api: VaultApi, older?: SessionPlace): Promise<OrganisationSession[]> {
  const query = older ? `?${new URLSearchParams({ before_at: older.lastActiveAt, before_id: older.id })}` : ''
  const response = await api.fetch(`/threats/v1/sessions${query}`, { headers: { accept: 'application/json' } })
  return answer.parse(await response.json()).sessions.map((row) => ({
    id: row.id,
    userId: row.user_id,
    createdAt: row.created_at,
    lastActiveAt: row.last_active_at,
    userAgent: row.user_agent,
    ip: row.ip,
    country: row.country,
    hasSecondFactor: row.has_factor,
    isHeld: row.is_held,
    isCurrent: row.is_current,
    mayEnd: row.may_end,
  }))
}

const ended = z.object({ ended: z.int() })

/**
 * Ends one session of somebody, or all of them but the one that asks. @returns how many ended.
 * @throws {VaultError} `not_allowed`, `proof_needed`, `not_member`
 */
export async function endSessionsOf(
  api: VaultApi,
  { userId, sessionId }: { userId: string; sessionId?: string },
): Promise<number> {
  const body = { person: userId, ...(sessionId === undefined ? {} : { session: sessionId }) }
  return ended.parse(await api.post('/threats/v1/sessions/end', body)).ended
}
