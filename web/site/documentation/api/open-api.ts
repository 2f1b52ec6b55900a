/** The parts of an OpenAPI 2.0 document that the reference shows. */
export type OpenApi = {
  paths: Record<string, Partial<Record<Method, Operation>>>
  definitions?: Record<string, Definition>
}
export type Method = 'get' | 'post' | 'patch' | 'delete'
type Operation = { summary?: string; parameters?: Parameter[] }
type Definition = { properties?: Record<string, Property>; required?: string[] }
type Property = { type?: string; format?: string; description?: string }
type Parameter = {
  name: string
  in: string
  type?: string
  description?: string
  required?: boolean
  schema?: Definition & { $ref?: string }
}

const METHODS: readonly Method[] = ['get', 'post', 'patch', 'delete']

export type ShownParameter = { name: string; place: string; type: string; isRequired: boolean; text: string }

/** One method of one address, as a row of the reference. */
export type Endpoint = {
  id: string
  kind: 'table' | 'function'
  path: string
  method: Method
  summary: string
  parameters: ShownParameter[]
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
  const { summary = '', parameters = [] } = operation
  const bodyParameter = parameters.find((one) => one.in === 'body')
  const schema = bodyParameter && schemaOf(document, bodyParameter)
  return {
    id: `${method} ${path}`,
    kind: path.startsWith('/rpc/') ? 'function' : 'table',
    path,
    method,
    summary,
    parameters: [...parameters.filter((one) => one.in !== 'body').map(shown), ...fieldsOf(schema)],
    body: schema ? exampleOf(schema) : null,
  }
}

function shown({ name, in: place, type = 'string', required = false, description = '' }: Parameter): ShownParameter {
  return { name, place, type, isRequired: required, text: description }
}

function schemaOf({ definitions = {} }: OpenApi, { schema }: Parameter): Definition | undefined {
  const name = schema?.$ref?.replace('#/definitions/', '')
  return name === undefined ? schema : definitions[name]
}

function fieldsOf(schema: Definition | undefined): ShownParameter[] {
  return Object.entries(schema?.properties ?? {}).map(([name, { type = 'any', format, description = '' }]) => ({
    name,
    place: 'body',
    type: format ?? type,
    isRequired: schema?.required?.includes(name) ?? false,
    text: description,
  }))
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
