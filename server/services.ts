import type { FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { PasswordCosts } from './auth/password/passwords.ts'
import type { Billing } from './billing/billing.ts'
import type { Database } from './db/database.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { ReadSchema } from './rest/schema/schema-cache.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Mail } from './mail/mail.ts'
import type { Sms } from './sms/sms.ts'
import type { Secrets } from './secrets.ts'
import type { Status } from './status/status.ts'
import type { Streams } from './streams/streams.ts'
import type { BlobStore } from './storage/blobs/blob-store.ts'
import type { LostContent } from './storage/upkeep/lost-content.ts'
import type { Threats } from './threats/threats.ts'
import type { Tracing } from './tracing/tracing.ts'

/** Everything that a running server is made of; main.ts builds it, tests build a smaller one. */
export type Services = {
  config: Config
  database: Database
  secrets: Secrets
  limits: RateLimits
  store: BlobStore
  mail: Mail
  sms: Sms
  billing: Billing
  status: Status
  ledger: Ledger
  threats: Threats
  streams: Streams
  lost: LostContent
  /** Where the database of this server lies; undefined: elsewhere. */
  databaseFolder?: string | undefined
  /** The system's, unless a test moves its own. */
  clock?: Clock
  /** That of `server/auth/password`, unless a test saves time. */
  passwordCosts?: PasswordCosts
  /** Reads what rest/v1 knows of the database; `server/rest/schema` by itself, unless a test has many databases of one schema. */
  readSchema?: ReadSchema
  /** Undefined: nothing is traced. */
  tracing?: Tracing | undefined
  /** Routes that the app answers, each as `GET /address/*`, functions by their names; undefined before it is built, and on a server that only works on jobs. */
  routes?: ReadonlySet<string>
  /** Called with the app before it has any other hook. */
  onCreated?: (app: FastifyInstance) => void
  /** Whether load balancers are to send nothing any more. */
  isStopping?: () => boolean
}
