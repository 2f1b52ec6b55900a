import type { z } from 'zod'
import { MODEL_TIMES, type ModelCall, streamFrom, type Usage } from '#server/ai/provider/call-model.ts'
import { repairedObject } from '#server/ai/provider/repaired-object.ts'
import type { AskedObject, StreamedText, WritingModels } from '#server/ai/text-models.ts'
import type { TextReader } from '#server/ai/text-reader.ts'
import type { Caller } from '#server/db/database.ts'

/** A model that somebody named to be tried, where the protocol of OpenAI begins at `baseUrl`. */
export type EvalTarget = { baseUrl: string; model: string; key: string | undefined }

/** Nobody in particular: no organisation is asked here. */
export const NOBODY: Caller = { role: 'authenticated', claims: {} }

const MAX_OBJECT_TOKENS = 4000

/** The model to be tried; undefined where none is named. */
export function readTarget(env: Readonly<Record<string, string | undefined>>): EvalTarget | undefined {
  const { AI_EVAL_BASE_URL: baseUrl = '', AI_EVAL_MODEL: model = '', AI_EVAL_API_KEY: key } = env
  if (baseUrl === '') return undefined
  if (model === '') throw new Error('AI_EVAL_MODEL names the model that AI_EVAL_BASE_URL offers')
  return { baseUrl, model, key }
}

export const skipsWithoutModel = (): string | undefined => (readTarget(process.env) ? undefined : 'no model')

/** @throws {Error} where none is named */
export function namedTarget(): EvalTarget {
  const target = readTarget(process.env)
  if (!target) throw new Error('AI_EVAL_BASE_URL names no model')
  return target
}

/** The prompts and the reading of the product, with a model behind them and no organisation around them: nothing is redacted, counted or kept. */
export class EvalModels implements WritingModels {
  readonly #target: EvalTarget
  /** How often an object was not in its form at first. */
  repairs = 0
  tokensOut = 0

  constructor(target: EvalTarget) {
    this.#target = target
  }

  streamText(asked: StreamedText): AsyncGenerator<string> {
    return streamFrom(this.#call(asked, asked.maxTokens), this.#hear)
  }

  async *streamRead<Shown>(asked: StreamedText, reader: TextReader<Shown>): AsyncGenerator<Shown> {
    for await (const piece of this.streamText(asked)) yield* reader.push(piece)
    yield* reader.end()
  }

  makeObject<Schema extends z.ZodType>(asked: AskedObject<Schema>): Promise<z.output<Schema>> {
    const call = { ...this.#call(asked, asked.maxTokens ?? MAX_OBJECT_TOKENS), schema: asked.schema }
    return repairedObject(call, { onUsage: this.#hear, onRepair: () => (this.repairs += 1) })
  }

  readonly #hear = ({ tokensOut }: Usage): void => {
    this.tokensOut += tokensOut ?? 0
  }

  #call({ system, prompt, signal }: Pick<StreamedText, 'system' | 'prompt' | 'signal'>, maxTokens: number): ModelCall {
    const { baseUrl, model, key } = this.#target
    return {
      connection: { address: baseUrl, key },
      fetch,
      model,
      system,
      prompt,
      maxTokens,
      signal,
      preset: 'openai-compatible',
      times: MODEL_TIMES,
    }
  }
}
