import type { QueryResultRow } from 'pg'
import type { Database, Transaction } from '../db/database.ts'
import { namesVersion } from '../http/conditional.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { begin, type Target } from './changes.sql.ts'
import type { Kind } from './kinds.ts'
import { type ListQuery, writeCursor } from './list-query.ts'
import { project, type Projection } from './projection.ts'
import { readOperations } from './read-body.ts'
import { find, list } from './resources.sql.ts'
import type { Resource } from './resources.ts'
import { notThere, refusalOf, ScimError } from './scim-error.ts'
import { LIST_RESPONSE } from './schema-names.ts'
import { type Admitted, noteRefusal } from './tokens.ts'

/** A list is searched no longer than this. */
const STATEMENT_TIMEOUT = `set local statement_timeout = '10s'`
const EVERYTHING: Projection = { only: undefined, without: [] }

export type ResourceServices = { database: Database; limits: RateLimits; base: string }
/** What becomes of a new resource in the transaction that made it. */
export type Made = (db: Transaction, resource: Resource) => Promise<void>
export type Asked = Admitted & { id: string; ifMatch: string | undefined }

/** What a token may do with the users, or the groups, of its organisation: one transaction for each request. */
export class ResourceService<Row extends QueryResultRow & { place: string; id: string }, Changes> {
  readonly #services: ResourceServices
  readonly kind: Kind<Row, Changes>

  constructor(services: ResourceServices, kind: Kind<Row, Changes>) {
    this.#services = services
    this.kind = kind
  }

  /** @throws {ScimError} 404 */
  async read({ home, id }: Admitted & { id: string }, projection: Projection): Promise<Resource> {
    return this.#services.database.asOwner((db) => this.#find(db, { home, id }, projection))
  }

  /** A page of those for which the filter holds. @param skip before the page; with a cursor, none. */
  async list({ home }: Admitted, query: ListQuery): Promise<Record<string, unknown>> {
    const skip = query.cursor ? 0 : query.startIndex - 1
    const { resources, total, last } = await this.page({ home }, query, { skip, count: query.count })
    const isMore = last !== undefined && resources.length === query.count && query.count > 0
    return {
      schemas: [LIST_RESPONSE],
      totalResults: total,
      ...(!query.cursor && { startIndex: query.startIndex }),
      itemsPerPage: resources.length,
      ...(query.cursor && isMore && { nextCursor: writeCursor(last) }),
      Resources: resources,
    }
  }

  async page(
    { home }: Pick<Admitted, 'home'>,
    { filter, cursor, ...projection }: ListQuery,
    { skip, count }: { skip: number; count: number },
  ) {
    const { base, database } = this.#services
    const page = { home, filter, known: this.kind.columns, count, skip, after: cursor?.after }
    const { rows, total } = await database.asOwner(async (db) => {
      await db.query({ text: STATEMENT_TIMEOUT })
      return list(db, this.kind.selectionFor(projection), page)
    })
    const last = rows.at(-1)
    return {
      total,
      resources: rows.map((row) => project(this.kind.present(row, base), projection)),
      last: last && { at: last.place, id: last.id },
    }
  }

  /** @throws {ScimError} */
  async add(admitted: Admitted, body: unknown, made?: Made): Promise<Resource> {
    const changes = this.kind.changesOf(body)
    return this.#write(admitted, async (db, home) => {
      const id = await this.kind.add(db, { token: admitted.token, home }, changes)
      const resource = await this.#find(db, { home, id }, EVERYTHING)
      await made?.(db, resource)
      return resource
    })
  }

  /** @throws {ScimError} */
  replace(asked: Asked, body: unknown): Promise<Resource> {
    return this.#change(asked, this.kind.changesOf(body))
  }

  /** @throws {ScimError} */
  patch(asked: Asked, body: unknown): Promise<Resource> {
    return this.#change(asked, this.kind.changesOfOperations(readOperations(body)))
  }

  /** @throws {ScimError} */
  remove(asked: Asked): Promise<void> {
    return this.#write(asked, async (db, home) => {
      await this.#requireVersion(db, { ...asked, home })
      await this.kind.remove(db, targetOf(asked, home))
    })
  }

  #change(asked: Asked, changes: Changes): Promise<Resource> {
    return this.#write(asked, async (db, home) => {
      await this.#requireVersion(db, { ...asked, home })
      await this.kind.change(db, targetOf(asked, home), changes)
      return this.#find(db, { home, id: asked.id }, EVERYTHING)
    })
  }

  async #requireVersion(db: Transaction, { ifMatch, ...asked }: Asked): Promise<void> {
    if (ifMatch === undefined) return
    const { meta } = await this.#find(db, asked, EVERYTHING)
    if (!namesVersion(ifMatch, meta.version))
      throw new ScimError(412, '', 'Somebody changed this meanwhile. Read it again, then send the change again.')
  }

  async #find(db: Transaction, place: { home: string; id: string }, projection: Projection): Promise<Resource> {
    const row = await find(db, this.kind.selectionFor(projection), place)
    if (!row) throw notThere()
    return this.kind.present(row, this.#services.base)
  }

  async #write<T>(admitted: Admitted, work: (db: Transaction, home: string) => Promise<T>): Promise<T> {
    try {
      return await this.#services.database.asOwner(async (db) => work(db, await begin(db, admitted.token)))
    } catch (error) {
      const refusal = error instanceof Error ? refusalOf(error) : undefined
      if (refusal?.reason) await noteRefusal(this.#services, admitted, refusal.reason)
      throw refusal ?? error
    }
  }
}

const targetOf = ({ token, id }: Asked, home: string): Target => ({ token, home, id })
