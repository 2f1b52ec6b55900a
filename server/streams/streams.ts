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
import { streamRoutes } from './streams.routes.ts'
import { StreamService } from './streams.service.ts'
import { dueStreams } from './streams.sql.ts'

const ROUND_MS = 1_000
/** Streams that one server delivers at the same time; the others wait for their turn. */
const MOST_AT_ONCE = 8
/** Then the others have their turn. */
const MOST_BATCHES = 20

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
    return async (app) => streamRoutes(app, { service: this.#service, ...services })
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
        await this.#startDue(log).catch((err: unknown) => log.error({ err }, 'due event streams could not be read'))
        await this.#clock.sleep(ROUND_MS)
      }
    }
    const running = rounds()
    return async () => {
      over.abort()
      await running
      await Promise.all(this.#running.values())
    }
  }

  /** One that hangs holds up no other. */
  async #startDue(log: Log): Promise<void> {
    for (const id of await dueStreams(this.#services.database)) {
      if (this.#running.size >= MOST_AT_ONCE) return
      if (this.#running.has(id)) continue
      const work = this.#deliver(id, log).finally(() => this.#running.delete(id))
      this.#running.set(id, work)
    }
  }

  async #deliver(id: string, log: Log): Promise<void> {
    try {
      for (let batches = 0; batches < MOST_BATCHES && (await deliverNext(this.#services, id)); batches += 1);
    } catch (err) {
      log.error({ err, stream: id }, 'an event stream was not delivered')
    }
  }
}
