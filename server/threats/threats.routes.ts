import type { FastifyInstance, FastifyReply } from 'fastify'
import { DatabaseError } from 'pg'
import { bearerOf, CallerError, type Callers } from '#server/http/caller.ts'
import { Refusal, refuseWith } from '#server/http/refusal.ts'
import type { Caller, Database } from '#server/db/database.ts'
import type { Places } from './places/places.ts'
import type { Recorder } from './recorder.ts'
import { personOf } from './person-of.ts'
import { sessionRoutes } from './sessions.routes.ts'

type Services = { database: Database; callers: Callers; places: Places; recorder: Recorder }

type Enforced = { id: string; action: string; needs: string; detector: string | null; reasons: unknown }

type Required = {
  second_factor_required_by: string | null
  sign_in_required: { by: string; ways: string } | null
  has_passkey: boolean
  has_provider: boolean
  takes_passkey: boolean
}

/** Requirements of the organisation that the session lacks, and which ways there are to them. An anonymous visitor has no facts. */
const REQUIRED = `select public.required_factor() as second_factor_required_by, public.required_ways() as sign_in_required,
    coalesce((s.own ->> 'passkeys')::integer > 0, false) as has_passkey, coalesce((s.own ->> 'has_provider')::boolean, false) as has_provider,
    coalesce((s.own ->> 'takes_passkey')::boolean, true) as takes_passkey
  from (select public.own_security() as own) s`

/** threats/v1: what is done about the caller, sessions of everybody, and how fast this server decides. */
export function threatRoutes(app: FastifyInstance, { database, callers, places, recorder }: Services): void {
  app.setErrorHandler(refuseWith('threats/v1 failed', { translate, unforeseen }))
  app.addHook('onSend', async (_request, reply: FastifyReply) => void reply.header('cache-control', 'no-store'))

  // Answers a session that is held, too: it says why, and what helps.
  app.get('/mine', async (request) => {
    const claims = await callers.verifyUser(bearerOf(request.headers) ?? '', {
      evenHeld: true,
      evenLacking: true,
    })
    const caller: Caller = { role: 'authenticated', claims }
    const { rows } = await database.oneAsCaller<Enforced>(caller, { text: 'select * from public.my_enforcements()' })
    const { rows: required } = await database.oneAsCaller<Required>(caller, { text: REQUIRED })
    return { enforcements: rows, ...required[0] }
  })

  sessionRoutes(app, { database, callers, places })

  app.get('/figures', async (request) => {
    const caller = await personOf(callers, request)
    const { rows } = await database.oneAsCaller<{ may: boolean }>(caller, {
      text: "select coalesce(authz.allows('manage_security', authz.tenant()), false) as may",
    })
    if (!rows[0]?.may) throw new Refusal(403, 'forbidden', 'Only somebody who manages security may see this')
    return { decisions: recorder.engine.durations(), sources: places.sources() }
  })
}

/** What functions of the database refuse with, by SQLSTATE. */
const STATUS: Record<string, number> = { '42501': 403, QS403: 400, QS404: 404, QS427: 403, QS428: 403, QS492: 403 }

function translate(error: unknown): Refusal | undefined {
  if (!(error instanceof DatabaseError) || error.code === undefined) return undefined
  const status = STATUS[error.code]
  return status === undefined ? undefined : new Refusal(status, error.code, error.message)
}

const unforeseen = (error: unknown): Refusal =>
  error instanceof CallerError
    ? error
    : new Refusal(500, 'unexpected', 'The server could not answer. Try again in a moment.')
