import type { QueryResultRow } from 'pg'
import type { Transaction } from '../db/database.ts'
import { type Columns, conditionOf } from './filter-sql.ts'
import type { Filter } from './filter.ts'
import type { Place } from './list-query.ts'
import type { GroupRow, UserRow } from './resources.ts'

const PLACE = `to_char(o.created_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as place`
const USER = `o.id, o.email, o.user_name, o.external_id, o.first_name, o.last_name, o.display_name, o.active, o.is_guest, o.created_at, o.updated_at,
  coalesce((select json_agg(json_build_object('value', g.id, 'display', g.display_name) order by g.display_name, g.id)
            from public.team_members m join scim.groups g on g.id = m.team_id
            where m.user_id = o.id and g.tenant_id = o.tenant_id), '[]') as groups, ${PLACE}`
const GROUP = `o.id, o.display_name, o.external_id, o.created_at, o.updated_at, ${PLACE}`
const MEMBERS = `coalesce((select json_agg(json_build_object('value', p.id, 'display', p.display_name) order by p.display_name, p.id)
  from public.team_members m join scim.people p on p.id = m.user_id and p.tenant_id = o.tenant_id
  where m.team_id = o.id), '[]') as members`

export type Selection<Row> = { readonly from: string; readonly columns: string; readonly row?: Row }
export const USERS: Selection<UserRow> = { from: 'scim.people o', columns: USER }
export const GROUPS: Selection<GroupRow> = { from: 'scim.groups o', columns: `${GROUP}, ${MEMBERS}` }
export const GROUPS_WITHOUT_MEMBERS: Selection<GroupRow> = { from: 'scim.groups o', columns: GROUP }

/** One resource of an organisation. */
export async function find<Row extends QueryResultRow>(
  db: Transaction,
  { from, columns }: Selection<Row>,
  { home, id }: { home: string; id: string },
): Promise<Row | undefined> {
  const { rows } = await db.query<Row>({
    text: `select ${columns} from ${from} where o.tenant_id = $1 and o.id = $2`,
    values: [home, id],
  })
  return rows[0]
}

export type Page = {
  home: string
  filter: Filter | undefined
  known: Columns
  count: number
  skip: number
  after: Place | undefined
}

/** A page of the resources for which a filter holds, and how many there are in all. @throws {ScimError} `invalidFilter` */
export async function list<Row extends QueryResultRow>(
  db: Transaction,
  { from, columns }: Selection<Row>,
  { home, filter, known, count, skip, after }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const condition = filter ? conditionOf(filter, known, [home]) : { text: 'true', values: [home] }
  const where = `o.tenant_id = $1 and (${condition.text})`
  const counted = await db.query<{ total: number }>({
    text: `select count(*)::integer as total from ${from} where ${where}`,
    values: condition.values,
  })
  const total = counted.rows[0]?.total ?? 0
  if (count === 0 || total === 0) return { rows: [], total }
  const next = condition.values.length
  const behind = after ? `and (o.created_at, o.id) > ($${next + 3}::timestamptz, $${next + 4}::uuid)` : ''
  const { rows } = await db.query<Row>({
    text: `select ${columns} from ${from} where ${where} ${behind}
           order by o.created_at, o.id limit $${next + 1} offset $${next + 2}`,
    values: [...condition.values, count, skip, ...(after ? [after.at, after.id] : [])],
  })
  return { rows, total }
}
