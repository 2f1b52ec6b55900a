import { MAX_RUNNING_MINUTES } from '#contract/wire/request-key.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { KeyedLine, type Keys } from './keyed-line.ts'

/** One try of an act; what it asks first, before it changes something, is not counted. */
type Attempt = { changes: number; result: Promise<unknown> }

/** One thing that a person does: its requests carry keys, so that what arrives twice is done once. */
type Act = {
  readonly id: string
  readonly room: string
  readonly begunAtMs: number
  /** Those that run. */
  readonly attempts: Set<Attempt>
  /** Set as long as nobody knows whether it was done. */
  lost: Attempt | undefined
}
/** Acts that run, and those whose answer was lost, by call and arguments. */
type Acts = Map<string, Act>

/**
 * Time after which the same act is meant as another one. Clearly longer than the server waits until it says that nobody knows how a request ended:
 * forgotten before that, the act would be done a second time.
 */
const MAX_KEPT_MS = 3 * MAX_RUNNING_MINUTES * 60_000
/** Acts that are remembered; the oldest is forgotten first. */
const MAX_ACTS = 50

/** Acts of one person on one line: an organisation that was entered has a line of its own. */
const known = new WeakMap<VaultApi, { person: string | undefined; acts: Acts }>()

/**
 * Makes one call of a room. The same call with the same arguments, while the first one changes something, is the first one: a double click. After an
 * answer that was lost it is the same act once more: its requests carry the same keys, and the server answers them with the first answers. That
 * ends once something else was changed in the room: it may have been the opposite, and the first answer would say what is no longer so.
 */
export async function runAct<Result>(
  call: (line: VaultApi) => Result,
  { line, name, args, nowMs = Date.now() }: { line: VaultApi; name: string; args: readonly unknown[]; nowMs?: number },
): Promise<Awaited<Result>> {
  const acts = await actsOf(line)
  const identity = args.every(isPlain) ? `${name} ${JSON.stringify(args)}` : undefined
  const act = (identity !== undefined && find(acts, identity, nowMs)) || newAct(name, nowMs)
  const running = [...act.attempts].find(({ changes }) => changes > 0)
  if (running) return running.result as Promise<Awaited<Result>>

  if (identity !== undefined) remember(acts, identity, act)
  try {
    return await attempt(act, acts, (keys) => call(new KeyedLine(line, keys)))
  } finally {
    const isOver = act.attempts.size === 0 && !act.lost
    if (identity !== undefined && isOver && acts.get(identity) === act) acts.delete(identity)
  }
}

function attempt<Result>(act: Act, acts: Acts, call: (keys: Keys) => Result): Promise<Awaited<Result>> {
  const lostBefore = act.lost
  const own: Attempt = { changes: 0, result: Promise.resolve() }
  const next = () => {
    own.changes += 1
    return `${act.id}-${own.changes}`
  }
  const settle = (error?: unknown) => {
    act.attempts.delete(own)
    if (own.changes === 0) return
    if (isLost(error)) act.lost = own
    // Keeps what another attempt lost meanwhile.
    else if (act.lost === lostBefore) act.lost = undefined
  }
  const run = async (): Promise<Awaited<Result>> => {
    try {
      const result = await call({ next, answered: () => forgetOthers(acts, act) })
      settle()
      return result
    } catch (error) {
      settle(error)
      throw error
    }
  }
  act.attempts.add(own)
  const result = run()
  own.result = result
  return result
}

async function actsOf(line: VaultApi): Promise<Acts> {
  const reading = line.reading()
  const person = await line.person()
  // A person who signed out meanwhile no longer asks.
  reading?.throwIfAborted()
  const kept = known.get(line)
  if (kept && kept.person === person) return kept.acts
  const acts: Acts = new Map()
  known.set(line, { person, acts })
  return acts
}

const newAct = (name: string, begunAtMs: number): Act => ({
  id: crypto.randomUUID(),
  room: name.replace(/\..*/, ''),
  begunAtMs,
  attempts: new Set(),
  lost: undefined,
})

function find(acts: Acts, identity: string, nowMs: number): Act | undefined {
  const act = acts.get(identity)
  return act?.lost && nowMs - act.begunAtMs >= MAX_KEPT_MS ? undefined : act
}

function remember(acts: Acts, identity: string, act: Act): void {
  acts.delete(identity)
  acts.set(identity, act)
  const [oldest] = acts.keys()
  if (acts.size > MAX_ACTS && oldest !== undefined) acts.delete(oldest)
}

/** Forgets also those that run: their answers may be lost after this. */
function forgetOthers(acts: Acts, act: Act): void {
  for (const [identity, other] of acts) if (other !== act && other.room === act.room) acts.delete(identity)
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
