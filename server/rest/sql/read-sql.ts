import { whereSql } from './condition-sql.ts'
import { embedSql } from './embed-sql.ts'
import { orderSql } from './order-sql.ts'
import type { Level, SelectItem } from '../parse/query.ts'
import type { Embed } from './relation-sql.ts'
import { RestError } from '../rest-error.ts'
import { type Building, fieldSql, type Scope } from '../scope.ts'
import { identifier } from './sql-builder.ts'

type Field = { sql: string; name: string; isAggregate?: boolean }
type Parts = { fields: Field[]; joins: string[]; where: string[]; embeds: Map<string, Embed> }
/** `isWritten`: filters, limit and offset were spent on the write that `from` holds. */
export type Source = { scope: Scope; from: string; conditions?: string[]; isWritten?: boolean }
/** `names` are those of the fields, in order; `countSql` counts the rows without limit and offset. */
export type Read = { sql: string; names: string[]; countSql: string; unpagedSql: string }

/** The select of one level with everything below it. */
export function readSql(building: Building, level: Level, source: Source): Read {
  const { scope, from, conditions = [], isWritten = false } = source
  const parts = partsOf(building, isWritten ? { ...level, where: [] } : level, scope)
  const where = [...conditions, ...parts.where]
  const group = groupSql(parts)
  const tail = [
    `from ${from} as ${scope.alias}`,
    ...parts.joins,
    where.length > 0 ? `where ${where.join(' and ')}` : '',
  ]
  const select = parts.fields.map(
    ({ sql, name }) => `${group.isGrouped ? group.cast(sql) : sql} as ${identifier(name)}`,
  )
  const order = orderSql(building, level, { scope, embeds: parts.embeds })
  const page = isWritten ? '' : pageSql(building, level)
  const unpaged = [`select ${select.join(', ')}`, ...tail, group.sql]
  return {
    names: parts.fields.map(({ name }) => name),
    sql: lines([...unpaged, order, page]),
    unpagedSql: lines(unpaged),
    countSql: group.isGrouped
      ? `select count(*) from (${lines(unpaged)}) as _grouped`
      : lines(['select count(*)', ...tail]),
  }
}

const lines = (parts: string[]): string => parts.filter(Boolean).join('\n')

function partsOf(building: Building, level: Level, scope: Scope): Parts {
  const parts: Parts = { fields: [], joins: [], where: [], embeds: new Map() }
  const isProbe = isCountProbe(level, scope)
  for (const item of level.select) {
    if (item.kind === 'all') {
      const names = [...scope.table.columns.keys()]
      parts.fields.push(...names.map((name) => ({ sql: scope.column(name), name })))
    } else if (isProbe) parts.fields.push({ sql: 'count(*)', name: aliasOf(item) ?? 'count', isAggregate: true })
    else if (item.kind === 'count') parts.fields.push(countField(building, item))
    else if (item.kind === 'column') parts.fields.push(columnField(building, scope, item))
    else {
      const embed = embedSql(building, scope, { item, read: readSql })
      parts.joins.push(embed.join)
      const name = item.alias ?? item.relation
      if (parts.embeds.has(name) && !item.isSpread) throw sameName(name)
      parts.embeds.set(name, embed)
      parts.fields.push(...embed.fields)
    }
  }
  const presence = new Map([...parts.embeds].map(([name, { presence: sql }]) => [name, sql]))
  parts.where = whereSql(building, scope, level.where, presence)
  return parts
}

/** Of two members with one name, every parser of JSON keeps one and loses the other. */
function sameName(name: string): RestError {
  return new RestError(400, {
    code: '42712',
    message: `table name "${name}" specified more than once`,
    hint: 'Give one of them another name: `alias:table(…)`',
  })
}

const aliasOf = (item: SelectItem): string | undefined => ('alias' in item ? item.alias : undefined)

// Health probes ask `select=count`, and a lone count() can do no harm, so both work where other aggregates are switched off.
function isCountProbe({ select }: Level, scope: Scope): boolean {
  const [item] = select
  if (select.length !== 1 || !item) return false
  if (item.kind === 'count') return item.cast === undefined
  return item.kind === 'column' && item.field.name === 'count' && !item.aggregate && !scope.table.columns.has('count')
}

function countField(building: Building, { alias, cast }: SelectItem & { kind: 'count' }): Field {
  requireAggregates(building)
  return { sql: castSql(building, 'count(*)', cast), name: alias ?? 'count', isAggregate: true }
}

function columnField(building: Building, scope: Scope, item: SelectItem & { kind: 'column' }): Field {
  const { field, alias, cast, aggregate } = item
  const value = castSql(building, fieldSql(building, scope, field), cast)
  const step = field.path.findLast(({ key }) => !/^-?\d+$/.test(key))
  if (!aggregate) return { sql: value, name: alias ?? step?.key ?? field.name }
  requireAggregates(building)
  const sql = castSql(building, `${aggregate.name}(${value})`, aggregate.cast)
  return { sql, name: alias ?? aggregate.name, isAggregate: true }
}

/** @throws {RestError} PGRST123 */
function requireAggregates({ allowsAggregates }: Building): void {
  if (!allowsAggregates) {
    throw new RestError(400, { code: 'PGRST123', message: 'Use of aggregate functions is not allowed' })
  }
}

function castSql({ schema }: Building, sql: string, cast: string | undefined): string {
  if (cast === undefined) return sql
  const type = schema.types.get(cast.replace(/\[\]$/, ''))
  if (type === undefined) throw new RestError(400, { code: '42704', message: `type "${cast}" does not exist` })
  return `cast(${sql} as ${type}${cast.endsWith('[]') ? '[]' : ''})`
}

/** Rows are grouped by every field that is no aggregate, as soon as there is one that is. */
function groupSql({ fields, embeds }: Parts): { sql: string; isGrouped: boolean; cast: (sql: string) => string } {
  const isGrouped = fields.some(({ isAggregate }) => isAggregate)
  const places = fields.flatMap(({ isAggregate }, index) => (isAggregate ? [] : [index + 1]))
  const jsonFields = new Set([...embeds.values()].flatMap((embed) => embed.fields.map(({ sql }) => sql)))
  return {
    isGrouped,
    sql: isGrouped && places.length > 0 ? `group by ${places.join(', ')}` : '',
    // json has no equality, jsonb does.
    cast: (sql) => (jsonFields.has(sql) ? `to_jsonb(${sql})` : sql),
  }
}

function pageSql({ parameters }: Building, { limit, offset }: Level): string {
  const parts = [
    limit === undefined ? '' : `limit ${parameters.add(limit)}::bigint`,
    offset === undefined || offset === 0 ? '' : `offset ${parameters.add(offset)}::bigint`,
  ]
  return parts.filter(Boolean).join(' ')
}
