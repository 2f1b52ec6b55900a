import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { PRESET_FACTS, type RedactionKind } from '#contract/studio/models.ts'
import type { Caller, Database } from '../db/database.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { openSecret } from '../secret-seal.ts'
import { type ChosenModel, knownNames, readChosen, readKey, requireManaged } from './chosen-model.sql.ts'
import { HeldText } from './held-text.ts'
import { ModelError, type ModelProblem } from './model-error.ts'
import { BannedClaims } from './moderation/banned-claims.ts'
import { MODEL_TIMES, type ModelCall, type ModelTimes, streamFrom, type Usage } from './provider/call-model.ts'
import { repairedObject } from './provider/repaired-object.ts'
import { fetchBy } from './provider/outbound-fetch.ts'
import type { OwnModels } from './own-models/own-models.ts'
import { possibleNames, Redaction } from './redaction/redact.ts'
import { beginRequest, type BudgetRefusal, endRequest } from './request-log.sql.ts'
import { AS_IT_COMES, ShownClaims, type TextReader } from './text-reader.ts'

/** Refusals that are told apart from those of a budget. */
const REFUSED_AS: Readonly<Partial<Record<BudgetRefusal, ModelProblem>>> = {
  no_price: 'no_price',
  copilot_tokens: 'over_share',
}

export type TextModelServices = {
  database: Database
  outbound: Outbound
  serverSecret: Buffer
  ownModels: OwnModels
  /** Tests shorten them. */
  times?: ModelTimes
}

/** @property endpoint what the log and the figures call the request, such as `content.section` */
type Asked = { caller: Caller; endpoint: string; system: string; prompt: string; signal: AbortSignal }
/** @property onLimit hears that an answer ends because it has `maxTokens`, probably in the middle of a sentence; it may throw */
export type StreamedText = Asked & { maxTokens: number; onLimit?: (() => void) | undefined }
export type AskedObject<Schema extends z.ZodType> = Asked & { schema: Schema; maxTokens?: number }

/** What would leave this server, or stays in a network of the operator. */
export type Leaving = {
  system: string
  prompt: string
  provider: string
  model: string
  isPrivate: boolean
  redactions: Readonly<Partial<Record<RedactionKind, number>>>
}

/** Several requests; `endpoint` is that of the first, `further` are those after it. */
export type LeavingAll = Leaving & {
  endpoint: string
  further: (Pick<Leaving, 'system' | 'prompt' | 'redactions'> & { endpoint: string })[]
}

/** Ways to have texts and objects written. */
export type WritingModels = Pick<TextModels, 'streamText' | 'makeObject'>

/** A model, and whether the organisation keeps what it is asked. */
export type Writer = { provider: string; model: string; keepsTexts: boolean }

/** Endpoint where none of the log is meant: all that the studio does takes the same permission. */
const STUDIO = 'studio'
const MAX_OBJECT_TOKENS = 4000
/** Both are estimates where a provider says nothing: English has about four letters a token. */
const CHARACTERS_PER_TOKEN = 4

/**
 * The one way from this server to a language model. Every request is redacted before it leaves, held to the budget of the month, and written to
 * the log with its end, whatever that is.
 */
export class TextModels {
  readonly #services: TextModelServices

  constructor(services: TextModelServices) {
    this.#services = services
  }

  /** Whether the caller's organisation has chosen a model. It says nothing of whether that answers now. */
  async isReady(caller: Caller): Promise<boolean> {
    return (await this.writer(caller)) !== undefined
  }

  /** The model that would write now. */
  async chosen(caller: Caller): Promise<{ provider: string; model: string } | undefined> {
    const writer = await this.writer(caller)
    return writer && { provider: writer.provider, model: writer.model }
  }

