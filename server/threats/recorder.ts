import { DETECTORS, type DetectorName } from '#contract/threats.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Counters } from './engine/counters.ts'
import type { Finding } from './engine/detector.ts'
import { Engine } from './engine/engine.ts'
import type { Observation } from './engine/observation.ts'
import { type Recorded, recordFinding } from './threats.sql.ts'

/** What somebody changed about a detector counts on every server within that time. */
const TRUST_MS = 5000
const MOST_REMEMBERED = 10_000

type Whose = { tenantId?: string | undefined; userId?: string | undefined }

export type Outcome = Finding & Recorded

type Services = { database: Database; counters: Counters; clock: Clock }

/** Shows observations to the engine, and writes what it found. */
export class Recorder {
  readonly engine: Engine
  readonly #database: Database
  readonly #clock: Clock
  /** Hears that something is enforced from now on: what this server remembers of sessions is outdated. */
  onEnforced: () => void = () => undefined
  readonly #factors = new Map<string, { untilMs: number; factors: Map<DetectorName, number> }>()

  constructor({ database, counters, clock }: Services) {
    this.engine = new Engine(counters)
    this.#database = database
    this.#clock = clock
  }

  /**
   * @param tenantId whose limits count; without, those of the organisation that the person belongs to, or that runs the server
   * @param db the transaction that the findings belong to; without, one of their own
   * @returns what detectors found, and what became of it
   */
  async observe(
    observation: Observation,
    { db, tenantId }: { db?: Transaction; tenantId?: string } = {},
  ): Promise<Outcome[]> {
    const userId = 'userId' in observation ? observation.userId : undefined
    const factors = await this.#factorsOf(tenantId === undefined ? { userId } : { tenantId }, db)
    const findings = this.engine.inspect(observation, this.#clock.nowMs(), (name) => factors.get(name) ?? 1)
    const outcomes: Outcome[] = []
    for (const finding of findings) outcomes.push({ ...finding, ...(await this.#record(finding, db)) })
    if (outcomes.some(({ mode }) => mode === 'enforce')) this.onEnforced()
    return outcomes.filter(({ mode }) => mode !== 'off')
  }

  #record(finding: Finding, db: Transaction | undefined): Promise<Recorded> {
    return db ? recordFinding(db, finding) : this.#database.asOwner((own) => recordFinding(own, finding))
  }

  /** In the transaction that is open, where there is one: a second connection could be waited for by everybody at once. */
  async #factorsOf(whose: Whose, db: Transaction | undefined): Promise<Map<DetectorName, number>> {
    const nowMs = this.#clock.nowMs()
    const key = whose.tenantId ?? whose.userId ?? ''
    const known = this.#factors.get(key)
    if (known && known.untilMs > nowMs) return known.factors
    const statement = {
      text: `select s.detector, s.factor from public.threat_settings s
             where s.tenant_id = coalesce($1::uuid, threats.tenant_of($2::uuid))`,
      values: [whose.tenantId ?? null, whose.userId ?? null],
    }
    type Row = { detector: DetectorName; factor: number }
    const { rows } = await (db ? db.query<Row>(statement) : this.#database.owner<Row>(statement))
    const factors = new Map(rows.map(({ detector, factor }) => [detector, factor]))
    if (this.#factors.size >= MOST_REMEMBERED) this.#factors.clear()
    this.#factors.set(key, { untilMs: nowMs + TRUST_MS, factors })
    return factors
  }
}

/** Whether something is done about one of `outcomes`, rather than noted. */
export const isEnforced = (outcomes: readonly Outcome[], actions: readonly string[]): boolean =>
  outcomes.some(
    ({ mode, detector, enforcement }) =>
      mode === 'enforce' && actions.includes(enforcement ?? DETECTORS[detector].enforcement),
  )
