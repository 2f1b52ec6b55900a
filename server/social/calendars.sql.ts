import type { Platform } from '#contract/studio/platforms.ts'
import type { Caller, Database, Transaction } from '../db/database.ts'
import type { RecordFile } from '../content/record-signer.ts'
import type { CalendarRequest } from './calendar-request.ts'
import type { CalendarPost } from './write-calendar.ts'

export type CalendarRow = {
  id: string
  month: string
  topics: string[]
  platforms: Platform[]
  brand_voice: string
  /** Null: it is a plan with prompts. */
  model: string | null
  created_by: string | null
  created_at: Date
  /** A model writes it just now. */
  is_being_made: boolean
}
const COLUMNS = `c.id, c.month, c.topics, c.platforms, c.brand_voice, c.model, p.email as created_by, c.created_at,
  coalesce(c.making_until > clock_timestamp(), false) as is_being_made`
const PEOPLE = 'left join studio.person_names() p on p.id = c.created_by'

export type PostRow = {
  id: string
  /** YYYY-MM-DD */
  date: string
  /** HH:MM */
  slot: string
  platform: Platform
  pillar: string
  content_type: string
  content: string
  hashtags: string[]
  cta: string
  visual_suggestion: string
  is_copy: boolean
  published_at: Date | null
  version: number
}
const POST = `o.id, o.date::text as date, to_char(o.slot, 'HH24:MI') as slot, o.platform, o.pillar, o.content_type, o.content, o.hashtags, o.cta,
  o.visual_suggestion, o.is_copy, o.published_at, o.version`

/** How long one request keeps others from writing the same calendar; each week renews it. */
const CLAIMED = `interval '15 minutes'`

type As = { database: Database; caller: Caller }
const ask = async <Row extends Record<string, unknown>>(
  { database, caller }: As,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await database.oneAsCaller<Row>(caller, { text, values })).rows

export type ListedCalendar = CalendarRow & { posts: number; published: number }

/** Newest first. */
export const listCalendars = (as: As): Promise<ListedCalendar[]> =>
  ask(
    as,
    `select ${COLUMNS},
            (select count(*)::integer from studio.posts o where o.tenant_id = c.tenant_id and o.calendar_id = c.id) as posts,
            (select count(*)::integer from studio.posts o where o.tenant_id = c.tenant_id and o.calendar_id = c.id and o.published_at is not null) as published
     from studio.calendars c ${PEOPLE} order by c.created_at desc, c.id desc`,
  )

export const countCalendars = async (as: As): Promise<number> =>
  (await ask<{ count: number }>(as, 'select count(*)::integer as count from studio.calendars'))[0]?.count ?? 0

export const findCalendar = async (as: As, id: string): Promise<CalendarRow | undefined> =>
  (await ask<CalendarRow>(as, `select ${COLUMNS} from studio.calendars c ${PEOPLE} where c.id = $1`, [id]))[0]

export const findCalendarRecord = async (as: As, id: string): Promise<{ record: RecordFile | null } | undefined> =>
  (await ask<{ record: RecordFile | null }>(as, 'select record from studio.calendars where id = $1', [id]))[0]

/** By their days. */
export const listPosts = (as: As, calendar: string): Promise<PostRow[]> =>
  ask(as, `select ${POST} from studio.posts o where o.calendar_id = $1 order by o.date, o.slot, o.id`, [calendar])

export const findPost = async (as: As, id: string): Promise<PostRow | undefined> =>
  (await ask<PostRow>(as, `select ${POST} from studio.posts o where o.id = $1`, [id]))[0]

export type NewCalendar = {
  id: string
  request: CalendarRequest
  /** Names who has it written by a model next; null: nobody. */
  claim: string | null
  posts: readonly CalendarPost[]
}

/** A calendar with all of its posts, or nothing. */
export async function insertCalendar(db: Transaction, { id, request, claim, posts }: NewCalendar): Promise<void> {
  await db.query({
    text: `insert into studio.calendars (id, tenant_id, month, topics, platforms, brand_voice, created_by, making_claim, making_until)
           values ($1, studio.managed(), $2, $3, $4, $5, auth.uid(), $6, case when $6::uuid is not null then clock_timestamp() + ${CLAIMED} end)`,
    values: [id, request.month, request.topics, request.platforms, request.brand_voice, claim],
  })
  await db.query({
    text: `insert into studio.posts (tenant_id, calendar_id, date, slot, platform, pillar, content_type, content, hashtags, cta, visual_suggestion, is_copy)
           select studio.managed(), $1, o.date, o.slot, o.platform, o.pillar, o.content_type, o.content, o.hashtags, o.cta, o.visual_suggestion, o.is_copy
           from jsonb_to_recordset($2) as o (date date, slot time, platform text, pillar text, content_type text, content text, hashtags text[],
                                             cta text, visual_suggestion text, is_copy boolean)`,
    values: [id, JSON.stringify(posts)],
  })
}

