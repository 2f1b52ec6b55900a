import type { Column, RestFunction, Schema, Table } from './schema-cache.ts'

/** What the caller may do: rights by table, and functions by name. */
export type Access = { rights: Map<string, Set<string>>; callable: Set<string>; basePath: string }
type Json = Record<string, unknown>

/** Describes tables and functions as OpenAPI 2.0, as clients of this wire expect it at the root. */
export function openApi(schema: Schema, { rights, callable, basePath }: Access): Json {
  const tables = [...schema.tables.values()].filter(({ name }) => rights.get(name)?.size)
  const functions = [...schema.functions.values()]
    .flatMap(([first]) => (first ? [first] : []))
    .filter(({ name, rowOf }) => callable.has(name) && rowOf === null)
  return {
    swagger: '2.0',
    info: { title: 'QuantumShield', description: 'Tables and functions that the caller may use', version: '1' },
    basePath,
    schemes: ['http', 'https'],
    consumes: ['application/json'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths: {
      ...Object.fromEntries(tables.map((table) => [`/${table.name}`, tablePath(table, rights.get(table.name))])),
      ...Object.fromEntries(functions.map((fn) => [`/rpc/${fn.name}`, functionPath(fn, rights)])),
    },
    definitions: Object.fromEntries(tables.map((table) => [table.name, definition(schema, table)])),
  }
}

function tablePath(table: Table, rights: Set<string> = new Set()): Json {
  const { name, description } = table
  const rows = { type: 'array', items: { $ref: `#/definitions/${name}` } }
  const filters = [...table.columns.values()].map((column) => parameter(column.name, column.description))
  const body = { name: 'body', in: 'body', schema: { $ref: `#/definitions/${name}` } }
  const prefer = { name: 'Prefer', in: 'header', type: 'string' }
  const operation = (parameters: Json[], responses: Json) => ({
    tags: [name],
    ...(description === null ? {} : { summary: description }),
    parameters,
    responses,
  })
  const pages = ['select', 'order', 'limit', 'offset'].map((key) => parameter(key, null))
  const done = { 204: { description: 'No Content' } }
  return {
    ...(rights.has('select') && {
      get: operation([...filters, ...pages, prefer], {
        200: { description: 'OK', schema: rows },
        206: { description: 'Partial Content' },
      }),
    }),
    ...(rights.has('insert') && { post: operation([body, prefer], { 201: { description: 'Created' } }) }),
    ...(rights.has('update') && { patch: operation([...filters, body, prefer], done) }),
    ...(rights.has('delete') && { delete: operation([...filters, prefer], done) }),
  }
}

function functionPath(fn: RestFunction, rights: Access['rights']): Json {
  const properties = Object.fromEntries(fn.arguments.map(({ name, type }) => [name, typeOf(type)]))
  const required = fn.arguments.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const body = {
    name: 'args',
    in: 'body',
    required: required.length > 0,
    schema: { type: 'object', properties, ...(required.length > 0 && { required }) },
  }
  const operation = (parameters: Json[]) => ({
    tags: [`(rpc) ${fn.name}`],
    ...(fn.description === null ? {} : { summary: fn.description }),
    parameters,
    responses: { 200: { description: 'OK', ...resultOf(fn, rights) } },
  })
  return {
    post: operation([body]),
    ...(!fn.isVolatile && { get: operation(fn.arguments.map(({ name }) => parameter(name, null))) }),
  }
}

/** What a function answers with. Rows of a table that the caller may not read have no definition to refer to. */
function resultOf({ returns, table, outputs, type, isSet, isSingle }: RestFunction, rights: Access['rights']): Json {
  if (returns === 'void') return {}
  const one =
    table !== null && rights.get(table)?.size
      ? { $ref: `#/definitions/${table}` }
      : outputs.length > 0
        ? { type: 'object', properties: Object.fromEntries(outputs.map(({ name, type: own }) => [name, typeOf(own)])) }
        : returns === 'rows'
          ? { type: 'object' }
          : typeOf(type)
  return { schema: isSet && !isSingle ? { type: 'array', items: one } : one }
}

function definition({ foreignKeys }: Schema, table: Table): Json {
  const columns = [...table.columns.values()]
  const required = columns.filter(({ isRequired, hasDefault }) => isRequired && !hasDefault).map(({ name }) => name)
  const properties = columns.map((column): [string, Json] => {
    const key = foreignKeys.find(({ source, columns: own }) => source === table.name && own.join() === column.name)
    const notes = [
      column.description,
      table.primaryKey.includes(column.name) ? 'Note: This is a Primary Key.<pk/>' : null,
      key ? `Note: This is a Foreign Key to \`${key.target}.${key.targetColumns.join()}\`.` : null,
    ].filter(Boolean)
    return [column.name, { ...propertyOf(column), ...(notes.length > 0 && { description: notes.join('\n\n') }) }]
  })
  return {
    type: 'object',
    ...(table.description === null ? {} : { description: table.description }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
  }
}

const propertyOf = ({ type, defaultSql }: Column): Json => ({
  ...typeOf(type),
  ...(defaultSql !== null && { default: defaultSql }),
})

const parameter = (name: string, description: string | null): Json => ({
  name,
  in: 'query',
  type: 'string',
  ...(description === null ? {} : { description }),
})

const NUMBER = /^(integer|bigint|smallint)$/

function typeOf(type: string): Json {
  if (type.endsWith('[]')) return { type: 'array', items: typeOf(type.slice(0, -2)), format: type }
  if (NUMBER.test(type)) return { type: 'integer', format: type }
  if (/^(numeric|real|double precision)/.test(type)) return { type: 'number', format: type }
  if (type === 'boolean') return { type: 'boolean', format: type }
  // Any JSON value: no type.
  return /^jsonb?$/.test(type) ? { format: type } : { type: 'string', format: type }
}
