import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Caller } from '#server/db/database.ts'
import { type ListedRow, type ListOptions, listStatement } from '#server/storage/objects/list.sql.ts'
import { type PageOptions, type PageRow, listPageStatement } from '#server/storage/objects/list-page.sql.ts'
import { signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type FormerEntry, type FormerKey, formerList, formerPage } from './former-lists.ts'

const BUCKET = 'encrypted-files'

let server: TestServer
let person: string
let stranger: string

beforeAll(async () => {
  server = await startServer()
  person = (await signedInPerson(server)).session.user.id
  stranger = (await signedInPerson(server)).session.user.id
})
afterAll(() => server.stop())

// What comes before and after '/' as a byte, letters that languages sort elsewhere, and characters beyond the basic plane.
const piece = fc.constantFrom(
  'a',
  'A',
  'b',
  'a b',
  'a-b',
  'a!',
  'a.b',
  'a0',
  '0',
  '~',
  '_',
  'é',
  'ß',
  'Z',
  '\ue000',
  '😀',
  '',
)
const segment = fc.array(piece, { minLength: 1, maxLength: 2 }).map((pieces) => pieces.join(''))
const rest = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'))
/** Names, and places in one of them to cut it off: what is listed is there. */
const names = fc.uniqueArray(rest, { minLength: 15, maxLength: 40 })
const cut = fc.nat({ max: 9 })

const prefixOf = ([name = '']: string[], length: number): string => Array.from(name).slice(0, length).join('')
const folderOf = (rests: string[], length: number): string => prefixOf(rests, length).replace(/[^/]*$/, '')
const sortOrder = fc.constantFrom('asc', 'desc')

const asService: Caller = { role: 'service_role', claims: { role: 'service_role' } }
const asPerson = (): Caller => ({
  role: 'authenticated',
  claims: { sub: person, role: 'authenticated', aud: 'authenticated' },
})

/** Objects of two people under the same names; each was made a minute before the last. */
async function store(rests: string[]): Promise<void> {
  const all = rests.flatMap((name) => [`${person}/${name}`, `${stranger}/${name}`, name])
  await server.database.asOwner(async (db) => {
    // Counts and events of them are nobody's matter here.
    await db.query({ text: `set local session_replication_role = 'replica'` })
    await db.query({ text: 'delete from storage.objects' })
    await db.query({
      text: `insert into storage.objects (bucket_id, name, created_at, updated_at, last_accessed_at)
             select $1, name, now() - make_interval(mins => n::integer), now() + make_interval(mins => n::integer), now()
             from unnest($2::text[]) with ordinality as t (name, n) where name <> '' on conflict do nothing`,
      values: [BUCKET, all],
    })
  })
}

/** Entries that both answered: a comparison of nothing is none. */
let answers = 0

async function compareLists(caller: Caller, options: ListOptions): Promise<void> {
  const { rows: former } = await server.database.oneAsCaller<FormerEntry>(caller, formerList(options))
  const { rows } = await server.database.oneAsCaller<ListedRow>(caller, listStatement(options))
  answers += rows.length
  expect(rows.map(({ entry, is_folder, id }) => [entry, is_folder, id])).toEqual(
    former.map(({ entry, is_folder, id }) => [entry, is_folder, id]),
  )
}

/** Follows the pages of both to their end. */
async function comparePages(caller: Caller, options: PageOptions): Promise<void> {
  for (let page = options; ;) {
    const { rows: former } = await server.database.oneAsCaller<FormerKey>(caller, formerPage(page))
    const { rows } = await server.database.oneAsCaller<PageRow>(caller, listPageStatement(page))
    answers += rows.length
    expect(rows.map(({ key, is_folder, id, sort_value }) => [key, is_folder, id, sort_value])).toEqual(
      former.map(({ key, is_folder, id, sort_value }) => [key, is_folder, id, sort_value]),
    )
    const last = rows[page.limit - 1]
    if (rows.length <= page.limit || !last) return
    page = { ...page, after: { value: last.sort_value, key: last.key } }
  }
}

test('a list by name answers what it answered when it read everything, whatever the names are', async () => {
  answers = 0
  const search = fc.constantFrom('', '', 'a', 'A', 'É', '😀', 'none')
  const paging = fc.record({ limit: fc.integer({ min: 1, max: 12 }), offset: fc.nat({ max: 12 }), search, sortOrder })
  await fc.assert(
    fc.asyncProperty(names, cut, fc.array(paging, { minLength: 3, maxLength: 3 }), async (rests, length, pagings) => {
      const below = folderOf(rests, length)
      await store(rests)
      for (const page of pagings) {
        const options: ListOptions = { ...page, bucket: BUCKET, folder: below, sortColumn: 'name' }
        await compareLists(asService, options)
        await compareLists(asPerson(), options)
        await compareLists(asPerson(), { ...options, folder: `${person}/${below}` })
        await compareLists(asPerson(), { ...options, folder: `${stranger}/${below}` })
      }
    }),
    { numRuns: 40 },
  )
  expect(answers).toBeGreaterThan(150)
})