  /** The model that the caller may ask for `endpoint`, and whether its organisation keeps what is asked. */
  async writer(caller: Caller, endpoint = STUDIO): Promise<Writer | undefined> {
    const chosen = await readChosen(this.#services.database, caller, endpoint)
    return (
      chosen && { provider: PRESET_FACTS[chosen.preset].label, model: chosen.model, keepsTexts: chosen.keepsBodies }
    )
  }

  /** The texts as they would leave. Nothing is sent. @throws {ModelError} `no_model` */
  async preview(asked: Pick<Asked, 'caller' | 'system' | 'prompt'>): Promise<Leaving> {
    const { chosen, isPrivate, redaction, ...texts } = await this.#prepare({ ...asked, endpoint: STUDIO })
    const provider = PRESET_FACTS[chosen.preset].label
    return { ...texts, provider, model: chosen.model, isPrivate, redactions: redaction.counts }
  }

  /** The same for each request of several, in their order. @throws {ModelError} `no_model` */
  async previewAll(
    caller: Caller,
    [first, ...further]: readonly Pick<Asked, 'endpoint' | 'system' | 'prompt'>[],
  ): Promise<LeavingAll> {
    const { endpoint: firstEndpoint, ...texts } = first ?? { endpoint: STUDIO, system: '', prompt: '' }
    const leaving = await this.preview({ caller, ...texts })
    const others = further.map(async ({ endpoint, ...asked }) => {
      const { system, prompt, redactions } = await this.preview({ caller, ...asked })
      return { endpoint, system, prompt, redactions }
    })
    return { ...leaving, endpoint: firstEndpoint, further: await Promise.all(others) }
  }

  /**
   * Pieces of a text as a model writes it. Whoever stops reading, or aborts, ends the request.
   * @throws {ModelError}
   */
  streamText(asked: StreamedText): AsyncGenerator<string> {
    return this.streamRead(asked, AS_IT_COMES)
  }

  /** The same in the form that `reader` gives it. @throws {ModelError} */
  async *streamRead<Shown>(
    { maxTokens, onLimit, ...asked }: StreamedText,
    reader: TextReader<Shown>,
  ): AsyncGenerator<Shown> {
    const run = await this.#begin(asked, maxTokens)
    const held = new HeldText(run.redaction, run.banned)
    const claims = new ShownClaims(run.banned, reader)
    try {
      for await (const piece of streamFrom({ ...run.call, onLimit }, run.hear)) {
        run.noteFirst()
        yield* claims.look(reader.push(held.push(piece)))
      }
      yield* claims.look(reader.push(held.end()))
      yield* claims.look(reader.end())
      await run.end('ok', held.text)
    } catch (error) {
      await run.fail(error, held.text)
      throw error
    } finally {
      // Reached without an end where the reader stopped.
      await run.end('aborted', held.text)
    }
  }

  /**
   * One object in the form of `schema`. An answer that is not in its form is asked for once more, with what was wrong.
   * @throws {ModelError} `bad_object` carries what there was of it
   */
  async makeObject<Schema extends z.ZodType>(asked: AskedObject<Schema>): Promise<z.output<Schema>> {
    const { schema, maxTokens = MAX_OBJECT_TOKENS } = asked
    // Two tries may be needed.
    const run = await this.#begin(asked, 2 * maxTokens)
    const call = { ...run.call, maxTokens, schema }
    try {
      const made = await repairedObject(call, { onUsage: run.hear })
      const restored = run.redaction.restoreAll(made) as z.output<Schema>
      const text = JSON.stringify(restored)
      const claim = run.banned.find(text)
      if (claim !== undefined) throw new ModelError('blocked', { detail: claim })
      await run.end('ok', text)
      return restored
    } catch (error) {
      const partial =
        error instanceof ModelError && error.partial !== undefined ? run.redaction.restore(error.partial) : ''
      await run.fail(error, partial)
      throw error instanceof ModelError && partial ? withPartial(error, partial) : error
    }
  }

  async #prepare({ caller, endpoint, ...texts }: Omit<Asked, 'signal'>) {
    const { database, outbound } = this.#services
    // Texts are cut to length in many places: half an emoji is no text for the log.
    const [system, prompt] = [texts.system.toWellFormed(), texts.prompt.toWellFormed()]
    const chosen = await readChosen(database, caller, endpoint)
    if (!chosen) {
      await requireManaged(database, caller)
      throw new ModelError('no_model')
    }
    const isPrivate = chosen.preset === 'own' || (await isPrivateAddress(outbound, chosen.address))
    const redaction = new Redaction()
    if (isPrivate && !chosen.redactsPrivate) return { chosen, isPrivate, redaction, system, prompt }
    const names = await knownNames(database, chosen.tenant, possibleNames(`${system}\n${prompt}`))
    return {
      chosen,
      isPrivate,
      redaction,
      system: redaction.redact(system, names),
      prompt: redaction.redact(prompt, names),
    }
  }

