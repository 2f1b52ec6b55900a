import { DatabaseError } from 'pg'
import { z } from 'zod'
import { modelLabel } from '#contract/studio/content.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { Caller, Database } from '#server/db/database.ts'
import { aiLimits } from '#server/ai/ai-limits.ts'
import { requireManaged } from '#server/ai/chosen-model.sql.ts'
import { ModelError } from '#server/ai/model-error.ts'
import type { TextModels } from '#server/ai/text-models.ts'
import { makeBrief, placesOf } from '#server/content/brief.ts'
import { findFacts } from '#server/sources/find-facts.ts'
import { contentRequest, type GeneratedContent } from '#server/content/content-request.ts'
import { writeArticle } from '#server/content/write-article.ts'
import { calendarRequest } from '#server/social/calendar-request.ts'
import { planCalendar } from '#server/social/plan-calendar.ts'
import { readLimits } from '#server/social/platform-limits.sql.ts'
import { type CalendarPost, unwritten, writeCalendar } from '#server/social/write-calendar.ts'
import { parseBody } from './function-body.ts'
import { FunctionError, type FunctionCall, type Registry } from './registry.ts'

/** A model on an own machine may take minutes for a text. */
const TIMEOUT_MS = 10 * 60_000

type StudioServices = { database: Database; models: TextModels; limits: RateLimits }

const tenant = { tenant_id: z.union([z.literal('default'), z.uuid().lowercase()]).default('default') }
const blog = contentRequest.extend(tenant)
const social = calendarRequest.extend(tenant)

type SocialEntry = Pick<
  CalendarPost,
  'date' | 'platform' | 'content' | 'content_type' | 'hashtags' | 'cta' | 'visual_suggestion'
>

/** Texts and calendars for who manages growth. They are answered and not kept: the studio keeps what is made there. */
export function studioFunctions(services: StudioServices): Registry {
  const { database, limits } = services
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
    'ai-content-blog': made((call) => writeBlog(services, call)),
    'ai-social-calendar': made((call) => makeCalendar(services, call)),
  }
}

async function writeBlog({ database, models }: StudioServices, call: FunctionCall): Promise<GeneratedContent> {
  const { caller, signal } = call
  const { tenant_id: organisation, ...request } = parseBody(blog, call.body)
  await requireOwn(database, caller, organisation)
  const chosen = await models.chosen(caller)
  if (!chosen) return makeBrief(request, await findFacts(database, caller, placesOf(request)))
  for await (const event of writeArticle({ models, caller, request, signal })) {
    if (event.kind !== 'done') continue
    return { ...event.content, content: `${event.content.content}\n*${modelLabel(chosen.model)}*\n` }
  }
  throw new ModelError('cut')
}

async function makeCalendar(
  { database, models }: StudioServices,
  call: FunctionCall,
): Promise<{ calendar: SocialEntry[] }> {
  const { caller, signal } = call
  const { tenant_id: organisation, ...request } = parseBody(social, call.body)
  await requireOwn(database, caller, organisation)
  const limits = await readLimits(database, caller)
  const plan = planCalendar(request, limits)
  const isReady = await models.isReady(caller)
  const posts = isReady ? await writeCalendar({ models, caller, request, plan, limits, signal }) : unwritten(plan)
  return { calendar: posts.map(({ slot: _slot, pillar: _pillar, is_copy: _isCopy, ...entry }) => entry) }
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
      error.httpStatus === 499 ? 400 : error.httpStatus,
      `${error.message}${detail}`,
      { code: error.code },
      { cause: error },
    )
  }
  const isForbidden = error instanceof DatabaseError && error.code === '42501'
  return isForbidden
    ? new FunctionError(403, 'The studio takes the permission to manage growth', {}, { cause: error })
    : error
}
