import { type Clock, systemClock } from '#server/clock.ts'
import type { Caller, Database } from '#server/db/database.ts'
import type { Tasks } from '#server/jobs/jobs.ts'
import { DatabaseError } from 'pg'
import { z } from 'zod'
import type { FastifyInstance } from 'fastify'
import type { Callers } from '#server/http/caller.ts'
import { watchRequests } from './request-watch.ts'
import { threatRoutes } from './threats.routes.ts'
import { AtHome } from './at-home.ts'
import { Counters } from './engine/counters.ts'
import { type PlaceSettings, Places } from './places/places.ts'
import { DeviceWatch } from './device-watch.ts'
import { LinkWatch } from './link-watch.ts'
import { ReadingWatch } from './reading-watch.ts'
import { Recorder } from './recorder.ts'
import { SignInWatch } from './sign-in-watch.ts'

/** How often servers tell each other what they counted. */
const EXCHANGE_MS = 1000

export type ThreatServices = {
  config: { places: PlaceSettings }
  database: Database
  secrets: { serverSecret: Buffer }
  clock?: Clock
}

type Log = { error: (fields: { err: unknown }, message: string) => void }

/** Detectors, and what the server does about what they notice (docs/threats.md). */
export class Threats {
  readonly places: Places
  readonly recorder: Recorder
  readonly signIns: SignInWatch
  readonly reading: ReadingWatch
  readonly links: LinkWatch
  readonly devices: DeviceWatch
  readonly #counters: Counters
  readonly #database: Database
  readonly #clock: Clock
  readonly #hasOwnPlaces: boolean

  constructor({ config, database, secrets, clock = systemClock }: ThreatServices) {
    this.#database = database
    this.#clock = clock
    this.#counters = new Counters(secrets.serverSecret)
    this.places = new Places(config.places)
    this.#hasOwnPlaces = Boolean(config.places.countryFile ?? config.places.networkFile)
    this.recorder = new Recorder({ database, counters: this.#counters, clock })
    this.signIns = new SignInWatch({ recorder: this.recorder, places: this.places, clock })
    const atHome = new AtHome({ database, places: this.places, clock })
    this.reading = new ReadingWatch({ database, counters: this.#counters, recorder: this.recorder, atHome, clock })
    this.links = new LinkWatch({ database, recorder: this.recorder })
    this.devices = new DeviceWatch({ database, recorder: this.recorder, places: this.places })
  }

  /** What all requests show, its routes, and what the database refuses. */
  async attach(app: FastifyInstance, callers: Callers, sms: { isAvailable: boolean }): Promise<void> {
    const database = this.#database
    // Who has a number only is held where a code reaches them.
    await database.owner('select threats.set_sms($1)', [sms.isAvailable])
    database.onRefused = (error, caller) => this.#onRefused(error, caller)
    this.places.onFailed = (err) => app.log.error({ err }, 'data about addresses could not be read')
    this.recorder.onEnforced = () => callers.sessions.forget()
    watchRequests(app, { recorder: this.recorder, callers, clock: this.#clock })
    const { places, recorder } = this
    await app.register(async (scope) => threatRoutes(scope, { database, callers, places, recorder }), {
      prefix: '/threats/v1',
    })
  }

  /** Exchanges counts with the other servers every second. @returns what ends it, after a last exchange. */
  start(log: Log): () => Promise<void> {
    // Files of the operator that cannot be read are said at the start, and not by the first sign-in.
    if (this.#hasOwnPlaces) void this.places.find('192.0.2.1')
    let running = Promise.resolve()
    const round = (): void => {
      running = running
        .then(() => this.exchange())
        .catch((err: unknown) => log.error({ err }, 'counts of detectors were not exchanged'))
    }
    const timer = setInterval(round, EXCHANGE_MS)
    return async () => {
      clearInterval(timer)
      round()
      await running
    }
  }

  async exchange(): Promise<void> {
    await this.#counters.exchange(this.#database, this.#clock.nowMs())
    await this.reading.save()
  }

  /**
   * The database refused a statement because its person destroyed too much at once. What it counted went with the statement, so the person is
   * frozen here; one who was asked for a proof instead is notified.
   */
  async #onRefused(error: unknown, { claims }: Caller): Promise<void> {
    if (!(error instanceof DatabaseError) || typeof claims.sub !== 'string') return
    const isAsked = error.code === 'QS403'
    // Others ask for a proof as well, and say nothing more.
    if (error.detail === undefined || !(isAsked || error.code === 'QS424')) return
    const { files, most, code, hinted } = destroyed.parse(JSON.parse(error.detail))
    const noted = isAsked ? { enforcement: 'none', risk: 'medium' } : {}
    await this.#database.owner('select threats.record(threats.destruction($1, $2, $3, $4, $5) || $6)', [
      claims.sub,
      files,
      most,
      code,
      hinted,
      JSON.stringify(noted),
    ])
  }
}

const destroyed = z.object({
  files: z.int(),
  most: z.int(),
  code: z.enum(['files_destroyed', 'files_destroyed_of_day']).default('files_destroyed'),
  hinted: z.int().default(0),
})

/** Periodic work, for `startJobs`. */
export function threatTasks({ database }: { database: Database }): { tasks: Tasks; crontab: string } {
  return {
    tasks: {
      'threats:tidy': async () => {
        await database.owner('select threats.tidy()')
      },
    },
    crontab: '*/5 * * * * threats:tidy',
  }
}
