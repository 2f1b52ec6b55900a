import type { FastifyRequest } from 'fastify'
import type { Caller, Database } from '../db/database.ts'
import { callAnswer, pageAnswer, type Answer, type Asked, unsatisfiable, writeAnswer } from './answer.ts'
import { openApi } from './openapi.ts'
import { payloadOf } from './payload.ts'
import {
  type Outcome,
  type Plan,
  planEstimate,
  planRead,
  planWrite,
  type Request,
  type RestSettings,
  type WriteMethod,
} from './planner.ts'
import { type Media, mediaOf, preferencesOf } from './preferences.ts'
import { requireSingleRow } from './put-rules.ts'
import type { Query } from './query.ts'
import { parseQuery } from './query-parser.ts'
import { RestError } from './rest-error.ts'
import { type Arguments, type BodyKind, argumentsOfBody, bodyFunction, findFunction, planCall } from './rpc-sql.ts'
import type { Schema, SchemaCache, Table } from './schema-cache.ts'
import { perhaps, similarName } from './similar-name.ts'

/** A name that the cache does not know may be new in the database. */
const UNKNOWN_NAME = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703'])
const NOTHING: Outcome = { total: null, page: '0', inserted: null, body: null, headers: null, status: null }

/** Turns requests into one statement each, and what it returns into an answer. */
export class RestService {
  readonly #database: Database
  readonly #schemas: SchemaCache
  readonly #settings: RestSettings

  constructor(parts: { database: Database; schemas: SchemaCache; settings: RestSettings }) {
    this.#database = parts.database
    this.#schemas = parts.schemas
    this.#settings = parts.settings
  }

