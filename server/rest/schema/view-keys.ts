import { type Origin, originsOf } from './view-columns.ts'

/** A table or view of the schema, with the names of its columns by number. */
export type RelationRow = { oid: string; name: string; columns: Record<string, string> }
/** A view of any schema. */
export type ViewRow = { oid: string; action: string }
/** A foreign key of any schema. */
export type KeyRow = {
  name: string
  source: string
  columns: number[]
  target: string
  target_columns: number[]
  is_unique: boolean
}

export type ForeignKey = {
  name: string
  source: string
  columns: string[]
  target: string
  targetColumns: string[]
  /** Of a key that a view shows: which of both are views, and whether a row of the source is the only one. */
  throughView?: { source: boolean; target: boolean; isUnique: boolean }
}

type Exposed = { name: string; isView: boolean; columnOf: (origin: Origin) => string | undefined; bases: Set<string> }

/** Foreign keys that lead from or to a view, because it shows all columns of one of a table below it; and the tables below each view. */
export function keysThroughViews(parts: { relations: RelationRow[]; views: ViewRow[]; keys: KeyRow[] }): {
  keys: ForeignKey[]
  bases: Map<string, string[]>
} {
  const origins = new Map(parts.views.map(({ oid, action }) => [oid, originsOf(action)]))
  const exposed = parts.relations.map((relation) => expose(relation, origins))
  const keys = parts.keys.flatMap((key) => {
    const sources = endsOf(exposed, key.source, key.columns)
    const targets = endsOf(exposed, key.target, key.target_columns)
    return sources.flatMap((source) =>
      targets
        .filter((target) => source.isView || target.isView)
        .map((target): ForeignKey => ({
          name: key.name,
          source: source.name,
          columns: source.columns,
          target: target.name,
          targetColumns: target.columns,
          throughView: { source: source.isView, target: target.isView, isUnique: key.is_unique },
        })),
    )
  })
  return { keys, bases: new Map(exposed.map(({ name, bases }) => [name, [...bases]])) }
}

function expose({ oid, name, columns }: RelationRow, views: Map<string, Map<number, Origin>>): Exposed {
  const own = new Map<string, string>()
  const bases = new Set<string>()
  for (const [number, columnName] of Object.entries(columns)) {
    const origin = rootOf({ relation: oid, column: Number(number) }, views)
    if (!origin) continue
    bases.add(origin.relation)
    const key = `${origin.relation}/${origin.column}`
    if (!own.has(key)) own.set(key, columnName)
  }
  return {
    name,
    isView: views.has(oid),
    columnOf: ({ relation, column }) => own.get(`${relation}/${column}`),
    bases,
  }
}

/** Through views of views down to the table. */
function rootOf(origin: Origin, views: Map<string, Map<number, Origin>>): Origin | undefined {
  let found: Origin | undefined = origin
  while (found && views.has(found.relation)) found = views.get(found.relation)?.get(found.column)
  return found
}

/** Relations that show all of `columns` of a table, and how they call them. */
function endsOf(exposed: Exposed[], relation: string, columns: number[]): (Exposed & { columns: string[] })[] {
  return exposed.flatMap((one) => {
    const names = columns.map((column) => one.columnOf({ relation, column }))
    return names.every((name) => name !== undefined) ? [{ ...one, columns: names }] : []
  })
}
