import { isReachedByEntry } from '#contract/organisation/entry-reach.ts'
import { ENTRY_HEADER } from '#contract/organisation/tenant-life.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller, Database } from '../db/database.ts'
import { Refusal } from './refusal.ts'

/** Refuses what no entry reaches before anything of the request is done, whatever service it is for. */
export function guardEntries(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, headers, params, routeOptions: { url = '' } }, reply) => {
    if (headers[ENTRY_HEADER] === undefined) return undefined
    const { name } = (params ?? {}) as { name?: string }
    if (!isReachedByEntry({ method, url, name })) {
      const message = 'Within another organisation this is not done. Nothing was changed.'
      return reply.code(403).send({ code: 'not_by_entry', message })
    }
    return undefined
  })
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The caller within the organisation that a request names by its entry; the same caller without one. @throws {Refusal} `entry_ended` */
export async function withEntry(database: Database, { headers }: FastifyRequest, caller: Caller): Promise<Caller> {
  const entry = headers[ENTRY_HEADER]
  if (entry === undefined) return caller
  const { sub, session_id: session } = caller.claims
  if (caller.role === 'authenticated' && typeof entry === 'string' && ID.test(entry)) {
    const { rows } = await database.owner<{ tenant: string | null }>(
      'select tenancy.live_entry($1, $2, $3) as tenant',
      [entry, sub, session ?? null],
    )
    if (rows[0]?.tenant) return { ...caller, claims: { ...caller.claims, entry } }
  }
  throw new Refusal(403, 'entry_ended', 'You are no longer in this organisation. Nothing was changed.')
}
