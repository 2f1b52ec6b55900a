import { hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LIMITS } from '#contract/limits.ts'
import { type Clock, secondsOf } from '../clock.ts'
import { requestError } from './request-error.ts'

const ALGORITHM = 'HS256'

/**
 * What somebody holds who showed secret and password of a request: names the request and nothing else. Whether the request still
 * runs is asked each time.
 */
export class RequestTickets {
  readonly #key: Uint8Array
  readonly #clock: Clock

  constructor(serverSecret: Buffer, clock: Clock) {
    this.#clock = clock
    this.#key = new Uint8Array(hkdfSync('sha256', serverSecret, '', 'qs1/requests/ticket', 32))
  }

  /** As long as an upload that it began may be continued. */
  issue(requestId: string): Promise<string> {
    return new SignJWT({ request: requestId })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuedAt(secondsOf(this.#clock))
      .setExpirationTime(secondsOf(this.#clock) + LIMITS.uploadLifetimeSeconds)
      .sign(this.#key)
  }

  /** The request that a ticket is for. @throws {Refusal} `request_ticket_expired` | `request_not_found` */
  async requestOf(ticket: string | undefined): Promise<string> {
    try {
      const { payload } = await jwtVerify(ticket ?? '', this.#key, {
        algorithms: [ALGORITHM],
        requiredClaims: ['exp'],
        currentDate: new Date(this.#clock.nowMs()),
      })
      if (typeof payload['request'] === 'string') return payload['request']
    } catch (cause) {
      if (cause instanceof errors.JWTExpired) throw requestError('request_ticket_expired', { cause })
      if (cause instanceof errors.JOSEError) throw requestError('request_not_found', { cause })
      throw cause
    }
    throw requestError('request_not_found')
  }
}
