import { STATUS_PROBES, STATUS_SERVICES, type ServiceId } from '#contract/status.ts'
import type { Database } from '../db/database.ts'
import { followRules } from './follow-rules.ts'
import type { Probe, Probes } from './probes.ts'
import { type Outcome, type Sample, slotOf } from './status-rules.ts'
import { claimRound, saveSamples } from './status.sql.ts'
import { within } from './within.ts'

/** What could not be saved because the database did not answer: a day of rounds. */
const MOST_PENDING = (24 * 3600 * STATUS_SERVICES.length) / STATUS_PROBES.everySeconds
/** A probe that runs so long will never answer: another is started, or the service would be down for good. */
const GIVEN_UP_MS = 120_000
/** What waits for a lock does not keep the rounds after it from being saved. */
const LIMITED = { text: `set local statement_timeout = ${STATUS_PROBES.timeLimitMs - 1000}` }
const RECENT = 2 * STATUS_SERVICES.length

export type RoundLog = { warn: (context: { err: unknown }, message: string) => void }

/**
 * Probes every service once in half a minute. Of several nodes the one that claims the half minute does; while the database
 * cannot be asked, each measures for itself, keeps what it found and saves it, with its times, when the database is back.
 */
export class StatusRounds {
  readonly #database: Database
  readonly #log: RoundLog
  readonly #probes: Probes
  /** Probes that gave no answer in time and still run, with their begin: they are not started again so soon. */
  readonly #running = new Map<ServiceId, number>()
  /** Services that their probe last found not set up; they are asked all the same, for they may be tomorrow. */
  readonly #absent = new Set<ServiceId>()
  #pending: Sample[] = []
  #recent: Sample[] = []
  #saving: Promise<void> | undefined
  /** The oldest saved sample for which the rules were not followed yet. */
  #unruled: Sample | undefined
  #isDatabaseReachable = true
  readonly #rounds = new Set<Promise<void>>()
  #isStopped = false

  constructor({ database, probes, log }: { database: Database; probes: Probes; log: RoundLog }) {
    this.#database = database
    this.#probes = probes
    this.#log = log
  }

  /** Services that are measured here, and are there to measure. */
  get setUp(): readonly ServiceId[] {
    return this.#probed.filter((id) => !this.#absent.has(id))
  }

  get #probed(): readonly ServiceId[] {
    return STATUS_SERVICES.map(({ id }) => id).filter((id) => this.#probes[id])
  }

  /** False when the database did not answer the last probe of this node. */
  get isDatabaseReachable(): boolean {
    return this.#isDatabaseReachable
  }

  /** True when this node measured what the database does not hold yet. */
  get hasUnsaved(): boolean {
    return this.#pending.length > 0
  }

  /** The last two rounds that this node made, newest first. */
  get recent(): readonly Sample[] {
    return this.#recent
  }

  /** Asks every service once and forgets the answers: the first requests of a process are slow, which says nothing about it. */
  async warmUp(): Promise<void> {
    await Promise.all(this.#probed.map((id) => this.#ask(id, this.#probes[id]!, { isLogged: false })))
  }

  /** Ends with the round that is under way, of which nothing is kept: a server that stops is no outage. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.allSettled(this.#rounds)
  }

  /** Makes the round of this half minute, unless another node has it. */
  round(now = new Date()): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    const round = this.#round(now).finally(() => this.#rounds.delete(round))
    this.#rounds.add(round)
    return round
  }

  async #round(now: Date): Promise<void> {
    const slot = slotOf(now)
    const first = await this.#measure('database', { slot, at: now })
    this.#isDatabaseReachable = first?.outcome !== 'down'
    if (first && first.outcome !== 'down' && !(await this.#claim(slot))) {
      // What waits here is saved by this node all the same.
      if (this.#pending.length > 0) await this.#save()
      return
    }
    const others = this.#probed.filter((id) => id !== 'database')
    const measured = await Promise.all(others.map((id) => this.#measure(id, { slot, at: now })))
    if (this.#isStopped) return
    const samples = [first, ...measured].filter((sample) => sample !== undefined)
    this.#recent = [...samples, ...this.#recent].slice(0, RECENT)
    this.#pending = [...this.#pending, ...samples].slice(-MOST_PENDING)
    await this.#save()
  }

  async #measure(service: ServiceId, { slot, at }: { slot: number; at: Date }): Promise<Sample | undefined> {
    const probe = this.#probes[service]
    if (!probe) return undefined
    const begun = performance.now()
    const outcome = await this.#ask(service, probe)
    if (outcome === undefined) return undefined
    const tookMs = Math.round(performance.now() - begun)
    const slowMs = STATUS_SERVICES.find(({ id }) => id === service)?.slowMs ?? Infinity
    const isLate = outcome === 'up' && tookMs > slowMs
    return { service, slot, at, outcome: isLate ? 'slow' : outcome, responseMs: outcome === 'down' ? null : tookMs }
  }

  /** @returns undefined where there is nothing to ask */
  async #ask(service: ServiceId, probe: Probe, { isLogged = true } = {}): Promise<Outcome | undefined> {
    const before = this.#running.get(service)
    const begun = performance.now()
    if (before !== undefined && begun - before < GIVEN_UP_MS) return 'down'
    this.#running.set(service, begun)
    const work = probe()
    const ended = () => void (this.#running.get(service) === begun && this.#running.delete(service))
    work.then(ended, ended)
    try {
      const found = await within(STATUS_PROBES.timeLimitMs, work)
      if (found === 'not set up') {
        this.#absent.add(service)
        return undefined
      }
      this.#absent.delete(service)
      return found === 'fine' ? 'up' : 'slow'
    } catch (err) {
      this.#absent.delete(service)
      if (isLogged) this.#log.warn({ err }, `status probe failed: ${service}`)
      return 'down'
    }
  }

  /** True when the round is this node's, also when that cannot be known. */
  async #claim(slot: number): Promise<boolean> {
    const { text, values } = claimRound(slot)
    try {
      const { rows } = await within(STATUS_PROBES.timeLimitMs, this.#database.owner(text, values))
      return rows.length > 0
    } catch (err) {
      this.#log.warn({ err }, 'a round of probes could not be claimed')
      return true
    }
  }

  async #save(): Promise<void> {
    const samples = this.#pending
    const [first] = samples
    // One that hangs is waited for: the samples stay pending, and saving them again adds nothing.
    if (!first || this.#saving) return
    const work = this.#keep(samples, first)
    const ended = () => (this.#saving = undefined)
    this.#saving = work
    work.then(ended, ended)
    try {
      await within(STATUS_PROBES.timeLimitMs, work)
    } catch (err) {
      this.#log.warn({ err }, 'probes could not be saved, or incidents not be brought up to date, yet')
    }
  }

  /** In two transactions, so that nothing about incidents keeps what was measured from being saved. */
  async #keep(samples: readonly Sample[], first: Sample): Promise<void> {
    await this.#database.asOwner(async (db) => {
      await db.query(LIMITED)
      await db.query(saveSamples(samples))
    })
    this.#pending = this.#pending.filter((sample) => !samples.includes(sample))
    const from = (this.#unruled ??= first)
    const isRuled = await this.#database.asOwner(async (db) => {
      await db.query(LIMITED)
      return followRules(db, from)
    })
    if (isRuled) this.#unruled = undefined
  }
}