/** Begins to write what is missing. @returns false where somebody has it written, or it is gone */
export const claimCalendar = async (as: As, id: string, claim: string): Promise<boolean> =>
  (
    await ask(
      as,
      `update studio.calendars c set making_claim = $2, making_until = clock_timestamp() + ${CLAIMED}
       where c.id = $1 and (c.making_until is null or c.making_until < clock_timestamp()) returning c.id`,
      [id, claim],
    )
  ).length === 1

type WrittenWeek = {
  tenant: string
  calendar: string
  claim: string
  posts: readonly Pick<PostRow, 'id' | 'version' | 'content' | 'hashtags' | 'cta' | 'visual_suggestion'>[]
  model: string
  record: RecordFile
}

/** Keeps a week that a model wrote. A post that a person changed meanwhile stays theirs. */
export async function keepWeek(
  db: Transaction,
  { tenant, calendar, claim, posts, model, record }: WrittenWeek,
): Promise<void> {
  const { rows } = await db.query({
    text: `update studio.calendars c set model = $4, record = $5, making_until = clock_timestamp() + ${CLAIMED}
           where c.tenant_id = $1 and c.id = $2 and c.making_claim = $3 returning c.id`,
    values: [tenant, calendar, claim, model, JSON.stringify(record)],
  })
  if (rows.length === 0) return
  await db.query({
    text: `update studio.posts o
           set content = w.content, hashtags = w.hashtags, cta = w.cta, visual_suggestion = w.visual_suggestion, is_copy = true, version = o.version + 1
           from jsonb_to_recordset($3) as w (id uuid, version integer, content text, hashtags text[], cta text, visual_suggestion text)
           where o.tenant_id = $1 and o.calendar_id = $2 and o.id = w.id and o.version = w.version and not o.is_copy`,
    values: [tenant, calendar, JSON.stringify(posts)],
  })
}

/** Lets others write a calendar. */
export async function releaseCalendar(database: Database, id: string, claim: string): Promise<void> {
  await database.owner(
    'update studio.calendars set making_claim = null, making_until = null where id = $1 and making_claim = $2',
    [id, claim],
  )
}

/** Deletes a calendar of which nothing was written. */
export async function dropCalendar(database: Database, id: string): Promise<void> {
  await database.owner('delete from studio.calendars where id = $1 and record is null', [id])
}

/** What is left out stays. */
export type ChangedPost = {
  date?: string | undefined
  slot?: string | undefined
  content?: string | undefined
  hashtags?: string[] | undefined
  cta?: string | undefined
  visual_suggestion?: string | undefined
  is_published?: boolean | undefined
}

/** @returns the post; undefined where somebody changed it since */
export async function changePost(as: As, id: string, change: ChangedPost, known: number): Promise<PostRow | undefined> {
  const rows = await ask<PostRow>(
    as,
    `update studio.posts o
     set date = coalesce($3, o.date), slot = coalesce($4, o.slot), content = coalesce($5, o.content), hashtags = coalesce($6, o.hashtags),
         cta = coalesce($7, o.cta), visual_suggestion = coalesce($8, o.visual_suggestion),
         is_copy = o.is_copy or ($5 is not null and $5 <> o.content),
         published_at = case when $9::boolean is null then o.published_at when $9 then coalesce(o.published_at, clock_timestamp()) end,
         version = o.version + 1
     where o.id = $1 and o.version = $2 returning ${POST}`,
    [
      id,
      known,
      change.date ?? null,
      change.slot ?? null,
      change.content ?? null,
      change.hashtags ?? null,
      change.cta ?? null,
      change.visual_suggestion ?? null,
      change.is_published ?? null,
    ],
  )
  return rows[0]
}

export const deleteCalendar = async (as: As, id: string): Promise<boolean> =>
  (await ask(as, 'delete from studio.calendars where id = $1 returning id', [id])).length === 1

/** All of them at once: what is as it was shipped has no row. */
export async function saveLimits(db: Transaction, limits: Readonly<Record<string, number>>): Promise<void> {
  await db.query({ text: 'delete from studio.platform_limits' })
  await db.query({
    text: `insert into studio.platform_limits (tenant_id, platform, characters)
           select studio.managed(), l.key, l.value::integer from jsonb_each_text($1) as l`,
    values: [JSON.stringify(limits)],
  })
}
