import { createHash } from 'node:crypto'
import { BRIEF_LABEL } from '#contract/studio/content.ts'
import type { Platform } from '#contract/studio/platforms.ts'
import { MAX_EARLIER_RECORDS } from '#contract/studio/records-wire.ts'
import type { Caller, Database } from '../db/database.ts'
import { ModelError } from '../ai/model-error.ts'
import type { TextModels } from '../ai/text-models.ts'
import { passageHash, type RecordFile, type RecordSigner } from '../content/record-signer.ts'
import { type CalendarRow, keepWeek, type PostRow, releaseCalendar } from './calendars.sql.ts'
import type { PlannedPost } from './plan-calendar.ts'
import { writeWeeks } from './write-calendar.ts'

export type CalendarServices = { database: Database; models: TextModels; signer: RecordSigner }

/** News of a calendar that is made. `failed`: not all of it was written, and why, which is also the `note`; `missing`: so many posts have only what is to be written. */
export type CalendarNews =
  | { kind: 'week'; written: number; total: number }
  | { kind: 'done'; id: string; posts: number; missing: number; note: string | undefined; failed: Failure | null }
  | ({ kind: 'failed' } & Failure)
type Failure = { code: string; message: string }

type Writing = {
  caller: Caller
  tenant: string
  claim: string
  model: string
  calendar: Pick<CalendarRow, 'id' | 'month' | 'topics' | 'platforms' | 'brand_voice'>
  posts: readonly PostRow[]
  limits: Readonly<Record<Platform, number>>
  /** Records of what models wrote of it before. */
  record: RecordFile | null
  signal: AbortSignal
}

/** Has a model write the posts of a calendar that have only their prompts. Each week is kept, with its record, as soon as it is there. */
export async function* writePosts(services: CalendarServices, writing: Writing): AsyncGenerator<CalendarNews> {
  const { database, models } = services
  const { caller, claim, calendar, posts, limits, signal } = writing
  const unwritten = posts.filter(({ is_copy: isCopy }) => !isCopy)
  const said = posts.flatMap(({ is_copy: isCopy, content }) => (isCopy ? [content] : []))
  const plan = unwritten.map(planOf)
  const texts: string[] = []
  let written = 0
  let failed: Failure | null = null
  try {
    for await (const week of writeWeeks({ models, caller, voice: calendar.brand_voice, plan, limits, said, signal })) {
      const rows = unwritten.slice(written, written + week.length)
      const made = week.flatMap((post, at) =>
        post.is_copy ? [{ ...post, id: rows[at]!.id, version: rows[at]!.version }] : [],
      )
      written += week.length
      texts.push(...made.map(({ content }) => content))
      if (made.length > 0) await keep(services, { writing, made, texts })
      yield { kind: 'week', written, total: plan.length }
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    failed = { code: error.code, message: [error.message, error.detail].filter(Boolean).join(': ') }
    if (written === 0) return void (yield { kind: 'failed', ...failed })
  } finally {
    await releaseCalendar(database, calendar.id, claim)
  }
  const missing = plan.length - texts.length
  yield { kind: 'done', id: calendar.id, posts: posts.length, missing, note: failed?.message, failed }
}

type Made = { writing: Writing; made: Parameters<typeof keepWeek>[1]['posts']; texts: readonly string[] }

/** Keeps a week, whatever its person may do by now. */
async function keep({ database, signer }: CalendarServices, { writing, made, texts }: Made): Promise<void> {
  const { tenant, claim, model, calendar, caller, record: before } = writing
  const { earlier = [], ...newest } = before ?? {}
  const records = 'statement' in newest ? [newest, ...earlier] : earlier
  const { month, topics, platforms, brand_voice: voice } = calendar
  const signed = await signer.sign(texts.join('\n\n'), {
    draft: calendar.id,
    version: records.length + 1,
    model,
    promptSha256: sha256(JSON.stringify({ topics, month, platforms, brand_voice: voice })),
    editor: String(caller.claims['sub']),
    at: new Date().toISOString(),
    parts: texts.map((text) => passageHash(text)),
  })
  const record = records.length === 0 ? signed : { ...signed, earlier: records.slice(0, MAX_EARLIER_RECORDS) }
  await database.asOwner((db) => keepWeek(db, { tenant, claim, calendar: calendar.id, posts: made, model, record }))
}

/** The plan of a post that has only its prompt. */
function planOf(post: PostRow): PlannedPost {
  const { date, slot, platform, pillar, content_type, hashtags, cta, visual_suggestion, content } = post
  const label = `${BRIEF_LABEL}. `
  const prompt = content.startsWith(label) ? content.slice(label.length) : content
  return { date, slot, platform, pillar, content_type, angle: '', hashtags, cta, visual_suggestion, prompt }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
