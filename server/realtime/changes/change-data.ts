import type { Column, WatchedTable } from './catalog.ts'
import type { Key } from './changes.sql.ts'
import type { ChangeKind } from './subscriptions.ts'

type Change = {
  table: WatchedTable
  kind: ChangeKind
  key: Key
  /** JSON text of the row as the listener may read it; null for a deletion. */
  record: string | null
  isTooLarge: boolean
  columns: readonly Column[]
  select: readonly string[] | undefined
  atMs: number
}

/** The change as clients of the reference expect it, as JSON text. The record is never parsed, so numbers stay exact. */
export function changeData({ table, kind, key, record, isTooLarge, columns, select, atMs }: Change): string {
  const chosen = select === undefined ? columns : columns.filter(({ name }) => select.includes(name))
  const fields = [
    `"schema":${JSON.stringify(table.schema)},"table":${JSON.stringify(table.name)},"type":"${kind}"`,
    `"commit_timestamp":"${new Date(atMs).toISOString()}"`,
    `"columns":${JSON.stringify(chosen.map(({ name, type }) => ({ name, type })))}`,
    `"errors":${isTooLarge ? '["Error 413: Payload Too Large"]' : 'null'}`,
  ]
  if (record !== null) fields.push(`"record":${select === undefined ? record : picked(record, select)}`)
  // As under row-level security in the reference: of what was before, the primary key alone.
  if (kind !== 'INSERT') fields.push(`"old_record":${keyRecord(table, key)}`)
  return `{${fields.join(',')}}`
}

function picked(record: string, select: readonly string[]): string {
  const row = JSON.parse(record) as Record<string, unknown>
  return JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => select.includes(name))))
}

const PLAIN_NUMBER = /^(int[248]|oid)$/

function keyRecord({ keys, columns }: WatchedTable, key: Key): string {
  const parts = keys.map((name, i) => {
    const value = key[i] ?? ''
    const isNumber = PLAIN_NUMBER.test(columns.find((column) => column.name === name)?.type ?? '')
    return `${JSON.stringify(name)}:${isNumber ? value : JSON.stringify(value)}`
  })
  return `{${parts.join(',')}}`
}
