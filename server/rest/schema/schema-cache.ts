import type { Database } from '../../db/database.ts'
import { ALL_KEYS, FOREIGN_KEYS, FUNCTIONS, RELATIONS, TABLES, TYPES, VIEWS } from './catalog.sql.ts'
import { type ForeignKey, type KeyRow, keysThroughViews, type RelationRow, type ViewRow } from './view-keys.ts'

export type Column = {
  name: string
  type: string
  hasDefault: boolean
  defaultSql: string | null
  isRequired: boolean
  description: string | null
}
export type Table = {
  schema: string
  name: string
  columns: Map<string, Column>
  primaryKey: string[]
  uniqueKeys: string[][]
  isWritable: boolean
  description: string | null
  /** What its rows are made of: itself, or the tables below a view. */
  bases: string[]
  /** Functions of one row that act as columns or relations, by name. */
  computed: Map<string, RestFunction>
}
type Argument = { name: string; type: string; isRequired: boolean }
export type RestFunction = {
  schema: string
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

/** What rest/v1 knows of one schema. */
export type Schema = {
  name: string
  tables: Map<string, Table>
  foreignKeys: ForeignKey[]
  /** Those that can be called, by name. */
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
type FunctionRow = Omit<RestFunction, 'schema' | 'isSet' | 'isVolatile' | 'rowOf' | 'isSingle' | 'takesBody'> & {
  is_set: boolean
  is_volatile: boolean
  row_of: string | null
  is_single: boolean
  takes_body: boolean
}

/** Reads one schema out of the catalog. */
export type ReadSchema = (database: Database, name: string) => Promise<Schema>

const RELOAD_INTERVAL_MS = 1000

/** Reads the catalog when first asked, and again when a request names something unknown. */
export class SchemaCache {
  readonly #database: Database
  readonly #schemas = new Map<string, Promise<Schema>>()
  readonly #read: ReadSchema
  #loadedAtMs = 0

  constructor(database: Database, read: ReadSchema = readSchema) {
    this.#database = database
    this.#read = read
  }

  /** @param name of a schema that the operator exposes. */
  get(name: string): Promise<Schema> {
    const known = this.#schemas.get(name) ?? this.#load(name)
    this.#schemas.set(name, known)
    return known
  }

  /** Forgets what is known because the database says that it changed. */
  reload(): void {
    this.#schemas.clear()
  }

  /** Forgets what is known, at most once a second. @returns whether it did. */
  forget(nowMs = Date.now()): boolean {
    if (nowMs - this.#loadedAtMs < RELOAD_INTERVAL_MS) return false
    this.reload()
    return true
  }

  async #load(name: string): Promise<Schema> {
    this.#loadedAtMs = Date.now()
    try {
      return await this.#read(this.#database, name)
    } catch (error) {
      this.#schemas.delete(name)
      throw error
    }
  }
}

export async function readSchema(database: Database, name: string): Promise<Schema> {
  const [tables, foreignKeys, functions, types, relations, views, keys] = await Promise.all([
    database.owner<TableRow>(TABLES, [name]),
    database.owner<ForeignKey>(FOREIGN_KEYS, [name]),
    database.owner<FunctionRow>(FUNCTIONS, [name]),
    database.owner<{ name: string; sql: string }>(TYPES, [name]),
    database.owner<RelationRow>(RELATIONS, [name]),
    database.owner<ViewRow>(VIEWS, [name]),
    database.owner<KeyRow>(ALL_KEYS, [name]),
  ])
  const all = functions.rows.map((row) => functionOf(row, name))
  const through = keysThroughViews({ relations: relations.rows, views: views.rows, keys: keys.rows })
  return {
    name,
    tables: new Map(
      tables.rows.map((row) => [row.name, { ...tableOf(row, name, all), bases: through.bases.get(row.name) ?? [] }]),
    ),
    foreignKeys: [...foreignKeys.rows, ...through.keys],
    functions: Map.groupBy(all.filter(isCalled), (fn) => fn.name),
    types: new Map(types.rows.map((row) => [row.name, row.sql])),
  }
}

/** Nothing can be given to an argument without a name, unless it takes the body: such a function of a row is a column of it and no more. */
const isCalled = (fn: RestFunction): boolean => fn.takesBody || fn.arguments.every(({ name }) => name !== '')

function functionOf(row: FunctionRow, schema: string): RestFunction {
  const {
    is_set: isSet,
    is_volatile: isVolatile,
    row_of: rowOf,
    is_single: isSingle,
    takes_body: takesBody,
    ...rest
  } = row
  return { ...rest, schema, isSet, isVolatile, rowOf, isSingle, takesBody }
}

function tableOf(row: TableRow, schema: string, functions: RestFunction[]): Omit<Table, 'bases'> {
  const computed = functions.filter((fn) => fn.rowOf === row.name)
  return {
    isWritable: row.is_writable,
    description: row.description,
    computed: new Map(computed.map((fn) => [fn.name, fn])),
    schema,
    name: row.name,
    columns: new Map(row.columns.map((column) => [column.name, column])),
    primaryKey: row.primary_key,
    uniqueKeys: row.unique_keys,
  }
}
