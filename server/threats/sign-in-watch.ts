import type { Transaction } from '#server/db/database.ts'
import { networkOf, RateLimitError } from '#server/http/rate-limits.ts'
import { isSelfTest } from '#server/http/self-test.ts'
import { learn } from './detectors/new-context.ts'
import { type Origin, programOf } from './engine/observation.ts'
import type { Places } from './places/places.ts'
import { isEnforced, type Recorder } from './recorder.ts'
import {
  findEnforced,
  forgetDevice,
  knowsDeviceOf,
  liftByProof,
  lockProfile,
  noteSeen,
  rememberDevice,
  saveProfile,
} from './threats.sql.ts'
import type { Clock } from '#server/clock.ts'

export type Visitor = { ip: string; userAgent: string | undefined; device?: Buffer | undefined }
type Person = { userId: string; sessionId: string }
type Services = { recorder: Recorder; places: Places; clock: Clock }

/** What sign-in, refreshes and proofs show to the detectors, and what it hears from them. */
export class SignInWatch {
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  /**
   * @returns whether devices that never signed in to this account have to pay for the try.
   * @throws {RateLimitError} where the address is blocked
   */
  async mustPay(db: Transaction, { userId, ip }: { userId: string | undefined; ip: string }): Promise<boolean> {
    const { asn } = await this.#services.places.find(ip)
    const blocked = `sign_ins_from ${networkOf(ip)}`
    const subjects = ['installation', blocked]
    if (userId !== undefined) subjects.push(`account ${userId}`)
    if (asn !== undefined) subjects.push(`network AS${asn}`)
    const enforced = await findEnforced(db, subjects)
    const block = enforced.find(({ subject, action }) => subject === blocked && action === 'block')
    if (block) throw new RateLimitError('over_request_rate_limit', block.seconds)
    return enforced.some(({ action }) => action === 'challenge')
  }

  /** A password was wrong, or there is no such account. */
  async failed({
    account,
    userId,
    client,
    isKnownDevice,
  }: {
    account: string
    userId: string | undefined
    client: Visitor
    isKnownDevice: boolean
  }): Promise<void> {
    // Guesses of the comprehensive test: they are of nobody's account, and would have everybody pay for their tries.
    if (isSelfTest(client.ip)) return
    const origin = await this.#originOf(client)
    await this.#services.recorder.observe({ kind: 'sign_in_failed', account, userId, origin, isKnownDevice })
  }

  /**
   * Before the session of a sign-in is made, because it makes the device a known one.
   * @returns what to call with the session that was made.
   */
  async beforeSession(
    db: Transaction,
    { userId, account, client }: { userId: string; account: string | undefined; client: Visitor },
  ): Promise<(sessionId: string) => Promise<void>> {
    const isKnownDevice = await knowsDeviceOf(db, userId, client.device)
    return async (sessionId) => {
      const { recorder, clock } = this.#services
      const [origin, profile] = [await this.#originOf(client), await lockProfile(db, userId)]
      const seen = { kind: 'signed_in', userId, sessionId, account, origin, isKnownDevice, profile } as const
      const outcomes = await recorder.observe(seen, { db })
      // What is held is learnt when its person has proven that it was them, and so is its device: the next try is as suspect as this one.
      if (!isEnforced(outcomes, ['step_up'])) await saveProfile(db, userId, learn(profile, origin, clock.nowMs()))
      else if (!isKnownDevice) await forgetDevice(db, userId, client.device)
    }
  }

  /** @param before where the session was seen last */
  async refreshed(db: Transaction, person: Person, { before, now }: { before: Visitor; now: Visitor }): Promise<void> {
    // Nothing to compare: most refreshes.
    if (before.ip === now.ip && before.userAgent === now.userAgent) return
    const [from, to] = [await this.#originOf(before), await this.#originOf(now)]
    const isKnownDevice = await knowsDeviceOf(db, person.userId, now.device)
    const seen = { kind: 'session_refreshed', ...person, before: from, origin: to, isKnownDevice } as const
    const outcomes = await this.#services.recorder.observe(seen, { db })
    if (isEnforced(outcomes, ['step_up'])) return
    // With a place that is none the next one would compare with nothing, from wherever it comes.
    const ip = to.country === undefined && from.country !== undefined ? before.ip : now.ip
    await noteSeen(db, person.sessionId, { ip, userAgent: now.userAgent })
  }

  async reused(db: Transaction, person: Person, client: Visitor): Promise<void> {
    const origin = await this.#originOf(client)
    await this.#services.recorder.observe({ kind: 'token_reused', ...person, origin }, { db })
  }

  /** The person showed more than a token: what waited for that is lifted, and what was unusual is learnt. */
  async proven(
    db: Transaction,
    { client, ...proof }: Person & { how: 'password' | 'code' | 'second_factor'; client: Visitor },
  ): Promise<number> {
    const lifted = await liftByProof(db, proof)
    if (lifted === 0) return 0
    await noteSeen(db, proof.sessionId, client)
    if (client.device) await rememberDevice(db, proof.userId, client.device)
    const profile = await lockProfile(db, proof.userId)
    await saveProfile(db, proof.userId, learn(profile, await this.#originOf(client), this.#services.clock.nowMs()))
    return lifted
  }

  async #originOf({ ip, userAgent }: Visitor): Promise<Origin> {
    return { ip, program: programOf(userAgent), ...(await this.#services.places.find(ip)) }
  }
}
