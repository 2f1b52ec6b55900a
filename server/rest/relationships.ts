import { RestError } from './rest-error.ts'
import type { ForeignKey, Schema, Table } from './schema-cache.ts'
import { perhaps, similarName } from './similar-name.ts'

/** How rows of an embedded table belong to a row of its parent. `pairs` are [embedded column, parent column]. */
export type Relationship = {
  kind: 'to-one' | 'to-many' | 'many-to-many'
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
  if (!only) {
    throw new RestError(400, {
      code: 'PGRST200',
      message: `Could not find a relationship between '${parent.name}' and '${relation}' in the schema cache`,
      details: `Searched for a foreign key relationship between '${parent.name}' and '${relation}'${hint === undefined ? '' : ` using the hint '${hint}'`} in the schema 'public', but no matches were found.`,
      hint: perhaps(similarName(relation, relatedNames(schema, parent)), relation),
    })
  }
  throw new RestError(300, {
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${parent.name}' and '${relation}'`,
    details: found.map(({ kind, target, hints }) => ({
      cardinality: kind,
      embedding: `${parent.name} with ${target.name}`,
      relationship: hints[0],
    })),
    hint: `Try changing '${relation}' to one of the following: ${found.map(({ hints }) => `'${relation}!${hints[0]}'`).join(', ')}.`,
  })
}

function computed(schema: Schema, parent: Table, relation: string): Relationship[] {
  const fn = parent.computed.get(relation)
  const target = fn?.returns === 'rows' && fn.table !== null ? schema.tables.get(fn.table) : undefined
  if (!fn || !target) return []
  return [{ kind: fn.isSingle ? 'to-one' : 'to-many', target, hints: [fn.name], pairs: [], computedBy: fn.name }]
}

function toOne(schema: Schema, parent: Table, relation: string): Relationship[] {
  return schema.foreignKeys.flatMap((key) => {
    const target = schema.tables.get(key.target)
    if (key.source !== parent.name || !target) return []
    // Of a table with itself the plain name means the children.
    const isNamed = key.target === relation && key.target !== parent.name
    if (!isNamed && key.name !== relation && !isColumn(key, relation)) return []
    return [
      {
        kind: 'to-one',
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
    if (key.target !== parent.name || (key.source !== relation && key.name !== relation) || !target) return []
    const isUnique = target.uniqueKeys.some((unique) => unique.every((column) => key.columns.includes(column)))
    const kind = isUnique ? 'to-one' : 'to-many'
    return [{ kind, target, hints: [key.name, ...key.columns, key.source], pairs: zip(key.columns, key.targetColumns) }]
  })
}

function manyToMany(schema: Schema, parent: Table, relation: string): Relationship[] {
  const target = schema.tables.get(relation)
  if (!target) return []
  return schema.foreignKeys.flatMap((near) => {
    if (near.target !== parent.name) return []
    return schema.foreignKeys.flatMap((far): Relationship[] => {
      if (far === near || far.source !== near.source || far.target !== relation) return []
      const primaryKey = schema.tables.get(near.source)?.primaryKey ?? []
      if (![...near.columns, ...far.columns].every((column) => primaryKey.includes(column))) return []
      const through = { table: near.source, pairs: zip(far.columns, far.targetColumns) }
      return [
        {
          kind: 'many-to-many',
          target,
          hints: [near.source, far.name, near.name],
          pairs: zip(near.columns, near.targetColumns),
          through,
        },
      ]
    })
  })
}

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
