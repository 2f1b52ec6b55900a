import { randomUUID } from 'node:crypto'
import { modelLabel } from '#contract/studio/content.ts'
import {
  charactersOf,
  type Platform,
  PLATFORM_CHARACTERS,
  postText,
  SOCIAL_LIMITS,
} from '#contract/studio/platforms.ts'
import type { Caller, Database } from '../db/database.ts'
import { requireManaged } from '../ai/chosen-model.sql.ts'
import { ModelError } from '../ai/model-error.ts'
import type { LeavingAll } from '../ai/text-models.ts'
import { modelsOf, type RecordFile } from '../content/record-signer.ts'
import type { CalendarRequest } from './calendar-request.ts'
import { calendarCsv, calendarIcs } from './calendar-files.ts'
import {
  type CalendarRow,
  type ChangedPost,
  changePost,
  claimCalendar,
  countCalendars,
  deleteCalendar,
  dropCalendar,
  findCalendar,
  findCalendarRecord,
  findPost,
  insertCalendar,
  listCalendars,
  listPosts,
  type PostRow,
  releaseCalendar,
  saveLimits,
} from './calendars.sql.ts'
import { planCalendar } from './plan-calendar.ts'
import { readLimits } from './platform-limits.sql.ts'
import { socialError } from './social-requests.ts'
import { type CalendarPost, unwritten, weekPrompts } from './write-calendar.ts'
import { type CalendarNews, type CalendarServices, writePosts } from './write-posts.ts'

export type { CalendarPost }

type As = { database: Database; caller: Caller; tenant: string }

/** Calendars of an organisation. Whether somebody may is asked of the database in each call. */
export class SocialService {
  readonly #services: CalendarServices

  constructor(services: CalendarServices) {
    this.#services = services
  }

  async list(caller: Caller) {
    const as = await this.#admit(caller)
    const [calendars, limits, model] = await Promise.all([
      listCalendars(as),
      readLimits(as.database, caller),
      this.#services.models.chosen(caller),
    ])
    return { calendars, limits, model: model ?? null }
  }

  /** @throws {Refusal} `studio_not_found` */
  async read(caller: Caller, id: string): Promise<{ calendar: CalendarRow; posts: PostRow[]; label: string | null }> {
    const as = await this.#admit(caller)
    const calendar = await this.#find(as, id)
    const [posts, found] = await Promise.all([listPosts(as, id), findCalendarRecord(as, id)])
    const models = found?.record ? modelsOf(found.record) : []
    return { calendar, posts, label: models.length === 0 ? null : modelLabel(models.join(', ')) }
  }

  /** Plans a calendar, which is not kept: each post says what is to be written. */
  async plan(caller: Caller, request: CalendarRequest): Promise<CalendarPost[]> {
    const { database } = await this.#admit(caller)
    return unwritten(planCalendar(request, await readLimits(database, caller)))
  }

  /** Each request of a calendar as it would leave: one for each week. Nothing is sent. @throws {ModelError} `no_model` */
  async preview(caller: Caller, request: CalendarRequest): Promise<LeavingAll> {
    const { database } = await this.#admit(caller)
    const plan = planCalendar(request, await readLimits(database, caller))
    return this.#services.models.previewAll(caller, weekPrompts(plan, request.brand_voice))
  }

  /**
   * Makes a calendar and keeps it, also where a later week failed or was cancelled: the days of that have their prompts. Where nothing was written, nothing
   * is kept.
   * @throws {Refusal} `calendars_full`
   */
  async make(caller: Caller, request: CalendarRequest, signal: AbortSignal): Promise<AsyncGenerator<CalendarNews>> {
    const as = await this.#admit(caller)
    if ((await countCalendars(as)) >= SOCIAL_LIMITS.calendars) throw socialError('calendars_full')
    const limits = await readLimits(as.database, caller)
    const chosen = await this.#services.models.chosen(caller)
    return this.#news(as, { request, limits, model: chosen?.model, signal })
  }

