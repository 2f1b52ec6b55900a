import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import { programOf } from './engine/observation.ts'
import type { Places } from './places/places.ts'

/** A session is asked about once in that time. */
const REMEMBERED_MS = 60_000
const MAX_REMEMBERED = 20_000

export type Visit = {
  userId: string
  sessionId: string
  ip: string
  userAgent: string | undefined
  device: Buffer | undefined
}
type Services = { database: Database; places: Places; clock: Clock }

type Row = {
  is_known: boolean
  /** Its name, of a session that no browser began. */
  program: string | null
  began_on: Buffer | null
  is_refreshed_here: boolean
  began_at: string | null
  seen_at: string | null
}

/** Says whether somebody is where, and on what, they were before: docs/decisions/0203-who-is-new-is-said-by-place-and-proof.md. */
export class AtHome {
  readonly #services: Services
  readonly #known = new Map<string, { untilMs: number; isAtHome: Promise<boolean> }>()

  constructor(services: Services) {
    this.#services = services
  }

  ask(visit: Visit): Promise<boolean> {
    const { userId, sessionId, ip, userAgent, device } = visit
    if (!device) return Promise.resolve(false)
    const nowMs = this.#services.clock.nowMs()
    const key = JSON.stringify([userId, sessionId, device.toString('base64url'), ip, programOf(userAgent)])
    const known = this.#known.get(key)
    if (known && known.untilMs > nowMs) return known.isAtHome
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear()
    const isAtHome = this.#find({ ...visit, device })
    this.#known.set(key, { untilMs: nowMs + REMEMBERED_MS, isAtHome })
    // A failed question must not be remembered as an answer.
    isAtHome.catch(() => this.#known.delete(key))
    return isAtHome
  }

  async #find({ userId, sessionId, ip, userAgent, device }: Visit & { device: Buffer }): Promise<boolean> {
    const { rows } = await this.#services.database.owner<Row>(
      'select r.* from threats.session_of_reader($1, $2, $3) r',
      [userId, sessionId, device],
    )
    const [session] = rows
    if (!session) return false
    const isContinued = !session.is_known && (await this.#continues(session, { ip, userAgent }))
    if (!session.is_known && !isContinued) return false
    const judged = isContinued ? session.began_on : device
    const answer = await this.#services.database.owner<{ is_at_home: boolean; is_recovered: boolean }>(
      'select threats.is_at_home($1, $2, $3) as is_at_home, threats.recovered_at($1) is not null as is_recovered',
      [userId, sessionId, judged],
    )
    if (answer.rows[0]?.is_at_home) return true
    // Who got in by the mailbox is often in a network of its owner's country.
    if (answer.rows[0]?.is_recovered) return false
    return this.#beganInOwnNetwork(userId, sessionId, session)
  }

  /** A program without cookies that moved with its computer: of the same name, and it was refreshed here or is in the network where it was. */
  async #continues({ program, began_on, is_refreshed_here, seen_at }: Row, now: Pick<Visit, 'ip' | 'userAgent'>) {
    if (program === null || began_on === null || programOf(program) !== programOf(now.userAgent)) return false
    return is_refreshed_here || (seen_at !== null && (await this.#isSameNetwork(seen_at, now.ip)))
  }

  /** Providers give homes another address every day. */
  async #beganInOwnNetwork(userId: string, sessionId: string, { began_at }: Row): Promise<boolean> {
    if (began_at === null) return false
    const { rows } = await this.#services.database.owner<{ ip: string }>(
      'select a.ip from threats.earlier_addresses($1, $2) a (ip)',
      [userId, sessionId],
    )
    for (const { ip } of rows) if (await this.#isSameNetwork(ip, began_at)) return true
    return false
  }

  async #isSameNetwork(one: string, other: string): Promise<boolean> {
    const { places } = this.#services
    const [a, b] = [await places.find(one), await places.find(other)]
    return a.asn !== undefined && a.asn === b.asn && a.country !== undefined && a.country === b.country
  }
}
