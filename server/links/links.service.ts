import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { type Clock, secondsOf } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { linkError } from './link-error.ts'
import { countDownload, findLink, findSegmentHashes, type LinkRow } from './links.sql.ts'

/** A download that breaks off may be continued for so long without counting again. */
const TICKET_SECONDS = 60 * 60
const ALGORITHM = 'HS256'
/** Compared with when there is no such link, so that the answer takes the same steps. */
const NO_HASH = createHash('sha256').update('no such link').digest()

type LinkServices = { database: Database; secrets: { serverSecret: Buffer }; limits: RateLimits; clock: Clock }
/** What a visitor shows, base64url; undefined when it is missing. */
type Shown = { door: string | undefined; token: string | undefined }

/**
 * Rules of shared links, for visitors without an account. An id alone gets nothing: the door (what the link's secret becomes)
 * opens the way to the password's parameters, the token (secret and password together) to what the link hands over. Only
 * then does the answer say whether the link has ended.
 */
export class LinkService {
  readonly #database: Database
  readonly #limits: RateLimits
  readonly #ticketKey: Uint8Array
  readonly #clock: Clock

  constructor({ database, secrets, limits, clock }: LinkServices) {
    this.#clock = clock
    this.#database = database
    this.#limits = limits
    this.#ticketKey = new Uint8Array(hkdfSync('sha256', secrets.serverSecret, '', 'qs1/links/ticket', 32))
  }

  /** How the link's password is stretched; null without one. @throws {Refusal} */
  async door(id: string, { door }: Shown): Promise<Record<string, unknown> | null> {
    const link = await this.#authorizeLookup(id, door)
    return link.kdf
  }

  /** What the link hands over, sealed for who has its secret. @throws {Refusal} */
  async handover(id: string, shown: Shown): Promise<LinkRow> {
    return this.#authorizeAccess(id, shown)
  }

  /** Counts a download. @returns the ticket that reads the bytes. @throws {Refusal} */
  async startDownload(id: string, shown: Shown): Promise<string> {
    await this.#authorizeAccess(id, shown)
    const { text, values } = countDownload(id)
    const { rows } = await this.#database.owner(text, values)
    // Between the look and the count somebody else took the last one, or the owner ended it.
    if (!rows[0]) throw linkError('link_used_up')
    return new SignJWT({ link: id })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuedAt(secondsOf(this.#clock))
      .setExpirationTime(secondsOf(this.#clock) + TICKET_SECONDS)
      .sign(this.#ticketKey)
  }

  /** Where the bytes of a started download lie; revoking ends it at once. @throws {Refusal} */
  async content(id: string, ticket: string | undefined): Promise<{ bucket: string; name: string }> {
    if ((await this.#linkOf(ticket)) !== id) throw linkError('link_not_found')
    const link = await this.#find(id)
    if (!link) throw linkError('link_not_found')
    if (link.revoked_at) throw linkError('link_revoked')
    return { bucket: link.bucket_id, name: link.storage_path }
  }

  /** Hashes of the segments of a started download; null for content of one segment. @throws {Refusal} */
  async segmentHashes(id: string, ticket: string | undefined): Promise<string | null> {
    await this.content(id, ticket)
    const { text, values } = findSegmentHashes(id)
    const { rows } = await this.#database.owner<{ segment_hashes: string | null }>(text, values)
    return rows[0]?.segment_hashes ?? null
  }

  async #authorizeLookup(id: string, door: string | undefined): Promise<LinkRow> {
    const link = await this.#find(id)
    if (!isSecret(door, link?.door_hash) || !link) throw linkError('link_not_found')
    if (link.revoked_at) throw linkError('link_revoked')
    if (link.is_expired) throw linkError('link_expired')
    if (link.max_downloads !== null && link.downloads >= link.max_downloads) throw linkError('link_used_up')
    return link
  }

  async #authorizeAccess(id: string, { door, token }: Shown): Promise<LinkRow> {
    const link = await this.#authorizeLookup(id, door)
    // Only who has the address gets this far, so nobody else can use up the tries. Taken before it is known whether it counts: of many
    // tries at once, no more may pass than there are.
    if (link.kdf) await this.#limits.take('linkPassword', id)
    if (!isSecret(token, link.token_hash)) throw linkError('link_not_found')
    if (link.kdf) await this.#limits.giveBack('linkPassword', id)
    return link
  }

  async #find(id: string): Promise<LinkRow | undefined> {
    const { text, values } = findLink(id)
    const { rows } = await this.#database.owner<LinkRow>(text, values)
    return rows[0]
  }

  async #linkOf(ticket: string | undefined): Promise<unknown> {
    try {
      const { payload } = await jwtVerify(ticket ?? '', this.#ticketKey, {
        algorithms: [ALGORITHM],
        requiredClaims: ['exp'],
        currentDate: new Date(this.#clock.nowMs()),
      })
      return payload['link']
    } catch (cause) {
      if (cause instanceof errors.JWTExpired) throw linkError('ticket_expired', { cause })
      if (cause instanceof errors.JOSEError) throw linkError('link_not_found', { cause })
      throw cause
    }
  }
}

/** Constant in time: both sides are hashes of the same length. */
function isSecret(shown: string | undefined, storedHash: string | undefined): boolean {
  const actual = createHash('sha256')
    .update(Buffer.from(shown ?? '', 'base64url'))
    .digest()
  const expected = storedHash === undefined ? NO_HASH : Buffer.from(storedHash, 'base64url')
  return timingSafeEqual(actual, expected)
}
