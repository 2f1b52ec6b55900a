import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { MAX_COUNTED } from '#contract/limits.ts'
import type { RowOf, RulesOf, WireList } from '#contract/wire/wire-list.ts'
import type { Database } from '../db/database.ts'
import type { LimitName, NamedLimit } from '../http/rate-limits.ts'
import { placeOf, type Reading, type WireServices } from '../http/wire-requests.ts'
import { cursorOf } from './cursor.ts'
import type { As, DeclaredList } from './declared-list.ts'
import { fileHeaders, fileOf } from './list-file.ts'
import { type ListAsked, listQuery } from './list-query.ts'
import { countOf, orderOf, rowsOf } from './list-rows.ts'

type Serving<List extends WireList> = Pick<Reading, 'personOf'> & {
  limit: LimitName | NamedLimit
  /** What the first page says besides. */
  further?: (as: As, rules: RulesOf<List>) => Promise<object>
}

/** Answers a list of the contract: its pages, and its file. */
export function listRoutes<List extends WireList, Raw>(
  app: FastifyInstance,
  services: WireServices & { database: Database },
  list: DeclaredList<List, Raw>,
  { personOf, limit, further }: Serving<List>,
): void {
  const { wire } = list
  const { database } = services
  app.get(placeOf(wire.page, app).url, async (request) => {
    const caller = await personOf(services, request, limit)
    const as = { database, caller }
    const asked = listQuery(list, wire.page.query, request.query)
    const [page, more] = await Promise.all([
      pageOf(list, as, asked),
      asked.place === undefined ? firstOf(list, as, asked, further) : {},
    ])
    return { ...page, ...more }
  })
  const { file } = list
  if (!file) return
  app.get(placeOf(file.wire, app).url, async (request, reply) => {
    const caller = await personOf(services, request, 'importByUser')
    const { format: given, ...asked } = listQuery(list, file.wire.query, request.query)
    const format = given === 'ndjson' ? given : 'csv'
    const pieces = fileOf({ list, file }, { database, caller }, { ...asked, format })
    // What is refused is refused before the first line.
    const { value } = await pieces.next()
    return reply.headers(fileHeaders(file, format)).send(Readable.from(continued(value ?? '', pieces)))
  })
}

async function pageOf<List extends WireList, Raw>(list: DeclaredList<List, Raw>, as: As, asked: ListAsked) {
  const found = await rowsOf(list, as, { ...asked, max: list.pageRows + 1 })
  return shownOf(list, found, asked.order)
}

/** One page of rows, of which there is one more where there is a next page. */
export function shownOf<List extends WireList, Raw>(
  list: DeclaredList<List, Raw>,
  found: Awaited<ReturnType<typeof rowsOf<List, Raw>>>,
  order?: string,
): Record<List['items'], RowOf<List>[]> & { after: string | null } {
  const shown = found.slice(0, list.pageRows)
  const last = found.length > shown.length ? shown.at(-1) : undefined
  const after = last ? cursorOf(list.wire.items, orderOf(list, order).name, last.place) : null
  const rows = { [list.wire.items]: shown.map(({ row }) => row) } as Record<List['items'], RowOf<List>[]>
  return { ...rows, after }
}

async function firstOf<List extends WireList, Raw>(
  list: DeclaredList<List, Raw>,
  as: As,
  { rules }: ListAsked,
  further: Serving<List>['further'],
): Promise<object> {
  if (further) return further(as, rules as RulesOf<List>)
  return { count: await countOf(list, as, { rules, max: MAX_COUNTED + 1 }) }
}

async function* continued(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}
