import type { Database } from '../db/database.ts'
import { FOREIGN_KEYS, FUNCTIONS, TABLES, TYPES } from './catalog.sql.ts'

export type Column = { name: string; type: string; hasDefault: boolean; defaultSql: string | null }
export type Table = { name: string; columns: Map<string, Column>; primaryKey: string[]; uniqueKeys: string[][] }
export type ForeignKey = { name: string; source: string; columns: string[]; target: string; targetColumns: string[] }
export type Argument = { name: string; type: string; isRequired: boolean }
export type RestFunction = {
  name: string
  arguments: Argument[]
  returns: 'void' | 'scalar' | 'rows'
  isSet: boolean
  isVolatile: boolean
  /** Name of the table whose rows it returns, if one of ours. */
  table: string | null
  /** Columns of `returns table (…)`. */
  outputs: Array<{ name: string; type: string }>
}

/** What rest/v1 knows of the schema `public`. */
export type Schema = {
  tables: Map<string, Table>
  foreignKeys: ForeignKey[]
  functions: Map<string, RestFunction[]>
  /** Written name of a type to its SQL. */
  types: Map<string, string>
}

type TableRow = { name: string; columns: Column[]; primary_key: string[]; unique_keys: string[][] }
type FunctionRow = Omit<RestFunction, 'isSet' | 'isVolatile'> & { is_set: boolean; is_volatile: boolean }

const RELOAD_INTERVAL_MS = 1000

/** Reads the catalog when first asked, and again when a request names something unknown. */
export class SchemaCache {
  readonly #database: Database
  #schema: Promise<Schema> | undefined
  #loadedAtMs = 0

  constructor(database: Database) {
    this.#database = database
  }

  get(): Promise<Schema> {
    this.#schema ??= this.#load()
    return this.#schema
  }

  /** Forgets what is known, at most once a second. @returns whether it did. */
  forget(nowMs = Date.now()): boolean {
    if (nowMs - this.#loadedAtMs < RELOAD_INTERVAL_MS) return false
    this.#schema = undefined
    return true
  }

  async #load(): Promise<Schema> {
    this.#loadedAtMs = Date.now()
    try {
      return await readSchema(this.#database)
    } catch (error) {
      this.#schema = undefined
      throw error
    }
  }
}

async function readSchema(database: Database): Promise<Schema> {
  const [tables, foreignKeys, functions, types] = await Promise.all([
    database.owner<TableRow>(TABLES),
    database.owner<ForeignKey>(FOREIGN_KEYS),
    database.owner<FunctionRow>(FUNCTIONS),
    database.owner<{ name: string; sql: string }>(TYPES),
  ])
  return {
    tables: new Map(tables.rows.map((row) => [row.name, tableOf(row)])),
    foreignKeys: foreignKeys.rows,
    functions: Map.groupBy(
      functions.rows.map(({ is_set: isSet, is_volatile: isVolatile, ...row }) => ({ ...row, isSet, isVolatile })),
      (fn) => fn.name,
    ),
    types: new Map(types.rows.map((row) => [row.name, row.sql])),
  }
}

function tableOf(row: TableRow): Table {
  return {
    name: row.name,
    columns: new Map(row.columns.map((column) => [column.name, column])),
    primaryKey: row.primary_key,
    uniqueKeys: row.unique_keys,
  }
}
