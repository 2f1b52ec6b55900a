import { z } from 'zod'
import { type Platform, PLATFORMS } from '#contract/studio/platforms.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { follow, read, send } from './follow.ts'
import { type Leaving, leaving } from './leaving.ts'

const PATH = '/social/v1'

const calendar = z.object({
  id: z.string(),
  month: z.string(),
  topics: z.array(z.string()),
  platforms: z.array(z.enum(PLATFORMS)),
  brand_voice: z.string(),
  model: z.string().nullable(),
  created_by: z.string().nullable(),
  created_at: z.string(),
})
const listed = calendar.extend({ posts: z.number(), published: z.number() })
export type ListedCalendar = z.output<typeof listed>

const post = z.object({
  id: z.string(),
  date: z.string(),
  slot: z.string(),
  platform: z.enum(PLATFORMS),
  pillar: z.string(),
  content_type: z.string(),
  content: z.string(),
  hashtags: z.array(z.string()),
  cta: z.string(),
  visual_suggestion: z.string(),
  is_copy: z.boolean(),
  published_at: z.string().nullable(),
  version: z.number(),
})
/** A post; without `is_copy`, its content says what is to be written. */
export type SocialPost = z.output<typeof post>

const open = z.object({ calendar, posts: z.array(post), label: z.string().nullable() })
export type OpenCalendar = z.output<typeof open>

const list = z.object({
  calendars: z.array(listed),
  limits: z.record(z.enum(PLATFORMS), z.number()),
  model: z.object({ provider: z.string(), model: z.string() }).nullable(),
})
export type CalendarList = z.output<typeof list>

const news = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('week'), written: z.number(), total: z.number() }),
  z.object({
    kind: z.literal('done'),
    id: z.string(),
    posts: z.number(),
    missing: z.number().default(0),
    note: z.string().optional(),
  }),
  z.object({ kind: z.literal('failed'), code: z.string(), message: z.string() }),
])
/** What is heard while a calendar is made. */
export type CalendarNews = z.output<typeof news>

export type CalendarFields = { topics: string[]; month: string; platforms: Platform[]; brand_voice: string }
export type PostChange = { version: number } & Partial<
  Pick<SocialPost, 'date' | 'slot' | 'content' | 'hashtags' | 'cta' | 'visual_suggestion'>
> & { is_published?: boolean }

/** Newest first, the characters that platforms take, and the model that would write now. @throws {VaultError} `not_allowed` */
export const listCalendars = async (api: VaultApi): Promise<CalendarList> =>
  list.parse(await read(api, `${PATH}/calendars`))

export const readCalendar = async (api: VaultApi, id: string): Promise<OpenCalendar> =>
  open.parse(await read(api, `${PATH}/calendars/${id}`))

export async function removeCalendar(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/calendars/${id}`, { method: 'DELETE' })
}

/** Sets the characters of posts for all platforms at once. */
export async function saveLimits(api: VaultApi, limits: CalendarList['limits']): Promise<void> {
  await send(api, 'PUT', `${PATH}/limits`, { limits })
}

/** Prompts for a whole calendar, as they would leave. @throws {VaultError} `no_model` */
export const previewCalendar = async (api: VaultApi, fields: CalendarFields): Promise<Leaving> =>
  leaving.parse(await api.post(`${PATH}/previews`, fields))

/** Makes a calendar and hears how far it is. Ending `signal` stops it; weeks that were written are kept. */
export async function makeCalendar(
  api: VaultApi,
  fields: CalendarFields,
  { signal, onNews }: CalendarReader,
): Promise<void> {
  for await (const heard of follow(api, `${PATH}/calendars`, fields, signal)) onNews(news.parse(heard))
}
export type CalendarReader = { signal: AbortSignal; onNews: (heard: CalendarNews) => void }

/** Has the posts written that have only what is to be written, and no others. */
export async function resumeCalendar(api: VaultApi, id: string, { signal, onNews }: CalendarReader): Promise<void> {
  for await (const heard of follow(api, `${PATH}/calendars/${id}/writing`, {}, signal)) onNews(news.parse(heard))
}

/** Signed statements of the server about the posts that models wrote. */
export const exportCalendarRecord = async (api: VaultApi, id: string): Promise<Blob> =>
  (await api.fetch(`${PATH}/calendars/${id}/record`, { method: 'GET' })).blob()

/** @throws {VaultError} `changed_meanwhile` */
export const changePost = async (api: VaultApi, id: string, change: PostChange): Promise<SocialPost> =>
  z.object({ post }).parse(await send(api, 'PATCH', `${PATH}/posts/${id}`, change)).post

export const exportCalendar = async (api: VaultApi, id: string, kind: 'csv' | 'ics'): Promise<Blob> =>
  (await api.fetch(`${PATH}/calendars/${id}/${kind}`, { method: 'GET' })).blob()