  async read(caller: Caller, request: FastifyRequest, name: string): Promise<Answer> {
    const asked = this.#askedOf(request)
    const query = parseQuery(asked.parameters)
    applyRange(query, request)
    const { plan, estimate } = await this.#plan((schema) => {
      const table = tableOf(schema, name)
      const wanted = this.#requestOf(asked, query, schema)
      const isEstimated = asked.preferences.count === 'planned' || asked.preferences.count === 'estimated'
      return { plan: planRead(wanted, table), estimate: isEstimated ? planEstimate(wanted, table) : undefined }
    })
    const outcome = await this.#run(caller, plan, asked)
    const needsEstimate = estimate && !(Number(outcome.total ?? Infinity) <= this.#settings.maxRows)
    const total = needsEstimate ? await this.#estimate(caller, estimate) : outcome.total
    return pageAnswer(asked, query, { ...outcome, total })
  }

  async write(
    caller: Caller,
    request: FastifyRequest,
    { name, method }: { name: string; method: WriteMethod },
  ): Promise<Answer> {
    const asked = this.#askedOf(request)
    const query = parseQuery(asked.parameters)
    const { plan, table } = await this.#plan((schema) => {
      const target = tableOf(schema, name)
      const payload =
        method === 'DELETE' ? { text: '[]', columns: [], isEmpty: true } : payloadOf(request.body, query, target)
      const wanted = this.#requestOf(asked, query, schema)
      if (method !== 'PUT') return { table: target, plan: planWrite(wanted, { table: target, method, payload }) }
      requireSingleRow(query, target, payload)
      const upsert = { ...wanted, preferences: { ...wanted.preferences, resolution: 'merge-duplicates' as const } }
      return { table: target, plan: planWrite(upsert, { table: target, method, payload }) }
    })
    const outcome = await this.#run(caller, plan, asked, asked.preferences.maxAffected)
    return writeAnswer(asked, { method, table }, outcome)
  }

  async call(caller: Caller, request: FastifyRequest, name: string): Promise<Answer> {
    const asked = this.#askedOf(request)
    const isPost = request.method === 'POST'
    const schema = await this.#schemas.get()
    const known = new Set(schema.functions.get(name)?.flatMap((fn) => fn.arguments.map((argument) => argument.name)))
    const values = new Map([...asked.parameters].filter(([key]) => known.has(key)))
    const isText =
      isPost &&
      /^text\/plain\b/.test(request.headers['content-type'] ?? '') &&
      bodyFunction(schema, name, 'text') !== undefined
    const body: BodyKind | null = isPost ? (isText ? 'text' : 'json') : null
    const given: Arguments = isText
      ? { json: typeof request.body === 'string' ? request.body : '', names: [] }
      : isPost
        ? argumentsOfBody(request.body)
        : { values, names: [...values.keys()] }
    const query = parseQuery(asked.parameters, (key) => !isPost && known.has(key))
    const { plan, fn } = await this.#plan((fresh) => {
      const found = findFunction(fresh, name, { names: given.names, body })
      if (!isPost && found.isVolatile) {
        throw new RestError(405, { code: 'PGRST101', message: 'Cannot call a volatile function with GET' })
      }
      return { fn: found, plan: planCall(this.#requestOf(asked, query, fresh), found, given) }
    })
    const { maxAffected } = asked.preferences
    if (maxAffected !== undefined && !fn.isSet) {
      throw new RestError(400, {
        code: 'PGRST128',
        message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
      })
    }
    const media = fn.isSet ? asked.media : { ...asked.media, isSingular: false }
    return callAnswer(asked, query, { fn, outcome: await this.#run(caller, plan, { ...asked, media }, maxAffected) })
  }

  /** The description of everything the caller may use, as OpenAPI 2.0. */
  async describe(caller: Caller, basePath: string): Promise<Answer> {
    const schema = await this.#schemas.get()
    const { rows } = await this.#database.oneAsCaller<{ name: string; rights: string[] }>(caller, {
      text: `select c.relname as name, array(select r from unnest(array['select', 'insert', 'update', 'delete']) as r
               where has_table_privilege(c.oid, r) or (r <> 'delete' and has_any_column_privilege(c.oid, r))) as rights
             from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'f', 'p')`,
    })
    const functions = await this.#database.oneAsCaller<{ name: string }>(caller, {
      text: `select distinct proname as name from pg_proc
             where pronamespace = 'public'::regnamespace and has_function_privilege(oid, 'execute')`,
    })
    const rights = new Map(rows.map((row) => [row.name, new Set(row.rights)]))
    const callable = new Set(functions.rows.map((row) => row.name))
    const body = JSON.stringify(openApi(schema, { rights, callable, basePath }))
    return { status: 200, headers: {}, type: 'application/openapi+json', body }
  }

  #askedOf(request: FastifyRequest): Asked {
    const at = request.url.indexOf('?')
    return {
      preferences: preferencesOf(request.headers, { allowsRollback: this.#settings.allowsRollback }),
      media: mediaOf(request.headers),
      parameters: new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1)),
    }
  }

  #requestOf({ preferences, media }: Asked, query: Query, schema: Schema): Request {
    return { preferences, media, query, schema, settings: this.#settings }
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
  async #run(caller: Caller, plan: Plan, { media, preferences }: Asked, maxAffected?: number): Promise<Outcome> {
    const { timeZone, isRolledBack } = preferences
    const needsTransaction = media.isSingular || maxAffected !== undefined || timeZone !== undefined || isRolledBack
    if (!needsTransaction) return (await this.#database.oneAsCaller<Outcome>(caller, plan)).rows[0] ?? NOTHING
    return this.#database.asCaller(
      caller,
      async (transaction) => {
        if (timeZone !== undefined) {
          await transaction.query({ text: `select set_config('TimeZone', $1, true)`, values: [timeZone] })
        }
        const outcome = (await transaction.query<Outcome>(plan)).rows[0] ?? NOTHING
        checkRows(outcome, media, maxAffected)
        return outcome
      },
      { rollback: isRolledBack },
    )
  }

  async #estimate(caller: Caller, plan: Plan): Promise<string> {
    type Explained = { 'QUERY PLAN': Array<{ Plan: { 'Plan Rows': number } }> }
    const { rows } = await this.#database.oneAsCaller<Explained>(caller, plan)
    return String(rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0)
  }
}

/** @throws {RestError} PGRST116, PGRST124 */
function checkRows({ page }: Outcome, { isSingular }: Media, maxAffected: number | undefined): void {
  if (maxAffected !== undefined && Number(page) > maxAffected) {
    throw new RestError(400, {
      code: 'PGRST124',
      message: 'Query result exceeds max-affected preference constraint',
      details: `The query affects ${page} rows`,
    })
  }
  if (isSingular && page !== '1') {
    throw new RestError(406, {
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: `The result contains ${page} rows`,
    })
  }
}

function tableOf(schema: Schema, name: string): Table {
  const table = schema.tables.get(name)
  if (table) return table
  throw new RestError(404, {
    code: 'PGRST205',
    message: `Could not find the table 'public.${name}' in the schema cache`,
    hint: perhaps(prefixed(similarName(name, schema.tables.keys())), `public.${name}`),
  })
}

const prefixed = (name: string | undefined): string | undefined => (name === undefined ? undefined : `public.${name}`)

function applyRange({ root }: Query, { headers, method }: FastifyRequest): void {
  const range = method === 'GET' ? /^(\d{1,15})-(\d{0,15})$/.exec(headers.range ?? '') : null
  if (!range) return
  const [, start = '0', end = ''] = range
  if (end !== '' && Number(end) < Number(start))
    throw unsatisfiable('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  root.offset = (root.offset ?? 0) + Number(start)
  if (end !== '') root.limit = Math.min(root.limit ?? Infinity, Number(end) - Number(start) + 1)
}
