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
const MOST_TENANTS = 10_000

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
   * @param tenantId whose limits count; without, those of the organisation that runs the server
   * @param db the transaction that the findings belong to; without, one of their own
   * @returns what detectors found, and what became of it
   */
  async observe(
    observation: Observation,
    { db, tenantId = '' }: { db?: Transaction; tenantId?: string } = {},
  ): Promise<Outcome[]> {
    const factors = await this.#factorsOf(tenantId)
    const findings = this.engine.inspect(observation, this.#clock.nowMs(), (name) => factors.get(name) ?? 1)
    const outcomes: Outcome[] = []
    for (const finding of findings) outcomes.push({ ...finding, ...(await this.#record(finding, db)) })
    if (outcomes.some(({ mode }) => mode === 'enforce')) this.onEnforced()
    return outcomes.filter(({ mode }) => mode !== 'off')
  }

  #record(finding: Finding, db: Transaction | undefined): Promise<Recorded> {
    return db ? recordFinding(db, finding) : this.#database.asOwner((own) => recordFinding(own, finding))
  }

  async #factorsOf(tenantId: string): Promise<Map<DetectorName, number>> {
    const nowMs = this.#clock.nowMs()
    const known = this.#factors.get(tenantId)
    if (known && known.untilMs > nowMs) return known.factors
    const { rows } = await this.#database.owner<{ detector: DetectorName; factor: number }>(
      `select s.detector, s.factor from public.threat_settings s
       where s.tenant_id = coalesce(nullif($1, '')::uuid, authz.operator())`,
      [tenantId],
    )
    const factors = new Map(rows.map(({ detector, factor }) => [detector, factor]))
    if (this.#factors.size >= MOST_TENANTS) this.#factors.clear()
    this.#factors.set(tenantId, { untilMs: nowMs + TRUST_MS, factors })
    return factors
  }
}

/** Whether something is done about one of `outcomes`, rather than noted. */
export const isEnforced = (outcomes: readonly Outcome[], actions: readonly string[]): boolean =>
  outcomes.some(
    ({ mode, detector, enforcement }) =>
      mode === 'enforce' && actions.includes(enforcement ?? DETECTORS[detector].enforcement),
  )
