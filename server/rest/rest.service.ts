import type { FastifyRequest } from 'fastify'
import type { Caller, Database } from '../db/database.ts'
import { payloadOf } from './payload.ts'
import { type Outcome, type Plan, planRead, planWrite, type Request, type WriteMethod } from './planner.ts'
import { type Media, mediaOf, type Preferences, preferencesOf } from './preferences.ts'
import type { Query } from './query.ts'
import { parseQuery } from './query-parser.ts'
import { RestError } from './rest-error.ts'
import { argumentsOfBody, findFunction, planCall } from './rpc-sql.ts'
import type { Schema, SchemaCache, Table } from './schema-cache.ts'

export type Answer = { status: number; headers: Record<string, string>; type: string; body?: string }

type Asked = { preferences: Preferences; media: Media; parameters: URLSearchParams }

/** A name that the cache does not know may be new in the database. */
const UNKNOWN_NAME = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703'])

/** Turns requests into one statement each, and what it returns into an answer. */
export class RestService {
  readonly #database: Database
  readonly #schemas: SchemaCache

  constructor({ database, schemas }: { database: Database; schemas: SchemaCache }) {
    this.#database = database
    this.#schemas = schemas
  }

  async read(caller: Caller, request: FastifyRequest, name: string): Promise<Answer> {
    const asked = askedOf(request)
    const query = parseQuery(asked.parameters)
    applyRange(query, request)
    const plan = await this.#plan((schema) => planRead(requestOf(asked, query, schema), tableOf(schema, name)))
    return pageAnswer(asked, query, await this.#run(caller, plan, asked))
  }

  async write(
    caller: Caller,
    request: FastifyRequest,
    { name, method }: { name: string; method: WriteMethod },
  ): Promise<Answer> {
    const asked = askedOf(request)
    const query = parseQuery(asked.parameters)
    const plan = await this.#plan((schema) => {
      const table = tableOf(schema, name)
      const payload =
        method === 'DELETE' ? { text: '[]', columns: [], isEmpty: true } : payloadOf(request.body, query, table)
      return planWrite(requestOf(asked, query, schema), { table, method, payload })
    })
    const outcome = await this.#run(caller, plan, asked, asked.preferences.maxAffected)
    return writeAnswer(asked, method, outcome)
  }

  async call(caller: Caller, request: FastifyRequest, name: string): Promise<Answer> {
    const asked = askedOf(request)
    const isPost = request.method === 'POST'
    const schema = await this.#schemas.get()
    const known = new Set(schema.functions.get(name)?.flatMap((fn) => fn.arguments.map((argument) => argument.name)))
    const values = new Map([...asked.parameters].filter(([key]) => known.has(key)))
    const given = isPost ? argumentsOfBody(request.body) : { values, names: [...values.keys()] }
    const query = parseQuery(asked.parameters, (key) => !isPost && known.has(key))
    const { plan, fn } = await this.#plan((fresh) => {
      const found = findFunction(fresh, name, given.names)
      if (!isPost && found.isVolatile) {
        throw new RestError(405, { code: 'PGRST101', message: 'Cannot call a volatile function with GET' })
      }
      return { fn: found, plan: planCall(requestOf(asked, query, fresh), found, given) }
    })
    const outcome = await this.#run(
      caller,
      plan,
      fn.isSet ? asked : { ...asked, media: { ...asked.media, isSingular: false } },
    )
    if (fn.returns === 'void') return { status: 204, headers: {}, type: asked.media.type }
    return pageAnswer(asked, query, outcome)
  }

  async #plan<T>(make: (schema: Schema) => T): Promise<T> {
    try {
      return make(await this.#schemas.get())
    } catch (error) {
      if (!(error instanceof RestError) || !UNKNOWN_NAME.has(error.code) || !this.#schemas.forget()) throw error
      return make(await this.#schemas.get())
    }
  }

  /** Runs a plan and takes it back when its number of rows is refused. */
  async #run(caller: Caller, plan: Plan, { media }: Asked, maxAffected?: number): Promise<Outcome> {
    const check = (outcome: Outcome | undefined): Outcome => {
      const found = outcome ?? { total: null, page: '0', body: null }
      if (maxAffected !== undefined && Number(found.page) > maxAffected) {
        throw new RestError(400, {
          code: 'PGRST124',
          message: 'Query result exceeds max-affected preference constraint',
          details: `The query affects ${found.page} rows`,
        })
      }
      if (media.isSingular && found.page !== '1') {
        throw new RestError(406, {
          code: 'PGRST116',
          message: 'Cannot coerce the result to a single JSON object',
          details: `The result contains ${found.page} rows`,
        })
      }
      return found
    }
    if (!media.isSingular && maxAffected === undefined)
      return check((await this.#database.oneAsCaller<Outcome>(caller, plan)).rows[0])
    return this.#database.asCaller(caller, async (transaction) =>
      check((await transaction.query<Outcome>(plan)).rows[0]),
    )
  }
}

function askedOf(request: FastifyRequest): Asked {
  const at = request.url.indexOf('?')
  return {
    preferences: preferencesOf(request.headers),
    media: mediaOf(request.headers),
    parameters: new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1)),
  }
}

function requestOf({ preferences, media }: Asked, query: Query, schema: Schema): Request {
  return { preferences, media, query, schema }
}

function tableOf(schema: Schema, name: string): Table {
  const table = schema.tables.get(name)
  if (table) return table
  throw new RestError(404, {
    code: 'PGRST205',
    message: `Could not find the table 'public.${name}' in the schema cache`,
  })
}

function applyRange({ root }: Query, { headers, method }: FastifyRequest): void {
  const range = method === 'GET' ? /^(\d{1,15})-(\d{0,15})$/.exec(headers.range ?? '') : null
  if (!range) return
  const [, start = '0', end = ''] = range
  if (end !== '' && Number(end) < Number(start))
    throw unsatisfiable('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  root.offset = (root.offset ?? 0) + Number(start)
  if (end !== '') root.limit = Math.min(root.limit ?? Infinity, Number(end) - Number(start) + 1)
}

function unsatisfiable(details: string): RestError {
  return new RestError(416, { code: 'PGRST103', message: 'Requested range not satisfiable', details })
}

function pageAnswer({ preferences, media }: Asked, { root }: Query, { total, page, body }: Outcome): Answer {
  const offset = root.offset ?? 0
  const size = Number(page)
  const count = total === null ? undefined : Number(total)
  if (count !== undefined && offset > count)
    throw unsatisfiable(`An offset of ${offset} was requested, but there are only ${count} rows.`)
  return {
    status: count !== undefined && size < count ? 206 : 200,
    headers: {
      'content-range': `${size === 0 ? '*' : `${offset}-${offset + size - 1}`}/${count ?? '*'}`,
      ...applied(preferences),
    },
    type: media.type,
    body: body ?? 'null',
  }
}

function writeAnswer({ preferences, media }: Asked, method: WriteMethod, { page, body }: Outcome): Answer {
  const size = Number(page)
  const total = preferences.isCounted ? page : '*'
  const range = method === 'PATCH' && size > 0 ? `0-${size - 1}` : '*'
  const headers = { 'content-range': `${range}/${total}`, ...applied(preferences) }
  const done = { headers, type: media.type }
  if (preferences.isRepresentation) return { ...done, status: method === 'POST' ? 201 : 200, body: body ?? '[]' }
  return { ...done, status: method === 'POST' ? 201 : 204 }
}

function applied({ applied: names }: Preferences): Record<string, string> {
  return names.length > 0 ? { 'preference-applied': names.join(', ') } : {}
}
