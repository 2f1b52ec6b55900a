import type { Field } from './query.ts'
import { RestError } from './rest-error.ts'
import type { Column, Schema, Table } from './schema-cache.ts'
import { identifier, type Parameters } from './sql-builder.ts'

/** One table in one place of a statement, under an alias of its own. */
export class Scope {
  readonly table: Table
  readonly alias: string
  /** Columns that the statement reads from here; a write returns no others. */
  readonly used = new Set<string>()

  constructor(table: Table, alias: string) {
    this.table = table
    this.alias = alias
  }

  /** SQL of a column. @throws {RestError} 42703 */
  column(name: string): string {
    this.find(name)
    return `${this.alias}.${identifier(name)}`
  }

  find(name: string): Column {
    const column = this.table.columns.get(name)
    if (!column)
      throw new RestError(400, { code: '42703', message: `column ${this.table.name}.${name} does not exist` })
    this.used.add(name)
    return column
  }
}

/** What every part of one statement shares. */
export type Building = { schema: Schema; parameters: Parameters; nextAlias: () => string }

/** SQL of a column with its JSON path. */
export function fieldSql({ parameters }: Building, scope: Scope, field: Field): string {
  const column = scope.column(field.name)
  if (field.path.length === 0) return column
  const isJson = /^jsonb?$/.test(scope.find(field.name).type)
  const steps = field.path.map(({ key, asText }) => {
    const type = /^-?\d{1,9}$/.test(key) ? 'int' : 'text'
    return `${asText ? '->>' : '->'} ${parameters.add(key)}::${type}`
  })
  // `->>` ends a path: on its text there is nothing to walk.
  return `(${[isJson ? column : `to_jsonb(${column})`, ...steps].join(' ')})`
}
