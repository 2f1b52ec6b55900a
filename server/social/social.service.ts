import { createHash, randomUUID } from 'node:crypto'
import { modelLabel } from '#contract/studio/content.ts'
import { charactersOf, type Platform, PLATFORM_CHARACTERS, postText } from '#contract/studio/platforms.ts'
import type { Caller, Database } from '../db/database.ts'
import { requireManaged } from '../ai/chosen-model.sql.ts'
import { ModelError } from '../ai/model-error.ts'
import type { TextModels } from '../ai/text-models.ts'
import { type ModelRecord, passageHash, type RecordSigner } from '../content/record-signer.ts'
import type { CalendarRequest } from './calendar-request.ts'
import { calendarCsv, calendarIcs } from './calendar-files.ts'
import {
  type CalendarRow,
  type ChangedPost,
  changePost,
  deleteCalendar,
  findCalendar,
  findCalendarRecord,
  findPost,
  insertCalendar,
  listCalendars,
  listPosts,
  type PostRow,
  saveLimits,
} from './calendars.sql.ts'
import { planCalendar } from './plan-calendar.ts'
import { readLimits } from './platform-limits.sql.ts'
import { socialError } from './social-requests.ts'
import { type CalendarPost, unwritten, writeWeeks } from './write-calendar.ts'

type Services = { database: Database; models: TextModels; signer: RecordSigner }

/** What a page hears while a calendar is made. `note`: not all of it was written, and why. */
export type CalendarNews =
  | { kind: 'week'; written: number; total: number }
  | { kind: 'done'; id: string; posts: number; note: string | undefined }
  | { kind: 'failed'; code: string; message: string }

/** Calendars of an organisation. Whether somebody may is asked of the database in each call. */
export class SocialService {
  readonly #services: Services

  constructor(services: Services) {
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
    const calendar = await findCalendar(as, id)
    if (!calendar) throw socialError('studio_not_found')
    const label = calendar.model === null ? null : modelLabel(calendar.model)
    return { calendar, posts: await listPosts(as, id), label }
  }

  /** Makes a calendar and keeps it, also where a later week failed or was cancelled: the days of that have their prompts. */
  async make(caller: Caller, request: CalendarRequest, signal: AbortSignal): Promise<AsyncGenerator<CalendarNews>> {
    const { database } = await this.#admit(caller)
    const limits = await readLimits(database, caller)
    return this.#news({ caller, request, limits, signal })
  }

  async *#news({ caller, request, limits, signal }: Making): AsyncGenerator<CalendarNews> {
    const { models } = this.#services
    const plan = planCalendar(request, limits)
    const posts: CalendarPost[] = []
    let note: string | undefined
    const chosen = await models.chosen(caller)
    const keep = () => {
      posts.push(...unwritten(plan.slice(posts.length)))
      return this.#keep(caller, { request, posts, model: chosen?.model ?? null })
    }
    let isOver = false
    try {
      const weeks = chosen ? writeWeeks({ models, caller, request, plan, limits, signal }) : [unwritten(plan)]
      for await (const week of weeks) {
        posts.push(...week)
        yield { kind: 'week', written: posts.length, total: plan.length }
      }
      isOver = true
    } catch (error) {
      isOver = true
      if (!(error instanceof ModelError)) throw error
      note = [error.message, error.detail].filter(Boolean).join(': ')
      if (posts.length === 0) return void (yield { kind: 'failed', code: error.code, message: note })
    } finally {
      // The reader left between two weeks.
      if (!isOver && posts.length > 0) await keep()
    }
    const id = await keep()
    yield { kind: 'done', id, posts: posts.length, note }
  }

  async #keep(
    caller: Caller,
    { request, posts, model }: { request: CalendarRequest; posts: readonly CalendarPost[]; model: string | null },
  ): Promise<string> {
    const { database, signer } = this.#services
    const id = randomUUID()
    const texts = posts.filter(({ is_copy: isCopy }) => isCopy).map(({ content }) => content)
    const isWritten = model !== null && texts.length > 0
    const record = isWritten
      ? await signer.sign(texts.join('\n\n'), {
          draft: id,
          version: 1,
          model,
          promptSha256: createHash('sha256').update(JSON.stringify(request)).digest('hex'),
          editor: String(caller.claims['sub']),
          at: new Date().toISOString(),
          parts: texts.map((text) => passageHash(text)),
        })
      : null
    await database.asCaller(caller, (db) =>
      insertCalendar(db, { id, request, posts, model: isWritten ? model : null, record }),
    )
    return id
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
  async record(caller: Caller, id: string): Promise<ModelRecord> {
    const found = await findCalendarRecord(await this.#admit(caller), id)
    if (!found) throw socialError('studio_not_found')
    if (!found.record) throw socialError('no_model_text')
    return found.record
  }

  async #admit(caller: Caller): Promise<{ database: Database; caller: Caller }> {
    const { database } = this.#services
    await requireManaged(database, caller)
    return { database, caller }
  }
}

type Making = {
  caller: Caller
  request: CalendarRequest
  limits: Readonly<Record<Platform, number>>
  signal: AbortSignal
}
