import { whereSql } from './condition-sql.ts'
import type { Level, OrderTerm } from '../parse/query.ts'
import { type Embed, fromSql, linkSql } from './relation-sql.ts'
import { RestError } from '../rest-error.ts'
import { type Building, fieldSql, Scope } from '../scope.ts'

type Place = { scope: Scope; embeds: Map<string, Embed> }

/** The `order by` of one level. @throws {RestError} PGRST108, PGRST118 */
export function orderSql(building: Building, { order }: Level, place: Place): string {
  const terms = order.map((term) =>
    [termSql(building, term, place), term.isDescending ? 'desc' : 'asc', term.nulls ? `nulls ${term.nulls}` : '']
      .filter(Boolean)
      .join(' '),
  )
  return terms.length > 0 ? `order by ${terms.join(', ')}` : ''
}

function termSql(building: Building, { relation, field }: OrderTerm, { scope: parent, embeds }: Place): string {
  if (relation === undefined) return fieldSql(building, parent, field)
  const embed = embeds.get(relation)
  if (!embed) {
    throw new RestError(400, {
      code: 'PGRST108',
      message: `'${relation}' is not an embedded resource in this request`,
      hint: `Verify that '${relation}' is included in the 'select' query parameter.`,
    })
  }
  const { relationship, item } = embed
  if (relationship.kind !== 'to-one') {
    throw new RestError(400, {
      code: 'PGRST118',
      message: `A related order on '${relation}' is not possible`,
      details: `'${parent.table.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
    })
  }
  const scope = new Scope(relationship.target, building.nextAlias())
  const value = fieldSql(building, scope, field)
  const where = [...linkSql(building, { relationship, scope, parent }), ...whereSql(building, scope, item.level.where)]
  const condition = where.length > 0 ? `where ${where.join(' and ')}` : ''
  return `(select ${value} from ${fromSql(relationship, parent)} as ${scope.alias} ${condition} limit 1)`
}
