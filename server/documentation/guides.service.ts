import { z } from 'zod'
import { GUIDE_LIMITS, type GuideDraft, guideProblem, isWholeGuide } from '#contract/documentation/own-guides.ts'
import type { Caller, Database, Transaction } from '../db/database.ts'
import { builtGuides } from './built-guides.ts'
import { recordGuideEvent } from './documentation-events.ts'
import { guideError } from './documentation-requests.ts'
import {
  deleteGuide,
  findReplacing,
  hideGuide,
  insertGuide,
  insertVersion,
  listGuides,
  lockGuide,
  type LockedGuide,
  markUnchanged,
  readGuide,
  readVersion,
  saveDraft,
} from './guides.sql.ts'
import type { PublishedGuides } from './published-guides.ts'

type GuideServices = { database: Database; published: PublishedGuides }
type Change<Result> = (db: Transaction, guide: LockedGuide, userId: string) => Promise<Result>
const subject = z.uuid()

/** Guides that the operator's organisation writes itself, for its people who manage growth. `seen`: the revision that the person looked at. */
export class GuideService {
  readonly #services: GuideServices

  constructor(services: GuideServices) {
    this.#services = services
  }

  /** Every guide with its state, and the built ones that one may replace. @throws {Refusal} `forbidden` */
  async list(caller: Caller) {
    await this.#admit(caller)
    return { guides: await listGuides(this.#services.database), built: builtGuides() }
  }

  /** @throws {Refusal} `forbidden`, `guide_not_found` */
  async read(caller: Caller, id: string) {
    await this.#admit(caller)
    const guide = await readGuide(this.#services.database, id)
    if (!guide) throw guideError('guide_not_found')
    return guide
  }

  /** @throws {Refusal} `forbidden`, `guide_not_found` */
  async readVersion(caller: Caller, id: string, version: number) {
    await this.#admit(caller)
    const found = await readVersion(this.#services.database, id, version)
    if (!found) throw guideError('guide_not_found')
    return found
  }

  /** @throws {Refusal} `forbidden`, `slug_taken`, `guides_full`, and what is wrong with it */
  async create(caller: Caller, draft: GuideDraft): Promise<{ id: string }> {
    const userId = await this.#admit(caller)
    refuseProblem(draft)
    return this.#services.database.asOwner(async (db) => {
      const id = await insertGuide(db, draft, userId)
      if (id === undefined) throw guideError('guides_full')
      await recordGuideEvent(db, { type: 'documentation.guide_created', userId, details: { slug: draft.slug } })
      return { id }
    })
  }

  /** @returns the new revision. @throws {Refusal} `guide_changed`, `slug_fixed`, and as `create` */
  async save(
    caller: Caller,
    id: string,
    { seen, ...draft }: GuideDraft & { seen: number },
  ): Promise<{ revision: number }> {
    return this.#change(caller, { id, seen }, async (db, guide, userId) => {
      refuseProblem(draft)
      if (guide.versions > 0 && draft.slug !== guide.slug) throw guideError('slug_fixed')
      const revision = await saveDraft(db, id, draft, userId)
      // A draft saves itself every few seconds: the log has that somebody writes, not each pause of theirs.
      if (guide.is_new_work) {
        await recordGuideEvent(db, { type: 'documentation.draft_saved', userId, details: { slug: draft.slug } })
      }
      return { revision }
    })
  }

  /** Shows readers what was saved. @returns the version. @throws {Refusal} `guide_incomplete`, `guide_replaced`, `versions_full` */
  async publish(
    caller: Caller,
    id: string,
    { seen, note }: { seen: number; note: string },
  ): Promise<{ version: number }> {
    const made = await this.#change(caller, { id, seen }, async (db, guide, userId) => {
      if (guide.version !== null && guide.published_revision === guide.revision) return { version: guide.version }
      refuseProblem(guide)
      if (!isWholeGuide(guide)) throw guideError('guide_incomplete')
      if (guide.versions >= GUIDE_LIMITS.versions) throw guideError('versions_full')
      if (guide.replaces !== null && (await findReplacing(db, id, guide.replaces))) throw guideError('guide_replaced')
      const version = (guide.last_version ?? 0) + 1
      await insertVersion(db, { id, version, note, userId })
      const details = { slug: guide.slug, version, replaces: guide.replaces }
      await recordGuideEvent(db, { type: 'documentation.guide_published', userId, details })
      return { version }
    })
    this.#services.published.forget()
    return made
  }

  /** Readers see it no longer, and the built guide that it replaced again. @throws {Refusal} `guide_not_published` */
  async unpublish(caller: Caller, id: string): Promise<void> {
    await this.#change(caller, { id }, async (db, guide, userId) => {
      if (guide.version === null) throw guideError('guide_not_published')
      await hideGuide(db, id)
      const details = { slug: guide.slug, version: guide.version, replaces: guide.replaces }
      await recordGuideEvent(db, { type: 'documentation.guide_unpublished', userId, details })
    })
    this.#services.published.forget()
  }

  /** Makes the draft what a version said, which readers do not see before it is published. @throws {Refusal} `guide_changed`, `guide_not_found` */
  async restore(caller: Caller, id: string, { seen, version }: { seen: number; version: number }): Promise<void> {
    const found = await readVersion(this.#services.database, id, version)
    await this.#change(caller, { id, seen }, async (db, guide, userId) => {
      if (!found) throw guideError('guide_not_found')
      await saveDraft(db, id, { ...found, slug: guide.slug }, userId)
      if (guide.version === version) await markUnchanged(db, id)
      await recordGuideEvent(db, {
        type: 'documentation.draft_restored',
        userId,
        details: { slug: guide.slug, version },
      })
    })
  }

  /** With its versions. @throws {Refusal} `guide_published` */
  async remove(caller: Caller, id: string): Promise<void> {
    await this.#change(caller, { id }, async (db, guide, userId) => {
      if (guide.version !== null) throw guideError('guide_published')
      await deleteGuide(db, id)
      const details = { slug: guide.slug, versions: guide.versions }
      await recordGuideEvent(db, { type: 'documentation.guide_deleted', userId, details })
    })
  }

  async #change<Result>(caller: Caller, of: { id: string; seen?: number }, change: Change<Result>): Promise<Result> {
    const userId = await this.#admit(caller)
    return this.#services.database.asOwner(async (db) => {
      const guide = await lockGuide(db, of.id, userId)
      if (!guide) throw guideError('guide_not_found')
      if (of.seen !== undefined && guide.revision !== of.seen) throw guideError('guide_changed')
      return change(db, guide, userId)
    })
  }

  async #admit(caller: Caller): Promise<string> {
    const userId = subject.safeParse(caller.claims['sub'])
    if (caller.role !== 'authenticated' || !userId.success) throw guideError('not_signed_in')
    const text = `select authz.allows('manage_growth', authz.operator()) as allowed`
    const { rows } = await this.#services.database.oneAsCaller<{ allowed: boolean }>(caller, { text })
    if (!rows[0]?.allowed) throw guideError('forbidden')
    return userId.data
  }
}

function refuseProblem(draft: GuideDraft): void {
  const problem = guideProblem(
    draft,
    builtGuides().map(({ slug }) => slug),
  )
  if (problem) throw guideError(problem)
}
