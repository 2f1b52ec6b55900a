import { DatabaseError } from 'pg'
import { z } from 'zod'
import { modelLabel } from '#contract/studio/content.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { Caller, Database } from '#server/db/database.ts'
import { aiLimits } from '#server/ai/ai-limits.ts'
import { requireManaged } from '#server/ai/chosen-model.sql.ts'
import { ModelError, problemStatus } from '#server/ai/model-error.ts'
import type { TextModels } from '#server/ai/text-models.ts'
import { makeBrief, placesOf } from '#server/content/brief.ts'
import { findFacts } from '#server/sources/find-facts.ts'
import { contentRequest, type GeneratedContent } from '#server/content/content-request.ts'
import { DraftService } from '#server/content/drafts.service.ts'
import type { RecordSigner } from '#server/content/record-signer.ts'
import { Refusal } from '#server/http/refusal.ts'
import { calendarRequest } from '#server/social/calendar-request.ts'
import { type CalendarPost, SocialService } from '#server/social/social.service.ts'
import { parseBody } from './function-body.ts'
import { FunctionError, type FunctionCall, type Registry } from './registry.ts'

/** A model on an own machine may take minutes for a text. */
const TIMEOUT_MS = 10 * 60_000

type StudioServices = { database: Database; models: TextModels; signer: RecordSigner; limits: RateLimits }
type Rooms = StudioServices & { drafts: DraftService; calendars: SocialService }

const tenant = { tenant_id: z.union([z.literal('default'), z.uuid().lowercase()]).default('default') }
const blog = contentRequest.extend(tenant)
const social = calendarRequest.extend(tenant)

type SocialEntry = Pick<
  CalendarPost,
  'date' | 'platform' | 'content' | 'content_type' | 'hashtags' | 'cta' | 'visual_suggestion'
>

/**
 * Texts and calendars for who manages growth. What a model writes is kept in the studio with its signed record, also where it broke off; the header `Link`
 * says where both are. Plans are answered and not kept.
 */
export function studioFunctions(services: StudioServices): Registry {
  const { database, limits } = services
  const rooms = { ...services, drafts: new DraftService(services), calendars: new SocialService(services) }
  const made = (make: (call: FunctionCall) => Promise<unknown>) => ({
    verifyJwt: true,
    methods: ['POST'] as const,
    timeoutMs: TIMEOUT_MS,
    handler: async (call: FunctionCall) => {
      try {
        await requireManaged(database, call.caller)
        await limits.take(aiLimits.writingByUser, `functions ${String(call.caller.claims['sub'])}`)
        return await make(call)
      } catch (error) {
        throw asFunctionError(error)
      }
    },
  })
  return {
    'ai-content-blog': made((call) => writeBlog(rooms, call)),
    'ai-social-calendar': made((call) => makeCalendar(rooms, call)),
  }
}

async function writeBlog({ database, models, drafts }: Rooms, call: FunctionCall): Promise<GeneratedContent> {
  const { caller, signal } = call
  const { tenant_id: organisation, ...request } = parseBody(blog, call.body)
  await requireOwn(database, caller, organisation)
  const chosen = await models.chosen(caller)
  if (!chosen) return makeBrief(request, await findFacts(database, caller, placesOf(request)))
  const { id, version } = await drafts.add(caller, request)
  let isKept = false
  try {
    for await (const news of await drafts.write(caller, id, { version, continues: false, facts: [], signal })) {
      if (news.kind === 'failed') {
        isKept = news.kept !== null
        // Thrown next where nobody foresaw it, for the log.
        if (news.code !== 'internal') throw broken(news, isKept)
      }
      if (news.kind !== 'done') continue
      isKept = true
      const { content, meta_description, suggested_tags, estimated_read_time } = news
      const labelled = `${content}\n*${modelLabel(chosen.model)}*\n`
      return { content: labelled, meta_description, suggested_tags, estimated_read_time }
    }
    throw new ModelError('cut')
  } finally {
    if (isKept) tellPlace(call, `/content/v1/drafts/${id}`)
    else await drafts.remove(caller, id)
  }
}

async function makeCalendar(
  { database, models, calendars }: Rooms,
  call: FunctionCall,
): Promise<{ calendar: SocialEntry[] }> {
  const { caller, signal } = call
  const { tenant_id: organisation, ...request } = parseBody(social, call.body)
  await requireOwn(database, caller, organisation)
  if (!(await models.isReady(caller))) return { calendar: (await calendars.plan(caller, request)).map(entryOf) }
  for await (const news of await calendars.make(caller, request, signal)) {
    if (news.kind === 'failed') throw broken(news, false)
    if (news.kind !== 'done') continue
    tellPlace(call, `/social/v1/calendars/${news.id}`)
    if (news.failed !== null) throw broken(news.failed, true)
    return { calendar: (await calendars.read(caller, news.id)).posts.map(entryOf) }
  }
  throw new ModelError('cut')
}

const entryOf = ({
  date,
  platform,
  content,
  content_type,
  hashtags,
  cta,
  visual_suggestion,
}: SocialEntry): SocialEntry => ({
  date,
  platform,
  content,
  content_type,
  hashtags,
  cta,
  visual_suggestion,
})

/** Names what is kept, and its record, by RFC 8288: the answer itself has no place for them. */
function tellPlace({ header }: FunctionCall, place: string): void {
  header('link', `<${place}>; rel="related", <${place}/record>; rel="describedby"; type="application/json"`)
}

function broken({ code, message }: { code: string; message: string }, isKept: boolean): FunctionError {
  const kept = isKept ? '. What was written is kept in the studio, where it can be continued' : ''
  return new FunctionError(problemStatus(code), `${message}${kept}`, { code })
}

/** @throws {FunctionError} where another organisation is named than that of the caller */
async function requireOwn(database: Database, caller: Caller, named: string): Promise<void> {
  if (named === 'default') return
  const { rows } = await database.oneAsCaller<{ is_own: boolean }>(caller, {
    text: 'select authz.tenant() = $1::uuid as is_own',
    values: [named],
  })
  if (!rows[0]?.is_own) throw new FunctionError(403, 'This is not your organisation')
}

function asFunctionError(error: unknown): unknown {
  if (error instanceof ModelError) {
    const detail = error.detail === undefined ? '' : `: ${error.detail}`
    return new FunctionError(
      problemStatus(error.code),
      `${error.message}${detail}`,
      { code: error.code },
      { cause: error },
    )
  }
  if (error instanceof Refusal && error.status !== 429) {
    return new FunctionError(error.status, error.message, { code: error.code }, { cause: error })
  }
  const state = error instanceof DatabaseError ? error.code : undefined
  if (state === '42501') {
    return new FunctionError(403, 'The studio takes the permission to manage growth', {}, { cause: error })
  }
  if (state === 'PT413') return new FunctionError(413, STUDIO_FULL, { code: 'studio_limit' }, { cause: error })
  return error
}

const STUDIO_FULL = 'The studio has 2,000 drafts, and no more fit. Delete one and try again. No model was asked.'
