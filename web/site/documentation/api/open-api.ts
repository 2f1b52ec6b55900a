/** The parts of an OpenAPI 2.0 document that the reference shows. */
export type OpenApi = {
  paths: Record<string, Partial<Record<Method, Operation>>>
  definitions?: Record<string, Definition>
}
export type Method = 'get' | 'post' | 'patch' | 'delete'
type Operation = { summary?: string; parameters?: Parameter[]; responses?: Record<string, { schema?: Schema }> }
type Definition = { properties?: Record<string, Property>; required?: string[] }
type Schema = Definition & Property & { $ref?: string; items?: Schema }
type Property = { type?: string; format?: string; description?: string; items?: Property }
type Parameter = {
  name: string
  in: string
  type?: string
  description?: string
  required?: boolean
  schema?: Schema
}

/** The document calls them text, as all that stands in an address. */
const PAGING: Readonly<Record<string, string>> = { limit: 'integer', offset: 'integer' }
const METHODS: readonly Method[] = ['get', 'post', 'patch', 'delete']

export type ShownParameter = { name: string; place: string; type: string; isRequired: boolean; text: string }

type Answer = { isList: boolean; type: string; fields: ShownParameter[] }

/** One method of one address, as a row of the reference. */
export type Endpoint = {
  id: string
  kind: 'table' | 'function'
  path: string
  method: Method
  summary: string
  parameters: ShownParameter[]
  /** What it answers with: rows of these columns, or one value. Null where it answers with nothing. */
  answer: Answer | null
  /** A body to begin with; null where none is sent. */
  body: string | null
}

/** Every method of every address, tables before functions, each in the order of the document. */
export function endpointsOf(document: OpenApi): Endpoint[] {
  const all = Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method]
      return operation && path !== '/' ? [endpoint(document, { path, method, operation })] : []
    }),
  )
  return [...all.filter(({ kind }) => kind === 'table'), ...all.filter(({ kind }) => kind === 'function')]
}

function endpoint(
  document: OpenApi,
  { path, method, operation }: { path: string; method: Method; operation: Operation },
): Endpoint {
  const { summary = '', parameters = [], responses = {} } = operation
  const kind = path.startsWith('/rpc/') ? 'function' : 'table'
  const bodyParameter = parameters.find((one) => one.in === 'body')
  const schema = bodyParameter?.schema && resolved(document, bodyParameter.schema)
  const columns = columnsOf(document, path)
  return {
    id: `${method} ${path}`,
    kind,
    path,
    method,
    summary,
    parameters: [
      ...parameters.filter((one) => one.in !== 'body').map((one) => shown(one, columns[one.name])),
      ...fieldsOf(schema, 'body'),
    ],
    answer: answerOf(document, responses['200']?.schema),
    body: schema ? exampleOf(schema) : null,
  }
}

/** Types of what stands in an address: the columns that a table is filtered by, or the arguments of a function. */
function columnsOf(document: OpenApi, path: string): Record<string, Property> {
  const args = document.paths[path]?.post?.parameters?.find((one) => one.in === 'body')?.schema
  const definition = path.startsWith('/rpc/') ? args : document.definitions?.[path.slice(1)]
  return definition?.properties ?? {}
}

/** What stands in an address is text; `column` says what the text has to be. */
function shown(
  { name, in: place, type = 'string', required = false, description = '' }: Parameter,
  column: Property | undefined,
): ShownParameter {
  const text = description || readable(column?.description)
  return { name, place, type: column ? typeOf(column) : (PAGING[name] ?? type), isRequired: required, text }
}

function answerOf(document: OpenApi, schema: Schema | undefined): Answer | null {
  if (!schema) return null
  const isList = schema.type === 'array' && schema.items !== undefined
  const one = resolved(document, (isList && schema.items) || schema)
  return { isList, type: typeOf(one), fields: fieldsOf(one, 'answer') }
}

function resolved({ definitions = {} }: OpenApi, schema: Schema): Schema {
  const name = schema.$ref?.replace('#/definitions/', '')
  return name === undefined ? schema : { type: 'object', ...definitions[name] }
}

function fieldsOf(schema: Definition | undefined, place: string): ShownParameter[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    place,
    type: typeOf(property),
    isRequired: schema?.required?.includes(name) ?? false,
    text: readable(property.description),
  }))
}

/** The type in the database, as `timestamp with time zone` or `uuid[]`; what has neither that nor another is any JSON value. */
function typeOf({ type, format }: Property): string {
  return format ?? type ?? 'any'
}

/** Notes of keys end in marks for programs. */
function readable(description = ''): string {
  return description.replaceAll(/<[^>]*>/g, '').trim()
}

/** What must be sent, with empty values of the right kind. */
function exampleOf({ properties = {}, required = [] }: Definition): string {
  const needed = Object.entries(properties).filter(([name]) => required.includes(name))
  return JSON.stringify(Object.fromEntries(needed.map(([name, { type }]) => [name, emptyOf(type)])), null, 2)
}

function emptyOf(type: string | undefined): unknown {
  if (type === 'integer' || type === 'number') return 0
  if (type === 'boolean') return false
  if (type === 'array') return []
  return type === 'object' ? {} : ''
}
