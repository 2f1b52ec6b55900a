import type { FastifyInstance } from 'fastify'
import { STATUS_PROBES } from '#contract/status.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { Config } from '../config.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Tasks } from '../jobs/jobs.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Mail } from '../mail/mail.ts'
import type { Secrets } from '../secrets.ts'
import type { BlobStore } from '../storage/blobs/blob-store.ts'
import { closeContentIncident, openContentIncident } from './content-incident.ts'
import { askListener, ownListener, publicListener } from './own-listener.ts'
import { createProbes, type ProbeServices } from './probes.ts'
import { StatusReport } from './status-document.ts'
import { statusTasks } from './status-jobs.ts'
import { StatusRounds } from './status-rounds.ts'
import { statusRoutes } from './status.routes.ts'
import { Subscriptions } from './subscriptions.service.ts'

export type StatusServices = {
  config: Pick<Config, 'publicUrl' | 'tls' | 'role'>
  database: Database
  secrets: Secrets
  limits: RateLimits
  store: BlobStore
  mail: Mail
  ledger: Pick<Ledger, 'probe'>
  ai: ProbeServices['ai']
}

export type Status = {
  routes: (app: FastifyInstance) => Promise<void>
  tasks: Tasks
  crontab: string
  /** The incident about content of files that is lost; there is one at a time. */
  contentIncident: { open: (db: Transaction) => Promise<void>; close: (db: Transaction) => Promise<void> }
  /** Prepares the probes of a server that listens, without a clock. */
  prepare: (app: FastifyInstance) => StatusRounds
  /** The same, with a round at once and then every 30 seconds. @returns what ends it: await it before the server closes. */
  start: (app: FastifyInstance) => () => Promise<void>
}

/** Probes of this server, incidents by rule, and who is notified. */
export function createStatus(services: StatusServices): Status {
  const { config, database, secrets, mail, limits } = services
  let rounds: StatusRounds | undefined
  const report = new StatusReport(database, () => rounds)
  const subscriptions = new Subscriptions({ config, secrets, database, mail, limits })

  const prepare = (app: FastifyInstance): StatusRounds => {
    const address = app.server.address()
    if (!address || typeof address === 'string') throw new Error('the server does not listen on a port')
    const own = ownListener(address, { isTls: Boolean(config.tls) })
    const listener = config.role === 'worker' ? publicListener(config.publicUrl) : own
    const ask = askListener(listener, STATUS_PROBES.timeLimitMs)
    rounds = new StatusRounds({ database, probes: createProbes({ ...services, ask }), log: app.log })
    return rounds
  }
  return {
    routes: (app) => statusRoutes(app, { config, report, subscriptions }),
    ...statusTasks({ config, database, mail, subscriptions }),
    contentIncident: { open: openContentIncident, close: closeContentIncident },
    prepare,
    start: (app) => {
      const running = prepare(app)
      const round = (): void =>
        void running.round().catch((err: unknown) => app.log.error({ err }, 'a round of probes failed'))
      const warm = running.warmUp().then(round)
      const timer = setInterval(round, STATUS_PROBES.everySeconds * 1000)
      return async () => {
        clearInterval(timer)
        await Promise.all([warm, running.stop()])
      }
    },
  }
}
