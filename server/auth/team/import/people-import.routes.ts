import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PEOPLE_IMPORT_LIMITS } from '#contract/organisation/people-import.ts'
import type { LimitName } from '#server/http/rate-limits.ts'
import type { AuthContext } from '../../context.ts'
import { requireSignedIn, type SignedIn } from '../../request.ts'
import { parse } from '../../schemas.ts'
import { PeopleImports } from './people-import.service.ts'

// A byte too many is found by the reader, which says so.
const csv = z.string().max(PEOPLE_IMPORT_LIMITS.bytes + 1)
const previewed = z.strictObject({ csv })
const started = z.strictObject({
  csv,
  /** Comes from the preview. */
  digest: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  /** As for the invitation of one colleague. */
  fingerprint: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
})
const ofImport = z.object({ id: z.uuid().lowercase() })
/** JSON writes a quote or the end of a line in two bytes. */
const BODY_LIMIT_BYTES = 2 * PEOPLE_IMPORT_LIMITS.bytes + 64 * 1024

/** Lists of people who are invited together, for who manages the people of an organisation. */
export function peopleImportRoutes(app: FastifyInstance, context: AuthContext): void {
  const imports = new PeopleImports(context)
  const body = { bodyLimit: BODY_LIMIT_BYTES }

  async function whoAsks(request: FastifyRequest, ...limits: LimitName[]): Promise<SignedIn> {
    const who = await requireSignedIn(context, request, { evenLacking: false })
    for (const limit of limits) await context.limits.take(limit, `people ${who.userId}`)
    return who
  }
  const idOf = (request: FastifyRequest): string => parse(ofImport, request.params).id

  app.post('/team/imports/preview', body, async (request) => {
    const who = await whoAsks(request, 'importByUser')
    return imports.preview(who, parse(previewed, request.body).csv)
  })
  app.post('/team/imports', body, async (request, reply) => {
    const who = await whoAsks(request, 'changeByUser', 'importByUser')
    return reply.code(202).send(await imports.start(who, parse(started, request.body)))
  })
  app.get('/team/imports', async (request) => ({ imports: await imports.list(await whoAsks(request, 'peopleByUser')) }))
  app.get('/team/imports/:id', async (request) => imports.read(await whoAsks(request, 'peopleByUser'), idOf(request)))
  app.post('/team/imports/:id/cancel', async (request, reply) => {
    await imports.cancel(await whoAsks(request, 'changeByUser'), idOf(request))
    return reply.code(204).send()
  })
  app.get('/team/imports/:id/report', async (request, reply) => {
    const text = await imports.report(await whoAsks(request, 'peopleByUser'), idOf(request))
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="invitations.csv"')
      .send(text)
  })
}
