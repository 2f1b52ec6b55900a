import { type Clock, systemClock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'

/** How long an ended session may still be served by a node that has not heard of its end. */
const TRUST_MS = 1000
const REMEMBERED_SESSIONS = 10_000

type Standing = {
  aal: 'aal1' | 'aal2'
  is_held: boolean
  is_throttled: boolean
  lacks_way: boolean
  lacks_factor: boolean
}
type Bearer = { session_id?: unknown; aal?: unknown }
export type Verdict = 'live' | 'ended' | 'outdated' | 'held' | 'lacks_way' | 'lacks_factor'

/** Answers "does this session still exist" without asking PostgreSQL on every request. */
export class LiveSessions {
  readonly #database: Database
  readonly #clock: Clock
  readonly #known = new Map<string, { answer: Promise<Standing | undefined>; untilMs: number }>()
  readonly #ended = new Set<string>()

  constructor(database: Database, clock: Clock = systemClock) {
    this.#database = database
    this.#clock = clock
  }

  /**
   * Whether a token still holds, at most one second late: `ended` when its session was ended, or the user deleted or banned, or their organisation suspended; `outdated` when a second
   * factor has raised the session since. Who copied the token before had not shown the factor. `held` while something unusual waits for its
   * person to show more than a token, `lacks_way` while the organisation takes other ways to sign in than the session's, `lacks_factor` while it
   * requires a second factor that the session has not shown.
   */
  async judge(bearer: Bearer): Promise<Verdict> {
    const { session_id: sessionId } = bearer
    return verdictOn(bearer, typeof sessionId === 'string' ? await this.#standingOf(sessionId) : undefined)
  }

  /** The same of many tokens, by one question that is always asked. @returns in the order of `bearers`. */
  async judgeAll(bearers: readonly Bearer[]): Promise<Verdict[]> {
    const ids = new Set(bearers.flatMap(({ session_id: id }) => (typeof id === 'string' ? [id] : [])))
    const present = ids.size > 0 ? await this.#read([...ids]) : new Map<string, Standing>()
    return bearers.map((bearer) => verdictOn(bearer, present.get(String(bearer.session_id))))
  }

  /** Whether the session reads one file a second, at most one second late. */
  async isThrottled(sessionId: string): Promise<boolean> {
    return (await this.#standingOf(sessionId))?.is_throttled ?? false
  }

  #standingOf(sessionId: string): Promise<Standing | undefined> {
    const now = this.#clock.elapsedMs()
    const known = this.#known.get(sessionId)
    if (known && known.untilMs > now) return known.answer

    if (this.#known.size >= REMEMBERED_SESSIONS) this.#known.clear()
    const answer = this.#ask(sessionId)
    this.#known.set(sessionId, { answer, untilMs: now + TRUST_MS })
    // A failed question must not be remembered as an answer.
    answer.catch(() => this.#known.delete(sessionId))
    return answer
  }

  /** Whether this node last heard that the session had ended. Nothing is asked, so this decides nothing but who is served first. */
  hasEnded(sessionId: string): boolean {
    return this.#ended.has(sessionId)
  }

  /** Call after ending sessions on this node: the next request sees it at once. */
  forget(): void {
    this.#known.clear()
  }

  /** False for an account that was deleted or is banned, itself or with its organisation. Asked each time: signed uploads are few. */
  async mayAct(userId: string): Promise<boolean> {
    const { rowCount } = await this.#database.owner(
      `select from auth.users u
       where u.id = $1 and u.deleted_at is null and not auth.is_suspended(u.id, u.banned_until)`,
      [userId],
    )
    return rowCount === 1
  }

  async #ask(sessionId: string): Promise<Standing | undefined> {
    const standing = (await this.#read([sessionId])).get(sessionId)
    // A ban may be lifted.
    if (standing) this.#ended.delete(sessionId)
    else this.#rememberEnd(sessionId)
    return standing
  }

  /** Those that are there. */
  async #read(sessionIds: readonly string[]): Promise<Map<string, Standing>> {
    const { rows } = await this.#database.owner<Standing & { id: string }>(
      `select s.id, s.aal, threats.is_held(s.id) as is_held, threats.is_throttled(s.id) as is_throttled,
              authz.lacks_way(s.user_id, s.id) as lacks_way, authz.lacks_factor(s.user_id, s.id) as lacks_factor
       from auth.sessions s
       join auth.users u on u.id = s.user_id
       where s.id = any ($1)
         and u.deleted_at is null
         and not auth.is_suspended(u.id, u.banned_until)
         and not authz.has_run_out(s.user_id, s.refreshed_at, s.created_at)`,
      [sessionIds],
    )
    return new Map(rows.map(({ id, ...standing }) => [id, standing]))
  }

  #rememberEnd(sessionId: string): void {
    if (this.#ended.size >= REMEMBERED_SESSIONS) this.#ended.clear()
    this.#ended.add(sessionId)
  }
}

/** @param present what its session has shown; undefined where there is none. */
function verdictOn({ aal }: Bearer, present: Standing | undefined): Verdict {
  if (present === undefined) return 'ended'
  if (present.aal === 'aal2' && aal !== 'aal2') return 'outdated'
  if (present.is_held) return 'held'
  // A second factor would not help such a session.
  if (present.lacks_way) return 'lacks_way'
  return present.lacks_factor ? 'lacks_factor' : 'live'
}
