import type { LanguageModelUsage } from 'ai'
import type { z } from 'zod'
import type { ModelPreset } from '#contract/studio/models.ts'
import { OutboundError } from '../../outbound/outbound-error.ts'
import { ModelError } from '../model-error.ts'
import type { OpenConnection } from './list-models.ts'
import { formInWords, formOf, readObject } from './object-form.ts'

/** How long a model may be silent: before the head of its answer, and between two pieces. A model on an own machine may have to be loaded first. */
export type ModelTimes = { answerMs: number; silenceMs: number; totalMs: number }
export const MODEL_TIMES: ModelTimes = { answerMs: 120_000, silenceMs: 60_000, totalMs: 600_000 }
/** After 429, 5xx and a failed connection: when the provider says so, or after two seconds. */
const MAX_RETRIES = 1
const RETRY_MS = 3000

export type ModelCall = {
  connection: OpenConnection
  preset: ModelPreset
  /** Way that requests leave by; an uploaded model answers them itself. */
  fetch: typeof fetch
  model: string
  system: string
  prompt: string
  maxTokens: number
  signal: AbortSignal
  times: ModelTimes
}
/** Undefined: the provider did not say. */
export type Usage = { tokensIn: number | undefined; tokensOut: number | undefined }

/** Loaded with the first request: a server without models starts without them. */
const libraries = async () => {
  const [ai, { createOpenAICompatible }] = await Promise.all([import('ai'), import('@ai-sdk/openai-compatible')])
  return { ai, createOpenAICompatible }
}

async function settingsOf({ connection, preset, model, ...call }: ModelCall) {
  const { ai, createOpenAICompatible } = await libraries()
  const provider = createOpenAICompatible({
    name: 'studio',
    baseURL: connection.address.replace(/\/+$/, ''),
    ...(connection.key !== undefined && { apiKey: connection.key }),
    fetch: call.fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
    // Newer models there refuse the older name.
    ...(preset === 'openai' && { transformRequestBody: withNewerLimit }),
  })
  const settings = {
    model: provider(model),
    instructions: call.system,
    prompt: call.prompt,
    maxOutputTokens: call.maxTokens,
    maxRetries: MAX_RETRIES,
  }
  return { ai, settings }
}

function withNewerLimit({ max_tokens: limit, ...body }: Record<string, unknown>): Record<string, unknown> {
  return limit === undefined ? body : { ...body, max_completion_tokens: limit }
}

/** Pieces of the text as they come. @param onEnd hears what it took, where the provider says so; `onLimit` of the call, that the text ends at its tokens. @throws {ModelError} */
export async function* streamFrom(
  call: ModelCall & { onLimit?: (() => void) | undefined },
  onEnd: (usage: Usage) => void,
): AsyncGenerator<string> {
  const { ai, settings } = await settingsOf(call)
  const silence = new Silence(call.times)
  const abortSignal = AbortSignal.any([call.signal, silence.signal])
  try {
    const { stream } = ai.streamText({ ...settings, abortSignal, onError: () => undefined })
    let hasFinished = false
    for await (const part of stream) {
      if (part.type.endsWith('-delta')) silence.heard()
      if (part.type === 'text-delta') yield part.text
      else if (part.type === 'error') throw part.error
      else if (part.type === 'abort') break
      else if (part.type === 'finish') {
        hasFinished = part.finishReason !== 'error' && part.finishReason !== 'other'
        onEnd(usageOf(part.totalUsage))
        if (part.finishReason === 'content-filter') throw new ModelError('refused', { detail: 'content filter' })
        if (part.finishReason === 'length') call.onLimit?.()
      }
    }
    if (silence.signal.aborted) throw silence.signal.reason
    call.signal.throwIfAborted()
    if (!hasFinished) throw new ModelError('cut')
  } catch (error) {
    throw asModelError(error, { signal: call.signal, silence: silence.signal })
  } finally {
    silence.end()
  }
}

