import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import { stepUpRequired } from '#server/http/caller.ts'
import type { AtHome, Visit } from './at-home.ts'
import type { Counters } from './engine/counters.ts'
import { ReadingSlowed } from './reading-slowed.ts'
import { isEnforced, type Recorder } from './recorder.ts'

/** Facts of a person are asked for once in that time. */
const FACTS_MS = 60_000
/** Parts of a film are asked for one by one. */
const REPEATED_MS = 60_000
const MOST_REMEMBERED = 20_000
/** Files that a throttled session reads at once before it waits. */
const THROTTLED_AT_ONCE = 3

type Facts = { tenantId: string; usual: number; recoveredAtMs: number | undefined }
type Reader = Visit & { isThrottled: boolean }
type Services = { database: Database; counters: Counters; recorder: Recorder; atHome: AtHome; clock: Clock }

/** What reading files shows to the detectors. */
export class ReadingWatch {
  readonly #services: Services
  readonly #facts = new Map<string, { untilMs: number; facts: Promise<Facts> }>()
  readonly #repeated = new Map<string, number>()
  /** Files read since they were last written down, by person. */
  #read = new Map<string, number>()

  constructor(services: Services) {
    this.#services = services
  }

  /**
   * Before the first byte of a file leaves.
   * @throws {ReadingSlowed} while the session is throttled
   * @throws {CallerError} `step_up_required` when this read is one too many, or nobody should have made it
   */
  async inspect(reader: Reader, object: string): Promise<void> {
    const { counters, recorder, clock } = this.#services
    const { userId, sessionId, ip } = reader
    const nowMs = clock.nowMs()
    if (!this.#isFirst(`${sessionId}/${object}`, nowMs)) return
    const { tenantId, ...facts } = await this.#factsOf(userId, nowMs)
    const isAtHome = await this.#services.atHome.ask(reader)
    // One's own files on a device used before are nobody's business.
    const isJudged = !isAtHome || !object.startsWith(`${userId}/`)
    if (reader.isThrottled && !isAtHome) {
      const level = counters.pour(`throttle/${sessionId}`, { drainSeconds: 1, nowMs })
      if (level > THROTTLED_AT_ONCE) {
        counters.pour(`throttle/${sessionId}`, { amount: -1, drainSeconds: 1, nowMs })
        this.#repeated.delete(`${sessionId}/${object}`)
        throw new ReadingSlowed(Math.ceil(level - THROTTLED_AT_ONCE))
      }
    }
    const owner = await this.#canaryOf(object)
    if (owner) {
      const seen = {
        kind: 'canary_touched',
        what: 'file',
        owner: owner.user_id,
        id: owner.file_id,
        userId,
        sessionId,
        ip,
      } as const
      const outcomes = await recorder.observe(seen)
      if (isEnforced(outcomes, ['freeze'])) throw stepUpRequired()
    }
    this.#read.set(userId, (this.#read.get(userId) ?? 0) + 1)
    const { usual } = facts
    // Whoever replaced the password by mail had no device that was there a day before.
    const recoveredAtMs = isAtHome ? undefined : facts.recoveredAtMs
    const outcomes = await recorder.observe(
      { kind: 'file_read', userId, sessionId, object, isJudged, isAtHome, usual, recoveredAtMs },
      { tenantId },
    )
    if (isEnforced(outcomes, ['step_up'])) throw stepUpRequired()
  }

  /** A visitor reads a file through a link that its owner made within the last day. Nothing follows for the visitor. */
  async readByLink(owner: string, object: string): Promise<void> {
    const { recorder, clock } = this.#services
    const nowMs = clock.nowMs()
    if (!this.#isFirst(`link of ${owner}/${object}`, nowMs)) return
    const { tenantId, usual } = await this.#factsOf(owner, nowMs)
    await recorder.observe({ kind: 'link_read', owner, object, usual }, { tenantId })
  }

  /** Adds what was read to the days of its readers. */
  async save(): Promise<void> {
    if (this.#read.size === 0) return
    const read = this.#read
    this.#read = new Map()
    await this.#services.database.owner('select threats.add_reads($1)', [JSON.stringify(Object.fromEntries(read))])
  }

  #isFirst(key: string, nowMs: number): boolean {
    if ((this.#repeated.get(key) ?? 0) > nowMs) return false
    const [oldest] = this.#repeated.keys()
    if (this.#repeated.size >= MOST_REMEMBERED && oldest !== undefined) this.#repeated.delete(oldest)
    this.#repeated.set(key, nowMs + REPEATED_MS)
    return true
  }

  async #canaryOf(object: string): Promise<{ user_id: string; file_id: string } | undefined> {
    const { rows } = await this.#services.database.owner<{ user_id: string; file_id: string }>({
      name: 'canary-of',
      text: `select c.user_id, c.file_id from public.file_records f
             join public.canaries c on c.file_id = f.id
             where f.bucket_id = 'encrypted-files' and f.storage_path = $1`,
      values: [object],
    })
    return rows[0]
  }

  #factsOf(userId: string, nowMs: number): Promise<Facts> {
    const known = this.#facts.get(userId)
    if (known && known.untilMs > nowMs) return known.facts
    if (this.#facts.size >= MOST_REMEMBERED) this.#facts.clear()
    const facts = this.#askFacts(userId)
    this.#facts.set(userId, { untilMs: nowMs + FACTS_MS, facts })
    // A failed question must not be remembered as an answer.
    facts.catch(() => this.#facts.delete(userId))
    return facts
  }

  async #askFacts(userId: string): Promise<Facts> {
    type Row = { tenant_id: string; usual: number; recovered_at: Date | null }
    const { rows } = await this.#services.database.owner<Row>('select f.* from threats.facts($1) f', [userId])
    const [row] = rows
    if (!row) throw new Error('a person has no facts')
    return { tenantId: row.tenant_id, usual: row.usual, recoveredAtMs: row.recovered_at?.getTime() }
  }
}
