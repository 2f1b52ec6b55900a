import { KEY_HEADER, READING_METHODS, writeKey } from '#contract/wire/request-key.ts'
import { VaultApi } from '#vault/session/api.ts'
import { VaultError } from '#vault/session/vault-error.ts'

/** One thing that a person does: its requests carry keys, so that what arrives twice is done once. */
type Act = {
  readonly id: string
  /** Set as long as nobody knows whether it was done. */
  isUnanswered: boolean
  /** Set once it sent a request that changes something. */
  isChanging: boolean
  begunAtMs: number
  result: Promise<unknown>
}

/** Time after which the same act is meant as another one. */
const UNANSWERED_MS = 10 * 60_000
/** Acts that are remembered; the oldest is forgotten first. */
const MAX_ACTS = 50

/** Acts that run, and those whose answer was lost, by call and arguments. */
const acts = new Map<string, Act>()

/**
 * Makes one call of a room. The same call with the same arguments, while the first one changes something, is the first one: a double click. After an
 * answer that was lost it is the same act once more: its requests carry the same keys, and the server answers them with the first answers.
 */
export async function runAct<Result>(
  call: (line: VaultApi) => Result,
  { line, name, args, nowMs = Date.now() }: { line: VaultApi; name: string; args: readonly unknown[]; nowMs?: number },
): Promise<Awaited<Result>> {
  const identity = args.every(isPlain) ? `${name} ${JSON.stringify(args)}` : undefined
  const known = identity === undefined ? undefined : find(identity, nowMs)
  if (known?.isChanging && !known.isUnanswered) return known.result as Promise<Awaited<Result>>

  const act = known ?? newAct(nowMs)
  act.isUnanswered = false
  const result = attempt(act, call, line)
  act.result = result
  if (identity === undefined) return result
  remember(identity, act)
  try {
    return await result
  } finally {
    if (!act.isUnanswered && acts.get(identity) === act) acts.delete(identity)
  }
}

async function attempt<Result>(act: Act, call: (line: VaultApi) => Result, line: VaultApi): Promise<Awaited<Result>> {
  let requests = 0
  const nextKey = () => {
    act.isChanging = true
    requests += 1
    return writeKey(`${act.id}-${requests}`)
  }
  try {
    return await call(new KeyedLine(line, nextKey))
  } catch (error) {
    act.isUnanswered = act.isChanging && isLost(error)
    throw error
  }
}

const newAct = (begunAtMs: number): Act => ({
  id: crypto.randomUUID(),
  isUnanswered: false,
  isChanging: false,
  begunAtMs,
  result: Promise.resolve(),
})

function find(identity: string, nowMs: number): Act | undefined {
  const act = acts.get(identity)
  return act?.isUnanswered && nowMs - act.begunAtMs >= UNANSWERED_MS ? undefined : act
}

function remember(identity: string, act: Act): void {
  acts.delete(identity)
  acts.set(identity, act)
  const [oldest] = acts.keys()
  if (acts.size > MAX_ACTS && oldest !== undefined) acts.delete(oldest)
}

const isLost = (error: unknown): boolean =>
  error instanceof VaultError && (error.code === 'offline' || error.code === 'still_running')

/** Whether JSON says all of it: functions, signals and files have no text. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol'
  if (Array.isArray(value)) return value.every(isPlain)
  const kind: unknown = Object.getPrototypeOf(value)
  return (kind === Object.prototype || kind === null) && Object.values(value).every(isPlain)
}

type Init = Parameters<VaultApi['fetch']>[1]

/** The line of one act: what changes something has a key. What its person can stop, and content of files, has none. */
class KeyedLine extends VaultApi {
  readonly #line: VaultApi
  readonly #nextKey: () => string

  constructor(line: VaultApi, nextKey: () => string) {
    // Nothing is sent by these: `line` sends everything.
    super({ baseUrl: '', publishableKey: '', accessToken: async () => undefined })
    this.#line = line
    this.#nextKey = nextKey
  }

  override withHeaders(headers: Record<string, string>): VaultApi {
    return new KeyedLine(this.#line.withHeaders(headers), this.#nextKey)
  }

  override reading(): AbortSignal | undefined {
    return this.#line.reading()
  }

  override fetch(path: string, init: Init): Promise<Response> {
    const { method = 'GET', body, signal, headers } = init
    const isText = body === undefined || body === null || typeof body === 'string'
    if (READING_METHODS.has(method) || signal || !isText) return this.#line.fetch(path, init)
    return this.#line.fetch(path, { ...init, headers: { ...headers, [KEY_HEADER]: this.#nextKey() } })
  }
}
