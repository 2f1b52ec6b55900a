import type { AiRequestStatus } from '#contract/studio/models.ts'

const MODEL_PROBLEMS = {
  no_model: ['No language model is chosen', 409],
  over_budget: ['The budget of the month does not reach for this', 402],
  over_share: ['Your share of the month for written answers does not reach for this', 402],
  no_price: ['A budget in money needs a price for this model', 409],
  blocked: ['The model wrote a claim that your organisation does not allow', 422],
  unreachable: ['The language model cannot be reached', 502],
  refused: ['The provider of the language model refused the request', 502],
  busy: ['The provider of the language model takes no more requests now', 503],
  too_slow: ['The language model did not answer in time', 504],
  cut: ['The answer of the language model broke off', 502],
  too_much: ['The language model wrote more than an answer may have', 502],
  malformed: ['The answer of the language model cannot be read', 502],
  bad_object: ['The language model did not keep to the form of the answer', 502],
  no_engine: ['The engine for uploaded models is not installed on this server', 409],
  file_gone: ['The file of the uploaded model is not on this server', 502],
  no_memory: ['The server has not enough memory for the uploaded model', 503],
  not_loaded: ['The engine cannot load the file of the uploaded model', 502],
  too_long: ['The question is longer than the uploaded model reads', 413],
  engine_ended: ['The engine of the uploaded model ended in the middle of its answer', 502],
  aborted: ['The request was cancelled', 499],
} as const satisfies Record<string, readonly [message: string, status: number]>
export type ModelProblem = keyof typeof MODEL_PROBLEMS

/** Status of an answer over HTTP that ends by a code. A request that was cancelled had an end that its client asked for. */
export function problemStatus(code: string): number {
  const status = Object.hasOwn(MODEL_PROBLEMS, code) ? MODEL_PROBLEMS[code as ModelProblem][1] : 500
  return status === 499 ? 400 : status
}

/** Why a model wrote nothing, or not all of it. Nothing that a provider said is in it. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly code: ModelProblem
  readonly httpStatus: number
  /** Which budget or claim. */
  readonly detail: string | undefined
  /** What a model wrote of an object that it did not finish, or not in its form. */
  readonly partial: string | undefined

  constructor(code: ModelProblem, options: ErrorOptions & { detail?: string; partial?: string } = {}) {
    super(MODEL_PROBLEMS[code][0], options)
    this.code = code
    this.httpStatus = MODEL_PROBLEMS[code][1]
    this.detail = options.detail
    this.partial = options.partial
  }

  /** How the log of requests calls this end. */
  get requestStatus(): Exclude<AiRequestStatus, 'running' | 'ok'> {
    if (this.code === 'blocked' || this.code === 'aborted') return this.code
    return ['over_budget', 'over_share', 'no_price'].includes(this.code) ? 'over_budget' : 'error'
  }
}