  async *#news(as: As, { request, limits, model, signal }: Making): AsyncGenerator<CalendarNews> {
    const { database, caller, tenant } = as
    const [id, claim] = [randomUUID(), randomUUID()]
    const plan = unwritten(planCalendar(request, limits))
    // Before a model is asked: what it writes has a place then.
    await database.asCaller(caller, (db) =>
      insertCalendar(db, { id, request, posts: plan, claim: model === undefined ? null : claim }),
    )
    if (model === undefined) {
      yield { kind: 'week', written: plan.length, total: plan.length }
      return void (yield { kind: 'done', id, posts: plan.length, missing: 0, note: undefined, failed: null })
    }
    let isWritten = false
    try {
      const posts = await listPosts(as, id)
      const calendar = { id, ...request }
      const writing = { caller, tenant, claim, model, calendar, posts, limits, record: null, signal }
      for await (const news of writePosts(this.#services, writing)) {
        isWritten ||= news.kind !== 'failed'
        yield news
      }
    } finally {
      if (!isWritten) await dropCalendar(database, id)
    }
  }

  /**
   * Has the posts written that have only their prompts, and no others.
   * @throws {Refusal} `being_written`, `nothing_to_continue`
   * @throws {ModelError} `no_model`
   */
  async resume(caller: Caller, id: string, signal: AbortSignal): Promise<AsyncGenerator<CalendarNews>> {
    const as = await this.#admit(caller)
    const { database, tenant } = as
    const calendar = await this.#find(as, id)
    const chosen = await this.#services.models.chosen(caller)
    if (!chosen) throw new ModelError('no_model')
    const claim = randomUUID()
    if (!(await claimCalendar(as, id, claim))) throw socialError('being_written')
    const [posts, limits, found] = await Promise.all([
      listPosts(as, id),
      readLimits(database, caller),
      findCalendarRecord(as, id),
    ])
    if (posts.every(({ is_copy: isCopy }) => isCopy)) {
      await releaseCalendar(database, id, claim)
      throw socialError('nothing_to_continue')
    }
    const record = found?.record ?? null
    return writePosts(this.#services, {
      caller,
      tenant,
      claim,
      model: chosen.model,
      calendar,
      posts,
      limits,
      record,
      signal,
    })
  }

  /** @returns the post, or the one that is there where somebody changed it since. @throws {Refusal} */
  async change(
    caller: Caller,
    id: string,
    { version, ...change }: ChangedPost & { version: number },
  ): Promise<{ post: PostRow } | { current: PostRow }> {
    const as = await this.#admit(caller)
    const found = await findPost(as, id)
    if (!found) throw socialError('studio_not_found')
    if (change.content !== undefined || change.hashtags !== undefined) {
      const limits = await readLimits(as.database, caller)
      const text = postText(change.content ?? found.content, change.hashtags ?? found.hashtags)
      if (charactersOf(found.platform, text) > limits[found.platform]) throw socialError('post_too_long')
    }
    const post = await changePost(as, id, change, version)
    if (post) return { post }
    return { current: (await findPost(as, id)) ?? found }
  }

  async remove(caller: Caller, id: string): Promise<void> {
    if (!(await deleteCalendar(await this.#admit(caller), id))) throw socialError('studio_not_found')
  }

  async saveLimits(caller: Caller, limits: Readonly<Record<Platform, number>>): Promise<void> {
    const { database } = await this.#admit(caller)
    const own = Object.entries(limits).filter(
      ([platform, number]) => PLATFORM_CHARACTERS[platform as Platform] !== number,
    )
    await database.asCaller(caller, (db) => saveLimits(db, Object.fromEntries(own)))
  }

  async csv(caller: Caller, id: string): Promise<{ name: string; text: string }> {
    const { calendar, posts } = await this.read(caller, id)
    return { name: `social-calendar-${calendar.month}.csv`, text: calendarCsv(posts) }
  }

  async ics(caller: Caller, id: string): Promise<{ name: string; text: string }> {
    const { calendar, posts, label } = await this.read(caller, id)
    return { name: `social-calendar-${calendar.month}.ics`, text: calendarIcs(calendar, posts, label ?? undefined) }
  }

  /** @throws {Refusal} `no_model_text` */
  async record(caller: Caller, id: string): Promise<RecordFile> {
    const found = await findCalendarRecord(await this.#admit(caller), id)
    if (!found) throw socialError('studio_not_found')
    if (!found.record) throw socialError('no_model_text')
    return found.record
  }

  async #find(as: As, id: string): Promise<CalendarRow> {
    const calendar = await findCalendar(as, id)
    if (!calendar) throw socialError('studio_not_found')
    return calendar
  }

  async #admit(caller: Caller): Promise<As> {
    const { database } = this.#services
    return { database, caller, tenant: await requireManaged(database, caller) }
  }
}

type Making = {
  request: CalendarRequest
  limits: Readonly<Record<Platform, number>>
  /** Undefined: a plan is made. */
  model: string | undefined
  signal: AbortSignal
}
