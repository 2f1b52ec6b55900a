import { createHash } from 'node:crypto'
import { csvHead, csvLine } from '#contract/csv/csv.ts'
import type { ItemState } from '#contract/reviews/reviews.ts'
import type { Caller, Database } from '../db/database.ts'
import { reviewsError } from './reviews-requests.ts'
import type { NewReview } from './reviews.schemas.ts'
import { type ItemRow, listItems, listReviews, PAGE } from './reviews.sql.ts'

/** Rows of one export: a review has fewer. */
const MAX_EXPORTED = 20_000

/** Access reviews. Whether the caller may is asked of the database in each call. */
export class ReviewService {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async list(caller: Caller, after?: string) {
    const reviews = await listReviews({ database: this.#database, caller }, { after })
    return { reviews, after: reviews.length === PAGE ? (reviews.at(-1)?.id ?? null) : null }
  }

  /** @throws {Refusal} `reviews_not_found` */
  async read(caller: Caller, id: string) {
    const [review] = await listReviews({ database: this.#database, caller }, { one: id })
    if (!review) throw reviewsError('reviews_not_found')
    return review
  }

  async items(
    caller: Caller,
    { review, after, state }: { review: string; after?: string | undefined; state?: ItemState | undefined },
  ) {
    await this.read(caller, review)
    const items = await listItems({ database: this.#database, caller }, { review, after, state, most: PAGE })
    return { items, after: items.length === PAGE ? (items.at(-1)?.id ?? null) : null }
  }

  async make(caller: Caller, given: NewReview): Promise<string | undefined> {
    const { rows } = await this.#database.oneAsCaller<{ id: string }>(caller, {
      text: 'select reviews.make($1, $2, $3, $4, $5, $6, $7, $8) as id',
      values: [
        given.name,
        given.due_on,
        given.scope,
        given.scope === 'team' ? given.team : null,
        given.scope === 'role' ? given.role : null,
        given.covers_roles,
        given.covers_spaces,
        given.reviewers,
      ],
    })
    return rows[0]?.id
  }

  /** Freezes what it covers. @returns how many grants that are */
  async open(caller: Caller, id: string): Promise<number> {
    const { rows } = await this.#database.oneAsCaller<{ items: number }>(caller, {
      text: 'select reviews.open($1)::integer as items',
      values: [id],
    })
    return rows[0]?.items ?? 0
  }

  async close(caller: Caller, id: string): Promise<void> {
    await this.#database.oneAsCaller(caller, { text: 'select reviews.close($1)', values: [id] })
  }

  async discard(caller: Caller, id: string): Promise<void> {
    await this.#database.oneAsCaller(caller, { text: 'select reviews.discard($1)', values: [id] })
  }

  /** @returns the state of the item afterwards */
  async decide(caller: Caller, id: string, { decision, note }: { decision: 'keep' | 'remove'; note: string }) {
    const { rows } = await this.#database.oneAsCaller<{ state: ItemState }>(caller, {
      text: 'select reviews.decide($1, $2, $3) as state',
      values: [id, decision, note],
    })
    return rows[0]?.state
  }

  /** Every item as CSV. The audit log has the hash of exactly these bytes. */
  async export(caller: Caller, id: string): Promise<Buffer> {
    const review = await this.read(caller, id)
    const items = await listItems({ database: this.#database, caller }, { review: id, most: MAX_EXPORTED })
    const csv = Buffer.from(csvHead(COLUMNS) + items.map((item) => csvLine(cellsOf(review.name, item))).join(''))
    const hash = createHash('sha256').update(csv).digest('hex')
    await this.#database.oneAsCaller(caller, {
      text: 'select reviews.record_export($1, $2, $3)',
      values: [id, items.length, hash],
    })
    return csv
  }
}

const COLUMNS = [
  'review',
  'name',
  'email',
  'kind',
  'role',
  'space',
  'granted',
  'until',
  'state',
  'reason',
  'decided by',
  'decided',
  'applied',
  'note',
]

const cellsOf = (review: string, item: ItemRow): string[] => [
  review,
  item.person_name,
  item.person_email,
  item.kind,
  item.held_role,
  item.space_id ?? '',
  item.granted_at.toISOString(),
  item.until?.toISOString() ?? '',
  item.state,
  item.reason ?? '',
  item.decider,
  item.decided_at?.toISOString() ?? '',
  item.applied_at?.toISOString() ?? '',
  item.note,
]
