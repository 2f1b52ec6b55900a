import type { Caller, Database } from '../db/database.ts'

type As = { database: Database; caller: Caller }

export type ViewRow = { id: string; name: string; query: string }
export type NewView = { list: string; name: string; query: string }

/** Those of the caller, in the order in which they were saved. */
export async function listViews({ database, caller }: As, list: string): Promise<ViewRow[]> {
  const { rows } = await database.oneAsCaller<ViewRow>(caller, {
    text: 'select id, name, query from panel.views where list = $1 order by created_at, id',
    values: [list],
  })
  return rows
}

export async function insertView({ database, caller }: As, { list, name, query }: NewView): Promise<ViewRow> {
  const { rows } = await database.oneAsCaller<ViewRow>(caller, {
    text: 'insert into panel.views (list, name, query) values ($1, $2, $3) returning id, name, query',
    values: [list, name, query],
  })
  const [made] = rows
  if (!made) throw new Error('a view was stored and not returned')
  return made
}

/** @returns false when the caller has no such view */
export async function updateView({ database, caller }: As, { id, name, query }: ViewRow): Promise<boolean> {
  const { rowCount } = await database.oneAsCaller(caller, {
    text: 'update panel.views set name = $2, query = $3 where id = $1',
    values: [id, name, query],
  })
  return rowCount === 1
}

/** @returns false when the caller has no such view */
export async function deleteView({ database, caller }: As, id: string): Promise<boolean> {
  const { rowCount } = await database.oneAsCaller(caller, {
    text: 'delete from panel.views where id = $1',
    values: [id],
  })
  return rowCount === 1
}
