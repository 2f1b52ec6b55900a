import { createHash, hkdfSync } from 'node:crypto'
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Clock, secondsOf } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import { AuthError } from '../auth-error.ts'

const LIFE_SECONDS = 600
/** Iterations of one attempt, and the attempts that a solution takes: about half a second of a browser. */
const COST = 1000
const ATTEMPTS = { least: 1000, most: 3000 }

const payload = z.object({
  challenge: z.looseObject({
    parameters: z.looseObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      cost: z.literal(COST),
      nonce: z.string().max(256),
      salt: z.string().max(256),
      keyLength: z.literal(32),
      keyPrefix: z.string().max(64),
      expiresAt: z.number(),
    }),
    signature: z.string().max(256),
  }),
  solution: z.looseObject({ counter: z.int().nonnegative(), derivedKey: z.string().max(256) }),
})

const paid = new WeakSet<FastifyRequest>()
/** Notes that a request came with a proof of work. */
export const notePaid = (request: FastifyRequest): void => void paid.add(request)
export const hasPaid = (request: FastifyRequest): boolean => paid.has(request)

/**
 * A proof of work before what robots abuse: no third party, nothing to click. A challenge is signed, so none is stored; a
 * solution counts once.
 */
export class Captcha {
  readonly #database: Database
  readonly #clock: Clock
  readonly #secrets: { hmacSignatureSecret: string; hmacKeySignatureSecret: string }

  constructor(database: Database, serverSecret: Buffer, clock: Clock) {
    this.#clock = clock
    const derive = (info: string) => Buffer.from(hkdfSync('sha256', serverSecret, '', info, 32)).toString('base64url')
    this.#database = database
    this.#secrets = {
      hmacSignatureSecret: derive('qs1/captcha/challenge'),
      hmacKeySignatureSecret: derive('qs1/captcha/key'),
    }
  }

  challenge(): Promise<Challenge> {
    return createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: COST,
      counter: randomInt(ATTEMPTS.least, ATTEMPTS.most),
      expiresAt: secondsOf(this.#clock) + LIFE_SECONDS,
      deriveKey,
      ...this.#secrets,
    })
  }

  /** Uses a solution up. @returns false for a token that is none, or was used. */
  async accepts(token: string): Promise<boolean> {
    try {
      await this.require(token)
      return true
    } catch (error) {
      if (error instanceof AuthError) return false
      throw error
    }
  }

  /** Uses a solution up. @throws {AuthError} `captcha_failed` when it is missing, wrong, expired or was used. */
  async require(token: string | undefined): Promise<void> {
    if (!token) throw refused('no captcha_token found')
    const parsed = payload.safeParse(decode(token))
    if (!parsed.success) throw refused('invalid-input-response')
    const { challenge, solution } = parsed.data
    const { verified } = await verifySolution({
      challenge: challenge,
      solution: solution,
      deriveKey,
      ...this.#secrets,
    })
    if (!verified) throw refused('invalid-input-response')
    if (challenge.parameters.expiresAt <= secondsOf(this.#clock)) throw refused('timeout-or-duplicate')
    // By what is signed: the signature itself may have more than one spelling.
    const { nonce, salt, expiresAt } = challenge.parameters
    const { rowCount } = await this.#database.owner(
      `insert into auth.used_captchas (challenge, expires_at) values ($1, to_timestamp($2)) on conflict do nothing`,
      [createHash('sha256').update(`${nonce}/${salt}`).digest(), expiresAt],
    )
    if (rowCount !== 1) throw refused('timeout-or-duplicate')
  }
}

const refused = (reason: string) =>
  new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`)

function decode(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
  } catch {
    // Not ours; the schema refuses it.
    return undefined
  }
}
