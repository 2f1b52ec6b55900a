import type { Level } from '../parse/query.ts'
import { type Embed, type EmbedItem, fromSql, linkSql } from './relation-sql.ts'
import { findRelationship, type Relationship } from '../schema/relationships.ts'
import { badQuery } from '../rest-error.ts'
import type { Table } from '../schema/schema-cache.ts'
import { type Building, Scope } from '../scope.ts'
import { identifier } from './sql-builder.ts'

type Source = { scope: Scope; from: string; conditions: string[] }
/** `read` makes the select of one level: levels hold embeds and embeds hold levels. */
type Wanted = {
  item: EmbedItem
  read: (building: Building, level: Level, source: Source) => { sql: string; names: string[] }
}

/** More than any page of ours asks for; each may bring as many rows as a list may have. */
const MAX_EMBEDS = 16

/** @throws {RestError} PGRST100, PGRST200, PGRST201 */
export function embedSql(building: Building, parent: Scope, { item, read }: Wanted): Embed {
  const relationship = findRelationship(building.schema, parent.table, item)
  building.embeds += 1
  if (building.embeds > MAX_EMBEDS) throw badQuery(`select embeds more than ${MAX_EMBEDS} tables`)
  const isList = relationship.kind === 'to-many' || relationship.kind === 'many-to-many'
  if (isList) requireNoReturn(parent, relationship.target)
  const scope = new Scope(relationship.target, building.nextAlias(), { above: parent })
  const limit = Math.min(item.level.limit ?? building.maxRows, building.maxRows)
  const { sql, names } = read(building, isList ? { ...item.level, limit } : item.level, {
    scope,
    from: fromSql(relationship, parent),
    conditions: linkSql(building, { relationship, scope, parent }),
  })
  const alias = building.nextAlias()
  const parts = { alias, sql, names, isList, item, relationship }
  return item.isSpread ? spread(parts) : nested(parts)
}

/**
 * Rows of a table that come back below itself multiply at each level: 214 bytes of select were answered by 12.8 MB. A row's own children are
 * let through once. The way back to one row multiplies nothing, and ends at the limit of embeds.
 */
function requireNoReturn(parent: Scope, target: Table): void {
  const isSame = (table: Table) => table.name === target.name || table.bases.some((base) => target.bases.includes(base))
  const times = parent.path.filter(isSame).length
  if (times === 0 || (times === 1 && isSame(parent.table))) return
  throw badQuery(`select embeds '${target.name}' below itself`)
}

type Parts = {
  alias: string
  sql: string
  names: string[]
  isList: boolean
  item: EmbedItem
  relationship: Relationship
}

function nested({ alias, sql, names, isList, item, relationship }: Parts): Embed {
  const value = isList ? 'json_agg(row_to_json(_row.*))' : 'row_to_json(_row.*)'
  // Views and self references can make a to-one relationship answer twice.
  const once = isList ? '' : ' limit 1'
  const presence = `${alias}.value`
  const field = { sql: isList ? `coalesce(${presence}, '[]')` : presence, name: item.alias ?? item.relation }
  return {
    item,
    relationship,
    presence,
    // Nothing selected: it is there to be filtered by, not to be read.
    fields: names.length > 0 ? [field] : [],
    join: joinSql(item, `select ${value} as value from (${sql}) as _row${once}`, alias, presence),
  }
}

function spread({ alias, sql, names, isList, item, relationship }: Parts): Embed {
  const columns = names.map(identifier)
  const values = isList
    ? columns.map((name) => `coalesce(json_agg(_row.${name}), '[]') as ${name}`)
    : columns.map((name) => `_row.${name}`)
  const found = isList ? 'nullif(count(*), 0) as _found' : 'true as _found'
  const presence = `${alias}._found`
  const inner = `select ${[...values, found].join(', ')} from (${sql}) as _row${isList ? '' : ' limit 1'}`
  return {
    item,
    relationship,
    presence,
    fields: names.map((name) => ({ sql: `${alias}.${identifier(name)}`, name })),
    join: joinSql(item, inner, alias, presence),
  }
}

function joinSql({ isInner }: EmbedItem, sql: string, alias: string, presence: string): string {
  return `${isInner ? 'join' : 'left join'} lateral (${sql}) as ${alias} on ${isInner ? `${presence} is not null` : 'true'}`
}
