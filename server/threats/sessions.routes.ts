import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Callers } from '#server/http/caller.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Database } from '#server/db/database.ts'
import { personOf } from './person-of.ts'
import type { Places } from './places/places.ts'
import { endSessionsOf, listSessions } from './sessions.sql.ts'

type Services = { database: Database; callers: Callers; places: Places }

const pageQuery = z.object({ before_at: z.iso.datetime({ offset: true }), before_id: z.uuid() }).partial()
const endBody = z.object({ person: z.uuid(), session: z.uuid().optional() })

/** Sessions of everybody in the caller's organisation. Who may see and end them, the database decides. */
export function sessionRoutes(app: FastifyInstance, { database, callers, places }: Services): void {
  app.get('/sessions', async (request) => {
    const caller = await personOf(callers, request)
    const { before_at: at, before_id: id } = parse(pageQuery, request.query)
    const rows = await listSessions(database, caller, { at, id })
    const sessions = rows.map(async (row) => {
      const { country } = row.ip === null ? {} : await places.find(row.ip)
      return { ...row, country: country ?? null }
    })
    return { sessions: await Promise.all(sessions) }
  })

  app.post('/sessions/end', async (request) => {
    const caller = await personOf(callers, request)
    const { person, session } = parse(endBody, request.body)
    const ended = await endSessionsOf(database, caller, { person, session })
    callers.sessions.forget()
    return { ended }
  })
}

function parse<Wanted>(schema: z.ZodType<Wanted>, value: unknown): Wanted {
  const { data, success } = schema.safeParse(value)
  if (!success) throw new Refusal(400, 'bad_request', 'The request cannot be read')
  return data
}
