import type { Field } from './parse/query.ts'
import { RestError } from './rest-error.ts'
import type { Schema, Table } from './schema/schema-cache.ts'
import { similarName } from './schema/similar-name.ts'
import { identifier, type Parameters, tableSql } from './sql/sql-builder.ts'

/** One table in one place of a statement, under an alias of its own. */
export class Scope {
  readonly table: Table
  readonly alias: string
  /** Rows that a write returned: computed columns are among them already. */
  readonly isWritten: boolean
  /** Columns that the statement reads from here; a write returns no others. */
  readonly used = new Set<string>()
  /** Tables from the root of the statement to this place. */
  readonly path: Table[]

  constructor(table: Table, alias: string, { isWritten = false, above }: { isWritten?: boolean; above?: Scope } = {}) {
    this.table = table
    this.alias = alias
    this.isWritten = isWritten
    this.path = [...(above?.path ?? []), table]
  }

  /** SQL of a column, stored or computed. @throws {RestError} 42703 */
  column(name: string): string {
    const { isComputed } = this.find(name)
    return isComputed && !this.isWritten ? this.computedSql(name) : `${this.alias}.${identifier(name)}`
  }

  /** What a write returns so that `column` finds it. */
  returned(name: string): string {
    if (this.find(name).isComputed) return `${this.computedSql(name)} as ${identifier(name)}`
    return `${this.alias}.${identifier(name)}`
  }

  private computedSql(name: string): string {
    return `${tableSql({ schema: this.table.schema, name })}(${this.alias})`
  }

  find(name: string): { type: string; isComputed: boolean } {
    const column = this.table.columns.get(name)
    const computed = this.table.computed.get(name)
    if (!column && computed?.returns !== 'scalar') {
      const similar = similarName(name, this.table.columns.keys())
      throw new RestError(400, {
        code: '42703',
        message: `column ${this.table.name}.${name} does not exist`,
        hint:
          similar === undefined ? null : `Perhaps you meant to reference the column "${this.table.name}.${similar}".`,
      })
    }
    this.used.add(name)
    return { type: column?.type ?? computed?.type ?? 'text', isComputed: column === undefined }
  }
}

/** What every part of one statement shares. */
export type Building = {
  schema: Schema
  parameters: Parameters
  nextAlias: () => string
  allowsAggregates: boolean
  /** Rows of one list at most, embedded ones too. */
  maxRows: number
  /** Bytes of the whole answer at most. */
  maxBytes: number
  /** Embeds so far; see `embedSql`. */
  embeds: number
}

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
