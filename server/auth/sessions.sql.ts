import type { Transaction } from '#server/db/database.ts'

type AmrEntry = { method: string; /** Seconds since 1970. */ timestamp: number }

export type SessionRow = {
  id: string
  user_id: string
  refresh_key: Buffer
  refresh_counter: number
  /** Seconds since the last refresh, by the clock of the database. */
  refreshed_ago: number
  /** Seconds since the sign-in. */
  age: number
  aal: 'aal1' | 'aal2'
  amr: AmrEntry[]
}

const COLUMNS = `s.id, s.user_id, s.refresh_key, s.refresh_counter::double precision as refresh_counter, s.aal, s.amr,
  extract(epoch from clock_timestamp() - s.refreshed_at)::double precision as refreshed_ago,
  extract(epoch from clock_timestamp() - s.created_at)::double precision as age`

export type NewSession = {
  userId: string
  refreshKey: Buffer
  amr: AmrEntry[]
  userAgent: string | undefined
  ip: string
}

export async function insertSession(db: Transaction, session: NewSession): Promise<SessionRow> {
  const { rows } = await db.query<SessionRow>({
    text: `insert into auth.sessions as s (user_id, refresh_key, amr, user_agent, ip)
           values ($1, $2, $3, $4, $5)
           returning ${COLUMNS}`,
    values: [session.userId, session.refreshKey, JSON.stringify(session.amr), session.userAgent, session.ip],
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

export async function advanceCounter(db: Transaction, id: string): Promise<void> {
  await db.query({
    text: `update auth.sessions
           set refresh_counter = refresh_counter + 1, refreshed_at = clock_timestamp()
           where id = $1`,
    values: [id],
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
