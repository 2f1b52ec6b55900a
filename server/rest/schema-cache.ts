import type { Database } from '../db/database.ts'
import { FOREIGN_KEYS, FUNCTIONS, TABLES, TYPES } from './catalog.sql.ts'

export type Column = {
  name: string
  type: string
  hasDefault: boolean
  defaultSql: string | null
  isRequired: boolean
  description: string | null
}
export type Table = {
  name: string
  columns: Map<string, Column>
  primaryKey: string[]
  uniqueKeys: string[][]
  isWritable: boolean
  description: string | null
  /** Functions of one row that act as columns or relations, by name. */
  computed: Map<string, RestFunction>
}
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
  /** Name of the table of ours whose row is its only argument. */
  rowOf: string | null
  /** SQL of the type of its result. */
  type: string
  /** Answers with one row at most. */
  isSingle: boolean
  /** Its one argument is JSON without a name: the whole body. */
  takesBody: boolean
  description: string | null
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

type TableRow = {
  name: string
  columns: Column[]
  primary_key: string[]
  unique_keys: string[][]
  is_writable: boolean
  description: string | null
}
type FunctionRow = Omit<RestFunction, 'isSet' | 'isVolatile' | 'rowOf' | 'isSingle' | 'takesBody'> & {
  is_set: boolean
  is_volatile: boolean
  row_of: string | null
  is_single: boolean
  takes_body: boolean
}

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

  /** Forgets what is known because the database says that it changed. */
  reload(): void {
    this.#schema = undefined
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
  const all = functions.rows.map(functionOf)
  return {
    tables: new Map(tables.rows.map((row) => [row.name, tableOf(row, all)])),
    foreignKeys: foreignKeys.rows,
    functions: Map.groupBy(all, (fn) => fn.name),
    types: new Map(types.rows.map((row) => [row.name, row.sql])),
  }
}

function functionOf(row: FunctionRow): RestFunction {
  const {
    is_set: isSet,
    is_volatile: isVolatile,
    row_of: rowOf,
    is_single: isSingle,
    takes_body: takesBody,
    ...rest
  } = row
  return { ...rest, isSet, isVolatile, rowOf, isSingle, takesBody }
}

function tableOf(row: TableRow, functions: RestFunction[]): Table {
  const computed = functions.filter((fn) => fn.rowOf === row.name)
  return {
    isWritable: row.is_writable,
    description: row.description,
    computed: new Map(computed.map((fn) => [fn.name, fn])),
    name: row.name,
    columns: new Map(row.columns.map((column) => [column.name, column])),
    primaryKey: row.primary_key,
    uniqueKeys: row.unique_keys,
  }
}
