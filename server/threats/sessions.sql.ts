import type { Caller, Database } from '#server/db/database.ts'

export type SessionOfSomebody = {
  id: string
  user_id: string
  /** As JSON has it, with microseconds: the page hands the last one back. */
  created_at: string
  last_active_at: string
  user_agent: string | null
  ip: string | null
  has_factor: boolean
  is_held: boolean
  is_current: boolean
  may_end: boolean
}

/** At most 50, those behind the place that is given. */
export async function listSessions(
  database: Database,
  caller: Caller,
  { at, id }: { at: string | undefined; id: string | undefined },
): Promise<SessionOfSomebody[]> {
  const { rows } = await database.oneAsCaller<SessionOfSomebody>(caller, {
    text: `select s.id, s.user_id, to_json(s.created_at) #>> '{}' as created_at, to_json(s.last_active_at) #>> '{}' as last_active_at,
                  s.user_agent, s.ip, s.has_factor, s.is_held, s.is_current, s.may_end
           from public.organisation_sessions($1, $2) s`,
    values: [at ?? null, id ?? null],
  })
  return rows
}

/** @returns how many ended. */
export async function endSessionsOf(
  database: Database,
  caller: Caller,
  { person, session }: { person: string; session: string | undefined },
): Promise<number> {
  const { rows } = await database.oneAsCaller<{ ended: number }>(caller, {
    text: 'select public.end_sessions_of($1, $2) as ended',
    values: [person, session ?? null],
  })
  return rows[0]?.ended ?? 0
}
