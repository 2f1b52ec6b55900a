import { CONTENT_LIMITS } from '#contract/studio/content.ts'
import type { Caller, Database } from '../../db/database.ts'
import { requireManaged } from '../../ai/chosen-model.sql.ts'
import type { Leaving, TextModels } from '../../ai/text-models.ts'
import { contentError } from '../content-requests.ts'
import { findDraft, type SavedDraft } from '../drafts.sql.ts'
import { hashOf, type ModelRecord, passageHash, type RecordSigner } from '../record-signer.ts'
import { requireRoom } from '../version-room.ts'
import { rewritePassage, rewritePrompt, type RewriteNews, sha256 } from './rewrite-passage.ts'
import type { RewriteRequest } from './rewrite-request.ts'
import type { RewriteTickets } from './rewrite-tickets.ts'
import { keepRewritten } from './rewriting.sql.ts'

type Services = { database: Database; models: TextModels; signer: RecordSigner; tickets: RewriteTickets }

/** @property from place of the original in `content`, in UTF-16 code units, to `to` */
export type TakenPassage = SavedDraft & { from: number; to: number; passage: string; ticket: string }

/** Passages that a model writes again. They are told and not kept, until a person takes one into its text. */
export class RewritingService {
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  /** Returns the prompt as it would leave. @throws {ModelError} `no_model` */
  preview(caller: Caller, request: RewriteRequest): Promise<Leaving> {
    return this.#services.models.preview({ caller, ...rewritePrompt(request) })
  }

  /** @throws {Refusal} `versions_full` */
  async rewrite(
    caller: Caller,
    { draft, ...request }: RewriteRequest,
    signal: AbortSignal,
  ): Promise<AsyncGenerator<RewriteNews>> {
    const { database, models, tickets } = this.#services
    const tenant = await requireManaged(database, caller)
    if (draft !== undefined) await requireRoom({ database, caller }, draft)
    return rewritePassage({ models, tickets, caller, tenant, request, signal })
  }

  /**
   * Puts a rewritten passage in the place of the original, which has to be exactly there. The text before it is a version of the person, the text with
   * it one of the model.
   * @returns number and version. @throws {Refusal} `studio_changed` where somebody saved meanwhile, `passage_moved`, `text_too_long`
   */
  async take(
    caller: Caller,
    id: string,
    { from, to, passage, ticket, ...saved }: TakenPassage,
  ): Promise<{ no: number; version: number }> {
    const { database, signer, tickets } = this.#services
    const tenant = await requireManaged(database, caller)
    const facts = await tickets.read(ticket)
    const person = String(caller.claims['sub'])
    const isOwn = facts.person === person && facts.tenant === tenant
    if (!isOwn || facts.passage !== sha256(passage)) throw contentError('no_rewriting')
    const before = saved.content
    if (to > before.length || sha256(before.slice(from, to)) !== facts.original) throw contentError('passage_moved')
    const content = `${before.slice(0, from)}${passage}${before.slice(to)}`
    if (Buffer.byteLength(content) > CONTENT_LIMITS.contentBytes) throw contentError('text_too_long')
    const { model, prompt } = facts
    const record = (no: number): Promise<ModelRecord> =>
      signer.sign(content, {
        draft: id,
        version: no,
        model,
        promptSha256: prompt,
        editor: person,
        at: new Date().toISOString(),
        parts: [passageHash(passage)],
        rewrites: { version: no - 1, sha256: hashOf(before), from, to },
      })
    const kept = await keepRewritten(database, caller, { id, saved, content, model, record })
    if (kept) return kept
    throw contentError((await findDraft({ database, caller }, id)) ? 'studio_changed' : 'studio_not_found')
  }
}
