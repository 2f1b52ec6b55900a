import type { Transaction } from '#server/db/database.ts'
import type { KnownProviders } from '../known-providers.ts'

type AmrEntry = { method: string; /** Seconds since 1970. */ timestamp: number; /** External one. */ provider?: string }

export type SessionRow = {
  id: string
  user_id: string
  refresh_key: Buffer
  refresh_counter: number
  /** Seconds since the last refresh, by the clock of the database. */
  refreshed_ago: number
  /** By the rules of the organisation or of the server. */
  has_run_out: boolean
  /** Tokens that count less were given out before a second factor raised the session. */
  refresh_floor: number
  aal: 'aal1' | 'aal2'
  amr: AmrEntry[]
  /** Where it was seen last, and nothing was unusual about it. */
  seen_ip: string | null
  seen_user_agent: string | null
  /** The device that asked for the newest tokens; null where nothing is known of it. */
  newest_device: Buffer | null
}

const COLUMNS = `s.id, s.user_id, host(coalesce(s.seen_ip, s.ip)) as seen_ip,
  case when s.seen_ip is null then s.user_agent else s.seen_user_agent end as seen_user_agent, s.refresh_key, s.refresh_counter::double precision as refresh_counter, s.aal, s.amr,
  coalesce(s.refreshed_device, s.device_hash) as newest_device,
  s.refresh_floor::double precision as refresh_floor,
  authz.has_run_out(s.user_id, s.refreshed_at, s.created_at) as has_run_out,
  extract(epoch from clock_timestamp() - s.refreshed_at)::double precision as refreshed_ago`

export type NewSession = {
  userId: string
  refreshKey: Buffer
  amr: AmrEntry[]
  userAgent: string | undefined
  ip: string
  device: Buffer | undefined
}

export async function insertSession(db: Transaction, session: NewSession): Promise<SessionRow> {
  const { rows } = await db.query<SessionRow>({
    text: `insert into auth.sessions as s (user_id, refresh_key, amr, user_agent, ip, device_hash)
           values ($1, $2, $3, $4, $5, $6)
           returning ${COLUMNS}`,
    values: [
      session.userId,
      session.refreshKey,
      JSON.stringify(session.amr),
      session.userAgent,
      session.ip,
      session.device ?? null,
    ],
  })
  const [row] = rows
  if (!row) throw new Error('a new session was not returned')
  return row
}

/** The session, locked; undefined when it does not exist or somebody else holds it just now. */
export async function lockSession(db: Transaction, id: string): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>({
    text: `select ${COLUMNS} from auth.sessions s where s.id = $1 for update skip locked`,
    values: [id],
  })
  return rows[0]
}

export async function sessionExists(db: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await db.query({ text: 'select from auth.sessions where id = $1', values: [id] })
  return rowCount === 1
}

export async function findSession(db: Transaction, id: string): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>({
    text: `select ${COLUMNS} from auth.sessions s where s.id = $1`,
    values: [id],
  })
  return rows[0]
}

/** Notes that the person behind a session showed more than its token just now. */
export async function markProven(db: Transaction, id: string): Promise<void> {
  await db.query({ text: 'update auth.sessions set proven_at = clock_timestamp() where id = $1', values: [id] })
}

/** @param device that asked for the refresh. */
export async function advanceCounter(db: Transaction, id: string, device: Buffer | undefined): Promise<void> {
  await db.query({
    text: `update auth.sessions
           set refresh_counter = refresh_counter + 1, refreshed_at = clock_timestamp(), refreshed_device = $2
           where id = $1`,
    values: [id, device ?? null],
  })
}

/** Ends one session. */
export async function deleteSession(db: Transaction, id: string): Promise<void> {
  await db.query({ text: 'delete from auth.sessions where id = $1', values: [id] })
}

/** Ends every session of a user but `except`. @returns how many ended. */
export async function deleteSessions(db: Transaction, userId: string, except?: string): Promise<number> {
  const { rowCount } = await db.query({
    text: 'delete from auth.sessions where user_id = $1 and id is distinct from $2',
    values: [userId, except ?? null],
  })
  return rowCount ?? 0
}

/**
 * Raises a session by a second factor. The counter moves by two, so that no token from before is the newest or the one
 * before it.
 */
export async function raiseSession(
  db: Transaction,
  { id, factorId, amr }: { id: string; factorId: string; amr: AmrEntry },
): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>({
    text: `update auth.sessions s
           set aal = 'aal2', factor_id = $2, refresh_counter = refresh_counter + 2, refresh_floor = refresh_counter + 2,
               refreshed_at = clock_timestamp(),
               amr = jsonb_build_array($3::jsonb) || coalesce(
                 (select jsonb_agg(entry order by position)
                  from jsonb_array_elements(s.amr) with ordinality as entries (entry, position)
                  where entry ->> 'method' <> $3::jsonb ->> 'method'), '[]')
           where id = $1
           returning ${COLUMNS}`,
    values: [id, factorId, JSON.stringify(amr)],
  })
  return rows[0]
}

/** Takes back what a factor gave to sessions. */
export async function lowerSessions(db: Transaction, factorId: string, methods: string[]): Promise<void> {
  await db.query({
    text: `update auth.sessions
           set aal = 'aal1', factor_id = null,
               amr = coalesce(
                 (select jsonb_agg(entry order by position)
                  from jsonb_array_elements(amr) with ordinality as entries (entry, position)
                  where entry ->> 'method' <> all ($2)), '[]')
           where factor_id = $1`,
    values: [factorId, methods],
  })
}

/** Ends the sessions of a user that no second factor has raised, but `except`. */
export async function deleteLowSessions(db: Transaction, userId: string, except: string): Promise<void> {
  await db.query({
    text: `delete from auth.sessions where user_id = $1 and aal = 'aal1' and id <> $2`,
    values: [userId, except],
  })
}

/** Providers of this server, as `authz.has_way` takes them. */
type ServerProviders = { knownProviders: KnownProviders }

/** Whether the account has one of the ways by which alone its organisation lets people sign in; false where it takes every way. */
export async function hasRequiredWay(
  { knownProviders }: ServerProviders,
  db: Transaction,
  userId: string,
): Promise<boolean> {
  const { rows } = await db.query<{ has_way: boolean }>({
    text: 'select coalesce(authz.has_way($1, authz.required_ways($1), $2), false) as has_way',
    values: [userId, knownProviders],
  })
  return rows[0]?.has_way ?? true
}

type Requirement = { has: boolean; isLacking: boolean }

/**
 * Whether the organisation requires something that this session has not shown, and whether the account has it: a second factor or a passkey; a way
 * to sign in that it takes. A passkey that opens no session which counts is no second factor of one that does, and still guards the account against
 * every other session.
 */
export async function readRequired(
  { knownProviders }: ServerProviders,
  db: Transaction,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ factor: Requirement; way: Requirement }> {
  const { rows } = await db.query<Record<'has_factor' | 'lacks_factor' | 'has_way' | 'lacks_way', boolean>>({
    text: `select authz.has_factor($1) or (authz.lacks_way($1, $2) and authz.has_way($1, 'passkey')) as has_factor,
                  authz.lacks_factor($1, $2) as lacks_factor,
                  coalesce(authz.has_way($1, authz.required_ways($1), $3), false) as has_way, authz.lacks_way($1, $2) as lacks_way`,
    values: [userId, sessionId, knownProviders],
  })
  const [found] = rows
  return {
    factor: { has: found?.has_factor ?? false, isLacking: found?.lacks_factor ?? true },
    way: { has: found?.has_way ?? false, isLacking: found?.lacks_way ?? true },
  }
}