test('pages answer what they answered when they read everything, in both orders, with and without folders', async () => {
  answers = 0
  const paging = fc.record({
    limit: fc.integer({ min: 1, max: 12 }),
    hasDelimiter: fc.boolean(),
    sortColumn: fc.constantFrom('name', 'name', 'created_at', 'updated_at'),
    sortOrder,
  })
  await fc.assert(
    fc.asyncProperty(names, cut, fc.array(paging, { minLength: 3, maxLength: 3 }), async (rests, length, pagings) => {
      const below = prefixOf(rests, length)
      await store(rests)
      for (const page of pagings) {
        // By time, a folder has the place of its name; which of its objects it stands for was never said.
        const options: PageOptions = { ...page, bucket: BUCKET, prefix: below, after: undefined }
        await comparePages(asService, options)
        await comparePages(asPerson(), options)
        await comparePages(asPerson(), { ...options, prefix: `${person}/${below}` })
      }
    }),
    { numRuns: 40 },
  )
  expect(answers).toBeGreaterThan(150)
})

test.each(['created_at', 'updated_at'] as const)(
  'files sort by %s behind folders, which sort by name',
  async (column) => {
    await store(['late.txt', 'box/x', 'early.txt', 'art/x', 'last.txt'])
    const options = { bucket: BUCKET, folder: `${person}/`, search: '', limit: 10, offset: 0, sortColumn: column }

    const listed = async (order: 'asc' | 'desc') => {
      const { rows } = await server.database.oneAsCaller<ListedRow>(
        asPerson(),
        listStatement({ ...options, sortOrder: order }),
      )
      return rows.map(({ entry }) => entry)
    }

    const [oldest, newest] = column === 'created_at' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)
    expect(await listed(oldest)).toEqual(['art', 'box', 'last.txt', 'early.txt', 'late.txt'])
    expect(await listed(newest)).toEqual(['art', 'box', 'late.txt', 'early.txt', 'last.txt'])
  },
)

/** What a plan did: rows that each node read, times how often, those that it dropped among them. */
const planShape = z.looseObject({
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Relation Name': z.string().optional(),
  'Rows Removed by Filter': z.number().optional(),
  get Plans() {
    return z.array(planShape).optional()
  },
})
type Plan = z.infer<typeof planShape>

function rowsRead(plan: Plan): number {
  const below = (plan.Plans ?? []).map(rowsRead).reduce((sum, count) => sum + count, 0)
  if (plan['Relation Name'] !== 'objects') return below
  return below + (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
}

test.each([
  ['a list of a folder', listStatement, {}],
  ['a list of a folder, from its end', listStatement, { sortOrder: 'desc' }],
  ['a page with folders', listPageStatement, { hasDelimiter: true }],
  ['a page with folders, from its end', listPageStatement, { hasDelimiter: true, sortOrder: 'desc' }],
  ['a page', listPageStatement, {}],
] as const)('%s reads no more than it shows, of ten thousand objects', async (_, statementOf, changes) => {
  const inFolder = Array.from({ length: 5000 }, (_each, n) => `box/${n}`)
  await store([...inFolder, ...Array.from({ length: 5000 }, (_each, n) => `file ${n}`)])
  await server.database.owner('analyze storage.objects')
  const prefix = `${person}/`
  const { text, values } = statementOf({
    bucket: BUCKET,
    folder: prefix,
    prefix,
    search: '',
    limit: 100,
    offset: 0,
    hasDelimiter: false,
    after: undefined,
    sortColumn: 'name',
    sortOrder: 'asc',
    ...changes,
  })

  const { rows } = await server.database.oneAsCaller(asPerson(), {
    text: `explain (analyze, format json) ${text}`,
    values,
  })

  const [explained] = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: planShape })) })).parse(rows)
  const read = (explained?.['QUERY PLAN'] ?? [])
    .map(({ Plan }) => rowsRead(Plan))
    .reduce((sum, count) => sum + count, 0)
  expect(read).toBeGreaterThan(90)
  expect(read).toBeLessThan(320)
})
