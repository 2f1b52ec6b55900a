import { randomUUID } from 'node:crypto'
import { CONTENT_LIMITS, markdownFile, slugOf } from '#contract/studio/content.ts'
import { MAX_EARLIER_RECORDS } from '#contract/studio/records-wire.ts'
import type { ModelTextVerdict } from '#crypto/model-text/model-text.ts'
import type { Caller, Database } from '../db/database.ts'
import { type ChosenFact, findFacts, readChosen, shareOut } from '../sources/find-facts.ts'
import { ModelError } from '../ai/model-error.ts'
import { requireManaged } from '../ai/chosen-model.sql.ts'
import type { LeavingAll, TextModels } from '../ai/text-models.ts'
import { makeBrief, placesOf } from './brief.ts'
import { contentError } from './content-requests.ts'
import { type ContentRequest, type GeneratedContent, hashOfRequest } from './content-request.ts'
import {
  claimDraft,
  deleteDraft,
  type DraftRow,
  findDraft,
  findRecords,
  findStopped,
  findVersion,
  insertDraft,
  keepWritten,
  listDrafts,
  listVersions,
  releaseDraft,
  type SavedDraft,
  saveDraft,
} from './drafts.sql.ts'
import { labelOf } from './label-of.ts'
import { hashOf, type ModelRecord, type RecordFacts, type RecordFile, type RecordSigner } from './record-signer.ts'
import { requireRoom } from './version-room.ts'
import { begunFrom, type StoppedPlan, type StoppedVersion, unfinishedOf, WritingProgress } from './unfinished.ts'
import {
  articlePrompts,
  type Begun,
  type ChosenFacts,
  continuedPrompts,
  writeArticle,
  type WritingEvent,
} from './write-article.ts'

type Services = { database: Database; models: TextModels; signer: RecordSigner }

/** What a page hears while a text is written. `kept` is the number of the version that is there afterwards; null: nothing came. */
export type WriteNews =
  | Exclude<WritingEvent, { kind: 'done' | 'whole' }>
  | ({ kind: 'done'; no: number; version: number; note: string | undefined } & GeneratedContent)
  | { kind: 'failed'; code: string; message: string; kept: number | null; version: number | null }

type Kept = { no: number; version: number } | undefined
type ToKeep = { model: string | null; plan: StoppedPlan | null; meta?: GeneratedContent }
/** What there is already, and which version that is. */
type Continued = { begun: Begun; continues: NonNullable<RecordFacts['continues']> }

