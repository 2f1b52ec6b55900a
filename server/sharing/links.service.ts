import { isSecret, opensAddress, type ShownSecrets } from '#server/http/address-secrets.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import { Tickets } from '#server/http/tickets.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { linkError, unknownLink } from './link-error.ts'
import {
  countDownload,
  findContent,
  findHandover,
  findLink,
  findSegmentHashes,
  type LinkContentRow,
  type LinkRow,
} from './links.sql.ts'

/** A visit lasts so long: what it opens, previews and downloads in that time counts once. */
const TICKET_SECONDS = 60 * 60

/** What a visitor shows: the secrets of the address, and the ticket of the visit that they are on. */
type Shown = ShownSecrets & { ticket?: string | undefined }
/** Where a download is asked for. */
type Visitor = { ip: string; userAgent: string | undefined }
type Handover = { handover: string; files: string[] | null }
type LinkServices = { database: Database; secrets: { serverSecret: Buffer }; limits: RateLimits; clock: Clock }

/**
 * Rules of shared links, for visitors without an account. An id alone gets nothing: the lookup token (from the link's secret, "door"
 * on the wire) gives the password's parameters, the token (from secret and password together) the sealed content of the link. Only
 * then does the answer say whether the link has ended, or its file lies in the trash.
 */
export class LinkService {
  readonly #database: Database
  readonly #limits: RateLimits
  readonly #tickets: Tickets

  constructor({ database, secrets, limits, clock }: LinkServices) {
    this.#database = database
    this.#limits = limits
    this.#tickets = new Tickets({
      serverSecret: secrets.serverSecret,
      clock,
      keyInfo: 'qs1/links/ticket',
      claim: 'link',
      lifetimeSeconds: TICKET_SECONDS,
      refuse: {
        expired: (options) => linkError('ticket_expired', options),
        invalid: (options) => linkError('link_not_found', options),
      },
    })
  }

  /** How the link's password is stretched; null without one. @throws {Refusal} */
  async lookUp(id: string, shown: Shown): Promise<Record<string, unknown> | null> {
    const link = await this.#authorizeLookup(id, shown)
    return link.kdf
  }

  /**
   * What the link gives, sealed for those who have its secret.
   * @returns `files`: which of several it opens now; null for a link to one.
   * @throws {Refusal}
   */
  async open(id: string, shown: Shown): Promise<LinkRow & Handover> {
    const link = await this.#authorizeAccess(id, shown)
    const { text, values } = findHandover(id)
    const { rows } = await this.#database.owner<Handover>(text, values)
    if (!rows[0]) throw linkError('link_not_found')
    return { ...link, ...rows[0] }
  }

  /** Counts a visit, which leaves an event. @returns the ticket that reads the bytes, and for how long. @throws {Refusal} */
  async startVisit(id: string, shown: ShownSecrets, client: Visitor): Promise<{ ticket: string; seconds: number }> {
    await this.#authorizeAccess(id, shown)
    const { text, values } = countDownload(id, JSON.stringify({ ip: client.ip, user_agent: client.userAgent ?? null }))
    const { rows } = await this.#database.owner(text, values)
    // Between the look and the count somebody else took the last one, or the owner ended it.
    if (!rows[0]) throw linkError('link_used_up')
    return { ticket: await this.#tickets.issue(id), seconds: TICKET_SECONDS }
  }

  /** Where the bytes of a visit lie, of one of several files by its id; revoking ends it at once. @throws {Refusal} */
  async content(
    id: string,
    file: string | undefined,
    ticket: string | undefined,
  ): Promise<{ bucket: string; name: string; owner: string; isOfToday: boolean }> {
    if ((await this.#tickets.read(ticket)) !== id) throw linkError('link_not_found')
    const { text, values } = findContent(id, file)
    const { rows } = await this.#database.owner<LinkContentRow>(text, values)
    const [content] = rows
    if (!content) throw linkError(file === undefined ? 'link_not_found' : 'link_file_missing')
    if (content.revoked_at) throw linkError('link_revoked')
    if (content.is_in_trash) throw linkError('link_unavailable')
    const { bucket_id: bucket, storage_path: name, owner, is_of_today: isOfToday } = content
    return { bucket, name, owner, isOfToday }
  }

  /** Hashes of the segments, on a visit; null for content of one segment. @throws {Refusal} */
  async segmentHashes(id: string, file: string | undefined, ticket: string | undefined): Promise<string | null> {
    await this.content(id, file, ticket)
    const { text, values } = findSegmentHashes(id, file)
    const { rows } = await this.#database.owner<{ segment_hashes: string | null }>(text, values)
    return rows[0]?.segment_hashes ?? null
  }

  async #authorizeLookup(id: string, { lookupToken, ticket }: Shown): Promise<LinkRow> {
    const link = await this.#find(id)
    if (!isSecret(lookupToken, link?.door_hash) || !link) throw unknownLink()
    // A job ends links that expired long ago, which their owner did not.
    if (link.revoked_at) throw linkError(link.expires_at <= link.revoked_at ? 'link_expired' : 'link_revoked')
    // A visit that has begun continues, also when the page is loaded again.
    if (!(await this.#isOnVisit(id, ticket))) {
      if (link.is_expired) throw linkError('link_expired')
      if (link.max_downloads !== null && link.downloads >= link.max_downloads) throw linkError('link_used_up')
    }
    if (link.is_in_trash) throw linkError('link_unavailable')
    return link
  }

  /** Whether a ticket is one of this link, and still good. */
  async #isOnVisit(id: string, ticket: string | undefined): Promise<boolean> {
    if (ticket === undefined) return false
    try {
      return (await this.#tickets.read(ticket)) === id
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return false
    }
  }

  async #authorizeAccess(id: string, shown: Shown): Promise<LinkRow> {
    const link = await this.#authorizeLookup(id, shown)
    if (!(await opensAddress(this.#limits, link, shown.token))) throw linkError('link_not_found')
    return link
  }

  async #find(id: string): Promise<LinkRow | undefined> {
    const { text, values } = findLink(id)
    const { rows } = await this.#database.owner<LinkRow>(text, values)
    return rows[0]
  }
}