/** One object in the form of `schema`. @param onUsage hears what it took. @throws {ModelError} `bad_object` with what was there */
export async function objectFrom<Schema extends z.ZodType>(
  call: ModelCall & { schema: Schema },
  onUsage: (usage: Usage) => void,
): Promise<z.output<Schema>> {
  const { ai, settings } = await settingsOf(call)
  const late = AbortSignal.timeout(call.times.totalMs)
  const form = formOf(call.schema, call.preset === 'own')
  try {
    const { output, totalUsage } = await ai.generateText({
      ...settings,
      abortSignal: AbortSignal.any([call.signal, late]),
      output: ai.Output.object({
        schema: ai.jsonSchema<z.output<Schema>>(form, { validate: (value) => checked(call.schema, value) }),
      }),
    })
    onUsage(usageOf(totalUsage))
    return output
  } catch (error) {
    if (ai.NoObjectGeneratedError.isInstance(error)) {
      if (error.usage) onUsage(usageOf(error.usage))
      const found = readObject(error.text ?? '', call.schema)
      if ('value' in found) return found.value
      const detail = causeOf(error)
      throw new ModelError('bad_object', {
        cause: error,
        detail,
        ...(error.text !== undefined && { partial: error.text }),
      })
    }
    throw asModelError(error, { signal: call.signal, silence: late })
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  const parsed = schema.safeParse(value)
  return parsed.success
    ? { success: true as const, value: parsed.data }
    : { success: false as const, error: parsed.error }
}

/** The same from a provider that takes no schema, or not this one: the form is said in words. @throws {ModelError} */
export async function objectInWordsFrom<Schema extends z.ZodType>(
  call: ModelCall & { schema: Schema },
  onUsage: (usage: Usage) => void,
): Promise<z.output<Schema>> {
  const { ai, settings } = await settingsOf({ ...call, prompt: `${call.prompt}\n\n${formInWords(call.schema)}` })
  const late = AbortSignal.timeout(call.times.totalMs)
  try {
    const { text, totalUsage } = await ai.generateText({
      ...settings,
      abortSignal: AbortSignal.any([call.signal, late]),
    })
    onUsage(usageOf(totalUsage))
    const found = readObject(text, call.schema)
    if ('problem' in found) throw new ModelError('bad_object', { detail: found.problem.slice(0, 2000), partial: text })
    return found.value
  } catch (error) {
    throw asModelError(error, { signal: call.signal, silence: late })
  }
}

const usageOf = ({ inputTokens, outputTokens }: LanguageModelUsage): Usage => ({
  tokensIn: inputTokens,
  tokensOut: outputTokens,
})

/** What is wrong with an object, in the words of the library that read it. */
function causeOf(error: Error): string {
  const words: string[] = []
  for (let one: unknown = error.cause; one instanceof Error && words.length < 4; one = one.cause)
    words.push(one.message)
  return (words.at(-1) ?? error.message).slice(0, 2000)
}

type Signals = { signal: AbortSignal; silence: AbortSignal }

/** The failure by one of our names. What the provider said is in the cause alone, which the log names by its kind. */
function asModelError(error: unknown, { signal, silence }: Signals): ModelError {
  if (error instanceof ModelError) return error
  if (signal.aborted) return new ModelError('aborted', { cause: error })
  if (silence.aborted) return new ModelError('too_slow', { cause: error })
  const all = chainOf(error)
  const own = all.find((one) => one instanceof ModelError)
  if (own) return own
  const outbound = all.find((one) => one instanceof OutboundError)
  if (outbound)
    return new ModelError(outbound.code === 'too_late' ? 'too_slow' : outbound.code === 'cut' ? 'cut' : 'unreachable', {
      cause: error,
    })
  const status = all.map(statusOf).find((one) => one !== undefined)
  if (status === 429 || status === 503) return new ModelError('busy', { cause: error })
  if (status !== undefined && status >= 400) return new ModelError('refused', { cause: error, detail: String(status) })
  if (all.some(({ name }) => /JSONParse|TypeValidation|InvalidResponse|EmptyResponse/.test(name))) {
    return new ModelError('malformed', { cause: error })
  }
  return new ModelError('cut', { cause: error })
}

function chainOf(error: unknown): Error[] {
  const all: Error[] = []
  const waiting: unknown[] = [error]
  for (let one = waiting.pop(); one !== undefined && all.length < 20; one = waiting.pop()) {
    if (!(one instanceof Error)) continue
    all.push(one)
    waiting.push(one.cause, ...('errors' in one && Array.isArray(one.errors) ? (one.errors as unknown[]) : []))
  }
  return all
}

const statusOf = (error: Error): number | undefined =>
  'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined

/** Aborts what says nothing for too long, or takes too long in all. */
class Silence {
  readonly #controller = new AbortController()
  readonly #times: ModelTimes
  readonly #total: NodeJS.Timeout
  #timer: NodeJS.Timeout

  constructor(times: ModelTimes) {
    this.#times = times
    this.#total = setTimeout(() => this.#stop(), times.totalMs)
    this.#timer = setTimeout(() => this.#stop(), (MAX_RETRIES + 1) * times.answerMs + RETRY_MS)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  heard(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#stop(), this.#times.silenceMs)
  }

  end(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#total)
    // Whoever stopped reading does not want the rest.
    this.#stop()
  }

  #stop(): void {
    this.#controller.abort(new ModelError('too_slow'))
  }
}
