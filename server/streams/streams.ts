import type { FastifyInstance } from 'fastify'
import { type Clock, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Callers } from '../http/caller.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { Outbound } from '../outbound/outbound.ts'
import type { Secrets } from '../secrets.ts'
import { deliverNext, type DeliveryServices } from './deliver.ts'
import { HttpSigner } from './http-signature.ts'
import { doOnce } from '../http/repeats/do-once.ts'
import { streamRoutes } from './streams.routes.ts'
import { StreamService } from './streams.service.ts'
import { dueStreams } from './streams.sql.ts'
import { type DueStream, Turns } from './turns.ts'

const ROUND_MS = 1_000
/** Batches of one turn; then the others have theirs. */
const MAX_BATCHES = 20
/** Longest turn that another batch is added to, in milliseconds. */
const MAX_TURN_MS = 1_000

export type StreamServices = {
  config: Pick<Config, 'publicUrl' | 'outbound'>
  database: Database
  secrets: Pick<Secrets, 'serverSecret'>
  clock?: Clock
}

type Log = { error: (details: object, message: string) => void }

/** Events of the audit log on their way to other systems: who manages that, and what delivers them. */
export class Streams {
  readonly #services: DeliveryServices & { database: Database }
  readonly #clock: Clock
  readonly #service: StreamService
  readonly #turns = new Turns()
  readonly #running = new Map<string, Promise<void>>()

  constructor({ config, database, secrets, clock = systemClock }: StreamServices) {
    this.#clock = clock
    this.#services = {
      database,
      serverSecret: secrets.serverSecret,
      outbound: new Outbound(config.outbound),
      signer: new HttpSigner(secrets.serverSecret),
      host: new URL(config.publicUrl).hostname,
      nowMs: () => clock.nowMs(),
    }
    this.#service = new StreamService(this.#services)
  }

  routes(services: { callers: Callers; limits: RateLimits }): (app: FastifyInstance) => Promise<void> {
    return async (app) => {
      const { database, serverSecret } = this.#services
      doOnce(app, { database, secrets: { serverSecret }, ...services })
      streamRoutes(app, { service: this.#service, ...services })
    }
  }

  /** Delivers whatever is due, by this server. */
  async deliverDue(log: Log): Promise<void> {
    await this.#startDue(log)
    await Promise.all(this.#running.values())
  }

  /** Delivers from now on. @returns what ends it, when what is under way is over. */
  start(log: Log): () => Promise<void> {
    const over = new AbortController()
    const rounds = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const isWaiting = await this.#startDue(log).catch((err: unknown) => {
          log.error({ err }, 'due event streams could not be read')
          return false
        })
        // A place that becomes free is taken at once: with one look a second, 16 places were 16 streams a second.
        const next = isWaiting ? [...this.#running.values()] : []
        await Promise.race([this.#clock.sleep(ROUND_MS), ...next])
      }
    }
    const running = rounds()
    return async () => {
      over.abort()
      await running
      await Promise.all(this.#running.values())
    }
  }

  /** @returns whether some are due and have to wait for a place. */
  async #startDue(log: Log): Promise<boolean> {
    const due = (await dueStreams(this.#services.database)).filter(({ id }) => !this.#running.has(id))
    const chosen = this.#turns.choose(due)
    for (const stream of chosen) {
      const work = this.#takeTurn(stream, log).finally(() => this.#running.delete(stream.id))
      this.#running.set(stream.id, work)
    }
    return chosen.length < due.length
  }

  async #takeTurn(stream: DueStream, log: Log): Promise<void> {
    const end = this.#turns.begin(stream)
    let slowestMs = 0
    try {
      slowestMs = await this.#deliver(stream.id)
    } catch (err) {
      log.error({ err, stream: stream.id }, 'an event stream was not delivered')
    } finally {
      end(slowestMs)
    }
  }

  /** @returns how long the slowest batch of the turn took, in milliseconds. */
  async #deliver(id: string): Promise<number> {
    const begun = performance.now()
    let slowestMs = 0
    for (let batches = 0; batches < MAX_BATCHES; batches += 1) {
      const { hasMore, tookMs } = await deliverNext(this.#services, id)
      slowestMs = Math.max(slowestMs, tookMs)
      if (!hasMore || performance.now() - begun > MAX_TURN_MS) break
    }
    return slowestMs
  }
}
