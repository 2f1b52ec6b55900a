import type { SelectItem } from '../parse/query.ts'
import type { Relationship } from '../schema/relationships.ts'
import type { Building, Scope } from '../scope.ts'
import { identifier, tableSql } from './sql-builder.ts'

export type EmbedItem = SelectItem & { kind: 'embed' }

/** A related table in the select of its parent. */
export type Embed = {
  /** Lateral join of the parent. */
  join: string
  /** What it adds to the fields of the parent. */
  fields: { sql: string; name: string }[]
  /** Null where the parent row has nothing of it. */
  presence: string
  relationship: Relationship
  item: EmbedItem
}

/** Where the rows of a relationship come from: its table, or the function that computes it. */
export function fromSql({ target, computedBy }: Relationship, parent: Scope): string {
  if (computedBy === undefined) return tableSql(target)
  return `${tableSql({ schema: parent.table.schema, name: computedBy })}(${parent.alias})`
}

/** Conditions that tie rows of `scope` to the row of `parent`. */
export function linkSql(
  building: Building,
  { relationship, scope, parent }: { relationship: Relationship; scope: Scope; parent: Scope },
): string[] {
  const { pairs, through } = relationship
  if (!through) return pairs.map(([own, theirs]) => `${scope.column(own)} = ${parent.column(theirs)}`)
  const alias = building.nextAlias()
  const links = [
    ...pairs.map(([own, theirs]) => `${alias}.${identifier(own)} = ${parent.column(theirs)}`),
    ...through.pairs.map(([own, theirs]) => `${alias}.${identifier(own)} = ${scope.column(theirs)}`),
  ]
  return [
    `exists (select from ${tableSql({ schema: parent.table.schema, name: through.table })} as ${alias} where ${links.join(' and ')})`,
  ]
}
