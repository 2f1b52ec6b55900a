import type { Transaction } from '../../db/database.ts'
import { type Check, type CheckContext, expectThat, type Evidence, noneOf } from '../check.ts'
import { attempt, become, becomeOwner, becomeStranger } from '../become.ts'
import { insertOf, type Planted, plantRows, valuesOf } from './planted-rows.ts'
import { rolledBack } from '../probe.ts'
import { type TenantTable, tenantTables } from './tenant-tables.sql.ts'

type Scene = { db: Transaction; tables: readonly TenantTable[]; a: Planted; b: Planted }

/** Two people of two organisations with a row each in every table; what `work` does is undone. */
async function inScene<T>(context: CheckContext, work: (scene: Scene) => Promise<T>): Promise<T> {
  const { people } = context
  // Who administers one organisation may do much there, and nothing in another.
  const [one, other] = [
    await people.add({ organisation: 'a', role: 'admin' }),
    await people.add({ organisation: 'b', role: 'admin' }),
  ]
  const play = async (db: Transaction): Promise<T> => {
    const tables = await tenantTables(db)
    const a = await plantRows(db, tables, one)
    const b = await plantRows(db, tables, other)
    return work({ db, tables, a, b })
  }
  // Rows of which each organisation has one would meet.
  return rolledBack(context, play, { isAlone: true })
}

/** DB-07 */
export const readsNoOther: Check = (context) =>
  inScene(context, async ({ db, tables, a, b }) => {
    await become(db, a.person)
    const found: string[] = []
    let own = 0
    for (const table of tables.filter(({ rights }) => rights.includes('select'))) {
      if (await sees(db, table, b)) found.push(table.name)
      if (await sees(db, table, a)) own++
    }
    const evidence: Evidence = { tables: tables.length, tables_with_own_rows: own }
    expectThat(own > 0, 'A person of the test does not even see their own rows, so nothing is known', evidence)
    return noneOf(found, 'RLS policy allows unauthorized access to tenant data', evidence)
  })

/** DB-08 */
export const writesNoOther: Check = (context) =>
  inScene(context, async ({ db, tables, a, b }) => {
    const stranger = new Map<string, { text: string; values: unknown[] }>()
    for (const table of tables.filter(({ is_table: isTable }) => isTable))
      stranger.set(table.name, insertOf(table, await valuesOf(db, table, b)))
    await become(db, a.person)
    const found: string[] = []
    let tried = 0
    for (const table of tables) {
      for (const [what, statement] of writesOf(table, { a, b, insert: stranger.get(table.name) })) {
        tried++
        if ((await attempt(db, statement)) > 0) found.push(`${table.name} (${what})`)
      }
    }
    return noneOf(found, 'A person of one organisation can write into another', {
      tables: tables.length,
      writes_tried: tried,
    })
  })

/** DB-09 */
export const readsNothingWithoutSession: Check = (context) =>
  inScene(context, async ({ db, tables, b }) => {
    const found: string[] = []
    const nobody: readonly (readonly [string, () => Promise<void>])[] = [
      ['without a session', () => becomeStranger(db, 'anon')],
      ['with a session of nobody', () => becomeStranger(db, 'authenticated')],
    ]
    for (const [how, enter] of nobody) {
      await enter()
      for (const table of tables) if (await sees(db, table, b)) found.push(`${table.name} (${how})`)
      await becomeOwner(db)
    }
    return noneOf(found, 'Rows of an organisation are read by nobody in particular', { tables: tables.length })
  })

/** Whether a row of somebody is there for whom the transaction acts for: none where it may not even ask. */
async function sees(db: Transaction, table: TenantTable, { rows }: Planted): Promise<boolean> {
  if (!table.is_table) {
    if (!table.columns.some(({ name }) => name === 'id')) return false
    const ids = [...rows.values()].map(({ id }) => id).filter((id) => typeof id === 'string' && isUuid(id))
    return (await attempt(db, { text: `select from ${table.name} where id = any ($1::uuid[])`, values: [ids] })) > 0
  }
  const { where, values } = whereKey(table, rows.get(table.name) ?? {})
  return (await attempt(db, { text: `select from ${table.name} where ${where}`, values })) > 0
}

type Tries = { a: Planted; b: Planted; insert: { text: string; values: unknown[] } | undefined }

/** What one person tries with the row of the other: to change it, to delete it, to add one, and to give one of their own away. */
function writesOf(table: TenantTable, { a, b, insert }: Tries): [string, { text: string; values: unknown[] }][] {
  const { name, rights, columns } = table
  const writes: [string, { text: string; values: unknown[] }][] = []
  if (!table.is_table) return writes
  const others = whereKey(table, b.rows.get(name) ?? {})
  const own = whereKey(table, a.rows.get(name) ?? {})
  if (rights.includes('update'))
    for (const { name: column } of columns)
      writes.push([
        `update of ${column}`,
        { text: `update ${name} set "${column}" = "${column}" where ${others.where}`, values: others.values },
      ])
  if (rights.includes('delete'))
    writes.push(['delete', { text: `delete from ${name} where ${others.where}`, values: others.values }])
  // Returns nothing: what comes back would have to be readable, which is another question.
  if (rights.includes('insert') && insert)
    writes.push(['insert', { ...insert, text: insert.text.replace(/ returning .*$/s, '') }])
  const moved = [
    ['tenant_id', b.tenant],
    ['user_id', b.person.id],
    ['owner', b.person.id],
  ] as const
  if (rights.includes('update'))
    for (const [column, value] of moved)
      if (columns.some((one) => one.name === column) && !UNNAMED.has(`${name} ${column}`))
        writes.push([
          `giving away by ${column}`,
          {
            text: `update ${name} set "${column}" = $${own.values.length + 1} where ${own.where}`,
            values: [...own.values, value],
          },
        ])
  return writes
}

function whereKey({ key }: TenantTable, row: Record<string, unknown>): { where: string; values: unknown[] } {
  return {
    where: key.map((column, at) => `"${column}" = $${at + 1}`).join(' and '),
    values: key.map((column) => row[column]),
  }
}

/** Nothing lets a caller name it: storage/v1 writes it, and rest/v1 does not show the table. */
const UNNAMED = new Set(['storage.objects owner'])

const isUuid = (text: string): boolean => /^[0-9a-f-]{36}$/.test(text)
