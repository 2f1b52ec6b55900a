import type { Schema, Table } from './schema-cache.ts'
import { ambiguousRelationship, unknownRelationship } from './unknown-names.ts'
import type { ForeignKey } from './view-keys.ts'

/** How rows of an embedded table belong to a row of its parent. `pairs` are [embedded column, parent column]. */
export type Relationship = {
  kind: 'to-one' | 'to-many' | 'many-to-many'
  /** As refusals say it: with which of the two a row is the only one. */
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'
  /** Constraints and columns, for refusals. */
  description: string
  target: Table
  pairs: Array<[string, string]>
  /** Names a hint may use. */
  hints: string[]
  /** Of many-to-many: the join table and its columns as [join column, embedded column]. */
  through?: { table: string; pairs: Array<[string, string]> }
  /** Of a computed relationship: the function of the parent's row. */
  computedBy?: string
}

/** Finds the one relationship that `relation` names. @throws {RestError} PGRST200, PGRST201 */
export function findRelationship(
  schema: Schema,
  parent: Table,
  asked: { relation: string; hint?: string },
): Relationship {
  const { relation, hint } = asked
  const all = [
    ...computed(schema, parent, relation),
    ...toOne(schema, parent, relation),
    ...toMany(schema, parent, relation),
    ...manyToMany(schema, parent, relation),
  ]
  const found = hint === undefined ? all : all.filter((candidate) => candidate.hints.includes(hint))
  const [only] = found
  if (only && found.length === 1) return only
  if (only) throw ambiguousRelationship(parent, relation, found)
  throw unknownRelationship(schema, parent, { relation, hint, known: relatedNames(schema, parent) })
}

function computed(schema: Schema, parent: Table, relation: string): Relationship[] {
  const fn = parent.computed.get(relation)
  const target = fn?.returns === 'rows' && fn.table !== null ? schema.tables.get(fn.table) : undefined
  if (!fn || !target) return []
  const [kind, cardinality] = fn.isSingle ? (['to-one', 'many-to-one'] as const) : (['to-many', 'one-to-many'] as const)
  return [{ kind, cardinality, description: fn.name, target, hints: [fn.name], pairs: [], computedBy: fn.name }]
}

function toOne(schema: Schema, parent: Table, relation: string): Relationship[] {
  return schema.foreignKeys.flatMap((key) => {
    const target = schema.tables.get(key.target)
    if (key.source !== parent.name || !target) return []
    // Of a table with itself the plain name means the children.
    const isNamed = key.target === relation && key.target !== parent.name
    const isHinted = !key.throughView?.target && (key.name === relation || isColumn(key, relation))
    if (!isNamed && !isHinted) return []
    return [
      {
        kind: 'to-one',
        cardinality: isUnique(parent, key) ? 'one-to-one' : 'many-to-one',
        description: describe(key, [key.source, key.columns], [key.target, key.targetColumns]),
        target,
        hints: [key.name, ...key.columns, key.target],
        pairs: zip(key.targetColumns, key.columns),
      },
    ]
  })
}

function toMany(schema: Schema, parent: Table, relation: string): Relationship[] {
  return schema.foreignKeys.flatMap((key) => {
    const target = schema.tables.get(key.source)
    const isHinted = !key.throughView?.source && key.name === relation
    if (key.target !== parent.name || (key.source !== relation && !isHinted) || !target) return []
    const [kind, cardinality] = isUnique(target, key)
      ? (['to-one', 'one-to-one'] as const)
      : (['to-many', 'one-to-many'] as const)
    return [
      {
        kind,
        cardinality,
        description: describe(key, [key.target, key.targetColumns], [key.source, key.columns]),
        target,
        hints: [key.name, ...key.columns, key.source],
        pairs: zip(key.columns, key.targetColumns),
      },
    ]
  })
}

function manyToMany(schema: Schema, parent: Table, relation: string): Relationship[] {
  const target = schema.tables.get(relation)
  if (!target) return []
  return schema.foreignKeys.flatMap((near) => {
    if (near.target !== parent.name) return []
    return schema.foreignKeys.flatMap((far): Relationship[] => {
      if (far.name === near.name || far.source !== near.source || far.target !== relation) return []
      const primaryKey = schema.tables.get(near.source)?.primaryKey ?? []
      if (![...near.columns, ...far.columns].every((column) => primaryKey.includes(column))) return []
      const through = { table: near.source, pairs: zip(far.columns, far.targetColumns) }
      return [
        {
          kind: 'many-to-many',
          cardinality: 'many-to-many',
          description: `${near.source} using ${near.name}${listed(near.columns)} and ${far.name}${listed(far.columns)}`,
          target,
          hints: [near.source, far.name, near.name],
          pairs: zip(near.columns, near.targetColumns),
          through,
        },
      ]
    })
  })
}

function isUnique({ uniqueKeys }: Table, { columns, throughView }: ForeignKey): boolean {
  if (throughView) return throughView.isUnique
  return uniqueKeys.some((unique) => unique.every((column) => columns.includes(column)))
}

type Side = [table: string, columns: string[]]
const listed = (columns: string[]): string => `(${columns.join(', ')})`
const describe = ({ name }: ForeignKey, [near, nearColumns]: Side, [far, farColumns]: Side): string =>
  `${name} using ${near}${listed(nearColumns)} and ${far}${listed(farColumns)}`

function relatedNames(schema: Schema, parent: Table): Set<string> {
  const near = schema.foreignKeys.flatMap(({ source, target }) => {
    if (source === parent.name) return [target]
    return target === parent.name ? [source] : []
  })
  return new Set([...near, ...parent.computed.keys()])
}

function isColumn(key: ForeignKey, name: string): boolean {
  return key.columns.length === 1 && key.columns[0] === name
}

function zip(left: string[], right: string[]): Array<[string, string]> {
  return left.map((name, index) => [name, right[index] ?? ''])
}
