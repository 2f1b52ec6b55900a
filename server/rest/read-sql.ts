import { whereSql } from './condition-sql.ts'
import type { Level, SelectItem } from './query.ts'
import { findRelationship, type Relationship } from './relationships.ts'
import { RestError } from './rest-error.ts'
import { type Building, fieldSql, Scope } from './scope.ts'
import { identifier } from './sql-builder.ts'

type Embed = SelectItem & { kind: 'embed' }
type Parts = { fields: string[]; joins: string[]; where: string[] }
/** `isWritten`: filters, limit and offset were spent on the write that `from` holds. */
export type Source = { scope: Scope; from: string; conditions?: string[]; isWritten?: boolean }

/** The select of one level with everything below it; `countSql` counts its rows without limit and offset. */
export function readSql(building: Building, level: Level, source: Source): { sql: string; countSql: string } {
  const { scope, from, conditions = [], isWritten = false } = source
  const parts = partsOf(building, isWritten ? { ...level, where: [] } : level, scope)
  const where = [...conditions, ...parts.where]
  const tail = [
    `from ${from} as ${scope.alias}`,
    ...parts.joins,
    where.length > 0 ? `where ${where.join(' and ')}` : '',
  ]
  const order = orderSql(building, level, scope)
  const page = isWritten ? '' : pageSql(building, level)
  return {
    sql: [`select ${parts.fields.join(', ')}`, ...tail, order, page].filter(Boolean).join('\n'),
    countSql: ['select count(*)', ...tail].filter(Boolean).join('\n'),
  }
}

/** SQL name of a table of the schema cache. */
export function tableSql(name: string): string {
  return `public.${identifier(name)}`
}

function partsOf(building: Building, level: Level, scope: Scope): Parts {
  const fields: string[] = []
  const joins: string[] = []
  const embeds = new Map<string, string>()
  const isCount = isLegacyCount(level, scope)
  for (const item of level.select) {
    if (item.kind === 'all') fields.push(...[...scope.table.columns.keys()].map((name) => scope.column(name)))
    else if (isCount) fields.push('count(*) as count')
    else if (item.kind === 'count')
      throw new RestError(400, { code: 'PGRST123', message: 'Use of aggregate functions is not allowed' })
    else if (item.kind === 'column') fields.push(columnSql(building, scope, item))
    else {
      const { join, value, isList } = embedSql(building, scope, item)
      const name = item.alias ?? item.relation
      joins.push(join)
      embeds.set(name, value)
      if (item.level.select.length > 0)
        fields.push(`${isList ? `coalesce(${value}, '[]')` : value} as ${identifier(name)}`)
    }
  }
  return { fields, joins, where: whereSql(building, scope, level.where, embeds) }
}

// Health probes ask `select=count`, which older servers answered with the number of rows.
function isLegacyCount({ select }: Level, scope: Scope): boolean {
  const [item] = select
  if (select.length !== 1 || !item) return false
  return (
    item.kind === 'count' ||
    (item.kind === 'column' && item.field.name === 'count' && !scope.table.columns.has('count'))
  )
}

function columnSql(building: Building, scope: Scope, { field, alias, cast }: SelectItem & { kind: 'column' }): string {
  const value = fieldSql(building, scope, field)
  const type = cast === undefined ? undefined : building.schema.types.get(cast.replace(/\[\]$/, ''))
  if (cast !== undefined && type === undefined)
    throw new RestError(400, { code: '42704', message: `type "${cast}" does not exist` })
  const step = field.path.findLast(({ key }) => !/^-?\d+$/.test(key))
  const name = alias ?? step?.key ?? field.name
  return `${cast === undefined ? value : `cast(${value} as ${type}${cast.endsWith('[]') ? '[]' : ''})`} as ${identifier(name)}`
}

function embedSql(building: Building, parent: Scope, item: Embed): { join: string; value: string; isList: boolean } {
  const relationship = findRelationship(building.schema, parent.table, item)
  const scope = new Scope(relationship.target, building.nextAlias())
  const { sql } = readSql(building, item.level, {
    scope,
    from: tableSql(scope.table.name),
    conditions: linkSql(building, { relationship, scope, parent }),
  })
  const alias = building.nextAlias()
  const isList = relationship.kind !== 'to-one'
  const value = isList ? 'json_agg(row_to_json(_row.*))' : 'row_to_json(_row.*)'
  // Views and self references can make a to-one relationship answer twice.
  const once = isList ? '' : ' limit 1'
  const kind = item.isInner ? 'join' : 'left join'
  return {
    isList,
    value: `${alias}.value`,
    join: `${kind} lateral (select ${value} as value from (${sql}) as _row${once}) as ${alias} on ${item.isInner ? `${alias}.value is not null` : 'true'}`,
  }
}

function linkSql(
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
  return [`exists (select from ${tableSql(through.table)} as ${alias} where ${links.join(' and ')})`]
}

function orderSql(building: Building, { order }: Level, scope: Scope): string {
  if (order.length === 0) return ''
  const terms = order.map(({ field, isDescending, nulls }) =>
    [fieldSql(building, scope, field), isDescending ? 'desc' : 'asc', nulls ? `nulls ${nulls}` : '']
      .filter(Boolean)
      .join(' '),
  )
  return `order by ${terms.join(', ')}`
}

function pageSql({ parameters }: Building, { limit, offset }: Level): string {
  const parts = [
    limit === undefined ? '' : `limit ${parameters.add(limit)}::bigint`,
    offset === undefined || offset === 0 ? '' : `offset ${parameters.add(offset)}::bigint`,
  ]
  return parts.filter(Boolean).join(' ')
}