/** Texts of an organisation. Whether somebody may is asked of the database in each call. */
export class DraftService {
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  async list(caller: Caller) {
    const as = await this.#admit(caller)
    return { drafts: await listDrafts(as), model: (await this.#services.models.chosen(caller)) ?? null }
  }

  async add(caller: Caller, request: ContentRequest): Promise<{ id: string; version: number }> {
    return { id: await insertDraft(await this.#admit(caller), request), version: 1 }
  }

  /** A draft with its newest text, who wrote which, and what is missing of it. @throws {Refusal} `studio_not_found` */
  async read(caller: Caller, id: string) {
    const as = await this.#admit(caller)
    const draft = await this.#find(caller, id)
    const [current, versions, stopped] = await Promise.all([
      findVersion(as, id),
      listVersions(as, id),
      findStopped(as, id),
    ])
    const unfinished = unfinishedOf(draft, stopped)
    return { draft, current: current ?? null, versions, label: labelOf(versions), unfinished }
  }

  /** @param no as it is in the address. @throws {Refusal} `studio_not_found` */
  async readVersion(caller: Caller, id: string, no: string) {
    const as = await this.#admit(caller)
    const found = /^[1-9]\d{0,4}$/.test(no) ? await findVersion(as, id, Number(no)) : undefined
    if (!found) throw contentError('studio_not_found')
    return found
  }

  /** @returns the version; `current` where somebody changed it since. @throws {Refusal} */
  async save(
    caller: Caller,
    id: string,
    saved: SavedDraft,
  ): Promise<{ version: number } | { current: DraftRow; content: string }> {
    const as = await this.#admit(caller)
    const version = await saveDraft(as, id, saved)
    if (version !== undefined) return { version }
    const current = await this.#find(caller, id)
    return { current, content: (await findVersion(as, id))?.content ?? '' }
  }

  async remove(caller: Caller, id: string): Promise<void> {
    if (!(await deleteDraft(await this.#admit(caller), id))) throw contentError('studio_not_found')
  }

  /**
   * Each request of a text as it would leave, as far as it is known before.
   * @param continues a text that stopped, of which only the missing sections are asked for
   * @throws {Refusal} `facts_not_found`, `studio_not_found`, `nothing_to_continue`, `plan_outdated`. @throws {ModelError} `no_model`
   */
  async preview(
    caller: Caller,
    request: ContentRequest,
    { facts: chosen, continues }: Pick<WritingOrder, 'facts'> & { continues: StoppedText | undefined },
  ): Promise<LeavingAll> {
    const { database, models } = this.#services
    const facts = await readChosen(database, caller, chosen)
    if (!continues) return models.previewAll(caller, articlePrompts(request, facts))
    const { id } = await this.#find(caller, continues.draft)
    const stopped = await this.#stopped(await this.#admit(caller), id, request)
    const begun = begunFrom(request, stopped, continues.content)
    return models.previewAll(caller, await continuedPrompts(request, begun, this.#chosen(caller, facts)))
  }

  /** A file of the newest text. @throws {Refusal} */
  async export(caller: Caller, id: string): Promise<{ name: string; text: string }> {
    const { draft, current, label } = await this.read(caller, id)
    const { title, meta_description: meta, target_keyword: keyword, suggested_tags: tags } = draft
    const text = markdownFile({ title, content: current?.content ?? '', meta, keyword, tags }, label ?? undefined)
    return { name: `${slugOf(title)}.md`, text }
  }

  /** Records of the texts and passages of models in a draft. @throws {Refusal} `no_model_text` */
  async record(caller: Caller, id: string): Promise<{ name: string; record: RecordFile }> {
    const as = await this.#admit(caller)
    const { title } = await this.#find(caller, id)
    const [newest, ...earlier] = await findRecords(as, id, 1 + MAX_EARLIER_RECORDS)
    if (!newest) throw contentError('no_model_text')
    return { name: `${slugOf(title)}.record.json`, record: { ...newest, ...(earlier.length > 0 && { earlier }) } }
  }

  async verify(content: string, record: RecordFile): Promise<ModelTextVerdict> {
    return this.#services.signer.verify(content, record)
  }

  /**
   * Has a text written, by the model or as a brief. What there is when it ends, however it ends, is kept as a version.
   * @param continues only the sections that are missing since the writing stopped, after the text as it is now
   * @param facts sentences of sources that the model is given; a brief has those that fit it
   * @throws {Refusal} `being_written`, `studio_changed`, `versions_full`, `nothing_to_continue`, `plan_outdated`, `facts_not_found`
   */
  async write(
    caller: Caller,
    id: string,
    { version, continues, facts: chosen, signal }: WritingOrder,
  ): Promise<AsyncGenerator<WriteNews>> {
    const as = await this.#admit(caller)
    const draft = await this.#find(caller, id)
    const busy = () => contentError(draft.is_being_written ? 'being_written' : 'studio_changed')
    if (draft.version !== version || draft.is_being_written) throw busy()
    await requireRoom(as, id)
    const continued = continues ? await this.#continued(as, draft) : undefined
    const facts = await readChosen(this.#services.database, caller, chosen)
    const claim = randomUUID()
    // Of the version that was read: nobody saved since.
    const tenant = await claimDraft(as, id, { version, claim })
    if (tenant === undefined) throw busy()
    const author = String(caller.claims['sub'])
    const parts = { tenant, draft: id, claim, author, request: draft, facts, continues: continued?.continues }
    const keep = (content: string, kept: ToKeep): Promise<Kept> => this.#keep(parts, content, kept)
    return this.#news({ caller, draft, claim, signal, keep, facts, begun: continued?.begun })
  }

  /** @throws {Refusal} `nothing_to_continue`, `plan_outdated` */
  async #continued(as: { database: Database; caller: Caller }, draft: DraftRow): Promise<Continued> {
    const [current, stopped] = await Promise.all([findVersion(as, draft.id), this.#stopped(as, draft.id, draft)])
    if (!current) throw contentError('nothing_to_continue')
    const continues = { version: current.no, sha256: hashOf(current.content) }
    return { begun: begunFrom(draft, stopped, current.content), continues }
  }

  /** Where the writing of a text stopped. @throws {Refusal} `nothing_to_continue`, `plan_outdated` */
  async #stopped(
    as: { database: Database; caller: Caller },
    id: string,
    request: ContentRequest,
  ): Promise<StoppedVersion> {
    const stopped = await findStopped(as, id)
    const unfinished = unfinishedOf(request, stopped)
    if (!stopped || !unfinished) throw contentError('nothing_to_continue')
    if (!unfinished.fits) throw contentError('plan_outdated')
    return stopped
  }

  #chosen(caller: Caller, all: readonly ChosenFact[]): ChosenFacts {
    const as = { database: this.#services.database, caller }
    return { all, shareOut: (sections) => shareOut(as, sections, all) }
  }

  async *#news({ caller, draft, claim, signal, keep, facts: all, begun }: WritingParts): AsyncGenerator<WriteNews> {
    const { models, database } = this.#services
    const progress = new WritingProgress(draft, begun)
    const keepStopped = async () =>
      progress.hasNew ? keep(progress.content, { model, plan: progress.plan }) : undefined
    let model: string | null = null
    let isKept = false
    try {
      model = (await models.chosen(caller))?.model ?? null
      if (model === null && begun) throw new ModelError('no_model')
      const article = { models, caller, request: draft, signal, begun, facts: this.#chosen(caller, all) }
      for await (const news of model === null ? this.#brief(caller, draft) : writeArticle(article)) {
        progress.hear(news)
        if (news.kind === 'done') {
          isKept = true
          const kept = await keep(news.content.content, { model, plan: null, meta: news.content })
          if (kept) yield { kind: 'done', ...kept, note: news.note, ...news.content }
        } else if (news.kind !== 'whole') yield news
      }
    } catch (error) {
      isKept = true
      const kept = await keepStopped()
      const known = error instanceof ModelError ? error : undefined
      const message = known ? [known.message, known.detail].filter(Boolean).join(': ') : 'The server could not write it'
      yield {
        kind: 'failed',
        code: known?.code ?? 'internal',
        message,
        kept: kept?.no ?? null,
        version: kept?.version ?? null,
      }
      if (!known) throw error
    } finally {
      // The reader left in the middle.
      if (!isKept) await keepStopped()
      await releaseDraft(database, draft.id, claim)
    }
  }

  async *#brief(caller: Caller, draft: DraftRow): AsyncGenerator<WritingEvent> {
    const content = makeBrief(draft, await findFacts(this.#services.database, caller, placesOf(draft)))
    yield { kind: 'text', text: content.content }
    yield { kind: 'done', content, note: undefined }
  }

  async #keep(
    { request, facts, continues, ...parts }: KeepParts,
    text: string,
    { model, plan, meta }: ToKeep,
  ): Promise<Kept> {
    const content = cutToBytes(text, CONTENT_LIMITS.contentBytes)
    const { signer, database } = this.#services
    const record = async (no: number): Promise<ModelRecord | null> => {
      if (model === null) return null
      const recorded = {
        draft: parts.draft,
        version: no,
        model,
        promptSha256: hashOfRequest(request, facts),
        editor: parts.author,
        continues,
      }
      return signer.sign(content, { ...recorded, at: new Date().toISOString() })
    }
    const described = meta && {
      description: meta.meta_description.slice(0, CONTENT_LIMITS.metaCharacters),
      tags: meta.suggested_tags.slice(0, CONTENT_LIMITS.tags),
    }
    return database.asOwner((db) =>
      keepWritten(db, {
        ...parts,
        content,
        kind: model === null ? 'brief' : 'model',
        isWhole: meta !== undefined && content === text,
        model,
        record,
        plan,
        meta: described,
      }),
    )
  }

  async #find(caller: Caller, id: string): Promise<DraftRow> {
    const found = await findDraft({ database: this.#services.database, caller }, id)
    if (!found) throw contentError('studio_not_found')
    return found
  }

  async #admit(caller: Caller): Promise<{ database: Database; caller: Caller }> {
    const { database } = this.#services
    await requireManaged(database, caller)
    return { database, caller }
  }
}

type WritingOrder = {
  version: number
  continues: boolean
  facts: readonly { source: string; no: number }[]
  signal: AbortSignal
}
/** A draft whose writing stopped, with its text as it is typed now. */
type StoppedText = { draft: string; content: string }
type WritingParts = {
  caller: Caller
  draft: DraftRow
  claim: string
  signal: AbortSignal
  begun: Begun | undefined
  facts: readonly ChosenFact[]
  keep: (content: string, kept: ToKeep) => Promise<Kept>
}
type KeepParts = {
  tenant: string
  draft: string
  claim: string
  author: string
  request: ContentRequest
  facts: readonly ChosenFact[]
  continues: RecordFacts['continues']
}

function cutToBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\uFFFD+$/u, '')
}