  async #begin(asked: Asked, maxTokens: number): Promise<Run> {
    const { database, outbound, ownModels, times = MODEL_TIMES } = this.#services
    if (asked.signal.aborted) throw new ModelError('aborted')
    const { chosen, isPrivate, redaction, system, prompt } = await this.#prepare(asked)
    const connection = { address: chosen.address, key: await this.#keyOf(chosen) }
    const body = `${system}\n\n${prompt}`
    const tokensIn = tokensOf(body)
    const { id, refusal } = await beginRequest(database, asked.caller, {
      endpoint: asked.endpoint,
      provider: PRESET_FACTS[chosen.preset].label,
      model: chosen.model,
      tokensIn,
      tokensOut: maxTokens,
      redactions: redaction.counts,
      promptSha256: createHash('sha256').update(body).digest('hex'),
      promptBody: body,
      isPrivate,
    })
    if (refusal) throw new ModelError(REFUSED_AS[refusal] ?? 'over_budget', { detail: refusal })
    const fetch = chosen.preset === 'own' ? ownModels.fetchOf(chosen.connection) : fetchBy(outbound, times)
    const { preset, model } = chosen
    const call = { connection, preset, fetch, model, system, prompt, maxTokens, signal: asked.signal, times }
    return new Run({ database, id, call, redaction, banned: new BannedClaims(chosen.bannedClaims), tokensIn })
  }

  async #keyOf({ connection }: ChosenModel): Promise<string | undefined> {
    const sealed = await readKey(this.#services.database, connection)
    if (!sealed) return undefined
    return openSecret(this.#services.serverSecret, { kind: 'model-key', id: connection }, sealed).toString('utf8')
  }
}

/** An address that nobody knows is none of ours; the request that follows says that it cannot be reached, and is in the log. */
const isPrivateAddress = async (outbound: Outbound, address: string): Promise<boolean> =>
  outbound.isPrivate(address).catch(() => false)

const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

const withPartial = ({ code, detail, cause }: ModelError, partial: string): ModelError =>
  new ModelError(code, { cause, partial, ...(detail !== undefined && { detail }) })

type RunParts = {
  database: Database
  id: string
  call: ModelCall
  redaction: Redaction
  banned: BannedClaims
  tokensIn: number
}

/** One request on its way, which ends once. */
class Run {
  readonly call: ModelCall
  readonly redaction: Redaction
  readonly banned: BannedClaims
  readonly #parts: RunParts
  readonly #since = performance.now()
  #ttftMs: number | null = null
  #tokensIn = 0
  #tokensOut = 0
  #isTold = false
  #hasEnded = false

  constructor(parts: RunParts) {
    this.#parts = parts
    this.call = parts.call
    this.redaction = parts.redaction
    this.banned = parts.banned
  }

  readonly hear = ({ tokensIn, tokensOut }: Usage): void => {
    this.#isTold = tokensIn !== undefined && tokensOut !== undefined
    this.#tokensIn += tokensIn ?? 0
    this.#tokensOut += tokensOut ?? 0
  }

  noteFirst(): void {
    this.#ttftMs ??= Math.round(performance.now() - this.#since)
  }

  async fail(error: unknown, text: string): Promise<void> {
    const known = error instanceof ModelError ? error : undefined
    const status = known?.requestStatus === 'over_budget' ? 'error' : (known?.requestStatus ?? 'error')
    await this.end(status, text, known ? [known.code, known.detail].filter(Boolean).join(': ') : 'unexpected')
  }

  async end(
    status: 'ok' | 'error' | 'blocked' | 'aborted',
    text: string,
    errorCode: string | null = null,
  ): Promise<void> {
    if (this.#hasEnded) return
    this.#hasEnded = true
    const isUnanswered = text === '' && status === 'error'
    await endRequest(this.#parts.database, this.#parts.id, {
      status,
      errorCode: errorCode ?? (status === 'aborted' ? 'reader_left' : null),
      ttftMs: this.#ttftMs,
      latencyMs: Math.round(performance.now() - this.#since),
      tokensIn: this.#isTold ? this.#tokensIn : isUnanswered ? 0 : this.#parts.tokensIn,
      tokensOut: this.#isTold ? this.#tokensOut : tokensOf(text),
      isEstimate: !this.#isTold && !isUnanswered,
      answerBody: text,
    })
  }
}
