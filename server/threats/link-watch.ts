import type { Database } from '#server/db/database.ts'
import { networkOf, RateLimitError } from '#server/http/rate-limits.ts'
import type { Recorder } from './recorder.ts'
import { findEnforced } from './threats.sql.ts'

/** What visitors of links show to the detectors. */
export class LinkWatch {
  readonly #database: Database
  readonly #recorder: Recorder

  constructor({ database, recorder }: { database: Database; recorder: Recorder }) {
    this.#database = database
    this.#recorder = recorder
  }

  /**
   * No link has this address.
   * @returns what is answered instead, while the address tries out links.
   */
  async unknown(ip: string): Promise<RateLimitError | undefined> {
    const [block] = await this.#database.asOwner((db) => findEnforced(db, [`links_from ${networkOf(ip)}`]))
    if (block) return new RateLimitError('over_request_rate_limit', block.seconds)
    await this.#recorder.observe({ kind: 'link_unknown', ip })
    return undefined
  }

  /** A link was opened. */
  async opened(link: string, ip: string): Promise<void> {
    const { rows } = await this.#database.owner<{ user_id: string }>(
      'select c.user_id from public.canaries c where c.link_id = $1',
      [link],
    )
    const [canary] = rows
    if (canary)
      await this.#recorder.observe({ kind: 'canary_touched', what: 'link', owner: canary.user_id, id: link, ip })
  }
}
