import { OWN_GUIDES_PATH, type PublicGuide } from '#contract/documentation/own-guides.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { PublicContent } from '../http/encodings.ts'
import { guidePage } from './guide-page.ts'
import { partsOf } from './guide-parts.ts'
import { listPublished, type PublishedRow, readVersion } from './guides.sql.ts'

/** How long another server may still answer as before. */
const KEPT_MS = 5000
/** Of at most 200 KB each, and a bit more as pages. */
const PAGES_KEPT = 50
const BUILT = '/documentation/'

type Kept<Value> = { of: string; value: Promise<Value> }

/** What readers see of own guides, in memory: anybody may ask, as often as they like. */
export class PublishedGuides {
  readonly #database: Database
  readonly #clock: Clock
  readonly #publicUrl: string
  #read: { atMs: number; rows: Promise<PublishedRow[]> } | undefined
  readonly #pages = new Map<string, Promise<PublicContent>>()
  #list: Kept<PublicContent> | undefined
  #parts: Kept<PublicContent> | undefined

  constructor(database: Database, clock: Clock, publicUrl: string) {
    this.#database = database
    this.#clock = clock
    this.#publicUrl = publicUrl
  }

  /** Reads again at the next question. */
  forget(): void {
    this.#read = undefined
  }

  /** Where the page of a built guide leads instead. Nowhere while the database cannot be asked: the built one is there. */
  async replacementOf(path: string): Promise<string | undefined> {
    if (!path.startsWith(BUILT)) return undefined
    const rows = await this.#rows().catch(() => [])
    const found = rows.find(({ replaces }) => replaces !== null && BUILT + replaces === path)
    return found && OWN_GUIDES_PATH + found.slug
  }

  /** The page at this address; undefined when there is none. */
  async page(slug: string): Promise<PublicContent | undefined> {
    const guide = (await this.#rows()).find((one) => one.slug === slug)
    if (!guide) return undefined
    const key = nameOf(guide)
    const known = this.#pages.get(key)
    if (known) return known
    const made = this.#make(guide)
    this.#pages.set(key, made)
    // What failed is tried again.
    made.catch(() => this.#pages.delete(key))
    for (const oldest of [...this.#pages.keys()].slice(0, -PAGES_KEPT)) this.#pages.delete(oldest)
    return made
  }

  /** The list of own guides for the tree, as JSON. */
  async list(): Promise<PublicContent> {
    const rows = await this.#rows()
    const of = rows.map(nameOf).join('\n')
    if (this.#list?.of !== of) this.#list = { of, value: Promise.resolve(new PublicContent(listOf(rows))) }
    return this.#list.value
  }

  /** Their texts for the search, as JSON. */
  async parts(): Promise<PublicContent> {
    const rows = await this.#rows()
    const of = rows.map(nameOf).join('\n')
    if (this.#parts?.of === of) return this.#parts.value
    const made = { of, value: this.#makeParts(rows) }
    this.#parts = made
    made.value.catch(() => {
      if (this.#parts === made) this.#parts = undefined
    })
    return made.value
  }

  #rows(): Promise<PublishedRow[]> {
    const now = this.#clock.elapsedMs()
    if (!this.#read || now - this.#read.atMs > KEPT_MS) {
      this.#read = { atMs: now, rows: listPublished(this.#database) }
    }
    return this.#read.rows
  }

  async #make(guide: PublishedRow): Promise<PublicContent> {
    const written = await readVersion(this.#database, guide.id, guide.version)
    return new PublicContent(guidePage({ ...guide, body: written?.body ?? '' }, this.#publicUrl))
  }

  /** One text after the other: each takes up to 200 KB. */
  async #makeParts(rows: readonly PublishedRow[]): Promise<PublicContent> {
    const parts = []
    for (const row of rows) {
      const written = await readVersion(this.#database, row.id, row.version)
      parts.push(...partsOf({ ...row, body: written?.body ?? '' }))
    }
    return new PublicContent(JSON.stringify({ parts }))
  }
}

/** What an answer about a guide depends on. */
const nameOf = ({ id, version, organisation }: PublishedRow): string => `${id} ${version} ${organisation}`

function listOf(rows: readonly PublishedRow[]): string {
  const guides: PublicGuide[] = rows.map(({ slug, title, description, section, place, replaces, organisation }) => ({
    slug,
    title,
    description,
    section,
    place,
    replaces,
    organisation,
  }))
  return JSON.stringify({ guides })
}
