import { withoutSlash } from '#contract/seo/redirects.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Redirect } from '../http/web-app.ts'
import { listRedirects } from './redirects.sql.ts'

/** How long another server may still answer as before. */
const KEPT_MS = 5000

/** The redirects of the site, in memory: unknown addresses are asked for by anybody, as often as they like. */
export class SiteRedirects {
  readonly #database: Database
  readonly #clock: Clock
  #read: { atMs: number; byPath: Promise<Map<string, Redirect>> } | undefined

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Where an address that is nothing else leads. Nowhere while the database cannot be asked. */
  async find(path: string): Promise<Redirect | undefined> {
    const now = this.#clock.elapsedMs()
    if (!this.#read || now - this.#read.atMs > KEPT_MS) this.#read = { atMs: now, byPath: this.#load() }
    return (await this.#read.byPath).get(withoutSlash(path))
  }

  /** Reads again at the next question. */
  forget(): void {
    this.#read = undefined
  }

  async #load(): Promise<Map<string, Redirect>> {
    const rows = await listRedirects(this.#database).catch(() => [])
    return new Map(
      rows.map(({ from_path: from, to_address: to, is_permanent: isPermanent }) => [
        withoutSlash(from),
        { to, isPermanent },
      ]),
    )
  }
}
