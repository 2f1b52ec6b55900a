import { hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { type Clock, secondsOf } from '../clock.ts'
import type { Refusal } from './refusal.ts'

const ALGORITHM = 'HS256'

type TicketSettings = {
  serverSecret: Buffer
  clock: Clock
  /** Context of the key: tickets of one use open nothing of another. */
  keyInfo: string
  /** The claim that names what a ticket is for. */
  claim: string
  lifetimeSeconds: number
  refuse: { expired: (options: ErrorOptions) => Refusal; invalid: (options?: ErrorOptions) => Refusal }
}

/** What somebody without an account holds after showing the secrets of an address: names one thing, and nothing else. */
export class Tickets {
  readonly #settings: TicketSettings
  readonly #key: Uint8Array

  constructor(settings: TicketSettings) {
    this.#settings = settings
    this.#key = new Uint8Array(hkdfSync('sha256', settings.serverSecret, '', settings.keyInfo, 32))
  }

  issue(id: string): Promise<string> {
    const { claim, clock, lifetimeSeconds } = this.#settings
    return new SignJWT({ [claim]: id })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuedAt(secondsOf(clock))
      .setExpirationTime(secondsOf(clock) + lifetimeSeconds)
      .sign(this.#key)
  }

  /** What a ticket is for. @throws {Refusal} as the settings say, when it has expired or is none. */
  async read(ticket: string | undefined): Promise<string> {
    const { claim, clock, refuse } = this.#settings
    try {
      const { payload } = await jwtVerify(ticket ?? '', this.#key, {
        algorithms: [ALGORITHM],
        requiredClaims: ['exp'],
        currentDate: new Date(clock.nowMs()),
      })
      const id = payload[claim]
      if (typeof id === 'string') return id
    } catch (cause) {
      if (cause instanceof errors.JWTExpired) throw refuse.expired({ cause })
      if (cause instanceof errors.JOSEError) throw refuse.invalid({ cause })
      throw cause
    }
    throw refuse.invalid()
  }
}
