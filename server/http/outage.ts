import type { FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { DatabaseBusyError, DatabaseLostError } from '#server/db/database-busy-error.ts'
import { BlobStoreError } from '#server/blob-store-error.ts'

/** Something that the server needs is away, full or too slow now; the same request may succeed in a moment. HTTP says 503. */
export type Outage = {
  /** A sentence for people. */
  message: string
  /** For the header `Retry-After`. */
  retryAfterSeconds: number
  /** Nothing of the request was done, so that even a change can be sent again. Otherwise that is not known. */
  isNothingDone: boolean
}

/** A pool of connections has room again at once; what is restarted is back after some seconds. */
const BUSY_SECONDS = 2
const AWAY_SECONDS = 5
/** Somebody has to make room first. */
const FULL_SECONDS = 30

/** By SQLSTATE: what a statement failed with although nothing about it was wrong. The first that matches counts. */
const OF_DATABASE: ReadonlyArray<readonly [pattern: RegExp, message: string, retryAfterSeconds: number]> = [
  [/^53100$/, 'The database has no space left. Try again later.', FULL_SECONDS],
  [/^53(?!400)/, 'The database is too busy at the moment. Try again shortly.', AWAY_SECONDS],
  [/^(55P03|57014)$/, 'The database took too long to answer. Try again shortly.', AWAY_SECONDS],
  [/^58030$/, 'The database cannot use its disk at the moment. Try again later.', FULL_SECONDS],
]
/** What the system says of files: too many are open, or their disk fails or takes no writes. */
const OF_SYSTEM: Readonly<Record<string, readonly [message: string, retryAfterSeconds: number]>> = {
  EMFILE: ['The server has too many files open. Try again shortly.', AWAY_SECONDS],
  ENFILE: ['The server has too many files open. Try again shortly.', AWAY_SECONDS],
  EIO: ['The server cannot use its storage at the moment. Try again later.', FULL_SECONDS],
  EROFS: ['The server cannot write to its storage at the moment. Try again later.', FULL_SECONDS],
}

/**
 * Whether a failure is an outage, and what is said of it: the one place that decides this for all services. A service only gives the answer
 * its own form.
 */
export function outageOf(error: unknown): Outage | undefined {
  if (error instanceof DatabaseBusyError) {
    return { message: error.message, retryAfterSeconds: BUSY_SECONDS, isNothingDone: true }
  }
  if (error instanceof DatabaseLostError) return away(error.message, AWAY_SECONDS)
  if (error instanceof BlobStoreError) {
    return away('The server cannot reach its storage at the moment. Try again shortly.', AWAY_SECONDS)
  }
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  const { code } = error
  if (error instanceof DatabaseError) {
    const known = OF_DATABASE.find(([pattern]) => pattern.test(code))
    return known && away(known[1], known[2])
  }
  const known = OF_SYSTEM[code]
  return known && away(...known)
}

const away = (message: string, retryAfterSeconds: number): Outage => ({
  message,
  retryAfterSeconds,
  isNothingDone: false,
})

/** Being full is no fault, and a flood of requests must not fill the log; anything else somebody has to see to. */
export function logOutage(request: FastifyRequest, error: unknown, { isNothingDone }: Outage): void {
  if (isNothingDone) request.log.warn('a request was refused: no connection to the database came free')
  else request.log.error({ err: error }, 'a request failed by an outage')
}
