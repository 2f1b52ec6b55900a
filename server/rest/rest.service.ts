import type { FastifyRequest } from 'fastify'
import type { Caller, Database } from '../db/database.ts'
import { callAnswer, pageAnswer, type Answer, type Asked, unsatisfiable, writeAnswer } from './answer.ts'
import { openApi } from './schema/openapi.ts'
import { payloadOf } from './parse/payload.ts'
import {
  type Plan,
  planEstimate,
  planRead,
  planWrite,
  type Request,
  type RestSettings,
  type WriteMethod,
} from './planner.ts'
import { mediaOf, preferencesOf } from './parse/preferences.ts'
import { requireSingleRow } from './put-rules.ts'
import type { Query } from './parse/query.ts'
import { argumentsOf, parseQuery } from './parse/query-parser.ts'
import { RestError } from './rest-error.ts'
import { type Arguments, type BodyKind, argumentsOfBody, bodyFunction, findFunction, planCall } from './sql/rpc-sql.ts'
import type { Schema, SchemaCache, Table } from './schema/schema-cache.ts'
import { schemaOf } from './parse/profile.ts'
import { explainPlan, runPlan } from './run-plan.ts'
import { unknownTable } from './schema/unknown-names.ts'

/** A name that the cache does not know may be new in the database. */
const UNKNOWN_NAME = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703'])

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
    const { plan, estimate } = await this.#plan(asked, (schema) => {
      const table = tableOf(schema, name)
      const wanted = this.#requestOf(asked, query, schema)
      const isEstimated = asked.preferences.count === 'planned' || asked.preferences.count === 'estimated'
      return { plan: planRead(wanted, table), estimate: isEstimated ? planEstimate(wanted, table) : undefined }
    })
    const explained = this.#explain(caller, plan, asked)
    if (explained) return explained
    const outcome = await runPlan(this.#database, caller, { plan, asked })
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
    const { plan, table } = await this.#plan(asked, (schema) => {
      const target = tableOf(schema, name)
      const payload =
        method === 'DELETE' ? { text: '[]', columns: [], isEmpty: true } : payloadOf(request.body, query, target)
      const wanted = this.#requestOf(asked, query, schema)
      if (method !== 'PUT') return { table: target, plan: planWrite(wanted, { table: target, method, payload }) }
      requireSingleRow(query, target, payload)
      const upsert = { ...wanted, preferences: { ...wanted.preferences, resolution: 'merge-duplicates' as const } }
      return { table: target, plan: planWrite(upsert, { table: target, method, payload }) }
    })
    const explained = this.#explain(caller, plan, asked)
    if (explained) return explained
    const { maxAffected } = asked.preferences
    const outcome = await runPlan(this.#database, caller, { plan, asked, maxAffected })
    return writeAnswer(asked, { method, table }, outcome)
  }

  async call(caller: Caller, request: FastifyRequest, name: string): Promise<Answer> {
    const asked = this.#askedOf(request)
    const isPost = request.method === 'POST'
    const schema = await this.#schemas.get(asked.schema)
    const known = new Set(schema.functions.get(name)?.flatMap((fn) => fn.arguments.map((argument) => argument.name)))
    const values = argumentsOf(asked.parameters, known)
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
    const query = parseQuery(asked.parameters, (key) => !isPost && values.has(key))
    const { plan, fn } = await this.#plan(asked, (fresh) => {
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
    const explained = this.#explain(caller, plan, asked)
    if (explained) return explained
    const outcome = await runPlan(this.#database, caller, { plan, asked: { ...asked, media }, maxAffected })
    return callAnswer(asked, query, { fn, outcome })
  }

  /** The description of everything the caller may use, as OpenAPI 2.0. */
  async describe(caller: Caller, request: FastifyRequest, basePath: string): Promise<Answer> {
    // Whatever it accepts: a browser that opens the address gets the document too.
    const schema = await this.#schemas.get(schemaOf(request, this.#settings.schemas))
    const { rows } = await this.#database.oneAsCaller<{ name: string; rights: string[] }>(caller, {
      text: `select c.relname as name, array(select r from unnest(array['select', 'insert', 'update', 'delete']) as r
               where has_table_privilege(c.oid, r) or (r <> 'delete' and has_any_column_privilege(c.oid, r))) as rights
             from pg_class c where c.relnamespace = (select oid from pg_namespace where nspname = $1) and c.relkind in ('r', 'v', 'm', 'f', 'p')`,
      values: [schema.name],
    })
    const functions = await this.#database.oneAsCaller<{ name: string }>(caller, {
      text: `select distinct proname as name from pg_proc
             where pronamespace = (select oid from pg_namespace where nspname = $1) and has_function_privilege(oid, 'execute')`,
      values: [schema.name],
    })
    const rights = new Map(rows.map((row) => [row.name, new Set(row.rights)]))
    const callable = new Set(functions.rows.map((row) => row.name))
    const body = JSON.stringify(openApi(schema, { rights, callable, basePath }))
    return { status: 200, headers: {}, type: 'application/openapi+json', body }
  }

  #askedOf(request: FastifyRequest): Asked {
    const at = request.url.indexOf('?')
    return {
      schema: schemaOf(request, this.#settings.schemas),
      preferences: preferencesOf(request.headers, { allowsRollback: this.#settings.allowsRollback }),
      media: mediaOf(request.headers, { allowsPlans: this.#settings.allowsPlans }),
      parameters: new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1)),
    }
  }

  #requestOf({ preferences, media }: Asked, query: Query, schema: Schema): Request {
    return { preferences, media, query, schema, settings: this.#settings }
  }

  async #plan<T>(asked: Asked, make: (schema: Schema) => T): Promise<T> {
    try {
      return make(await this.#schemas.get(asked.schema))
    } catch (error) {
      if (!(error instanceof RestError) || !UNKNOWN_NAME.has(error.code) || !this.#schemas.forget()) throw error
      return make(await this.#schemas.get(asked.schema))
    }
  }

  #explain(caller: Caller, plan: Plan, asked: Asked): Promise<Answer> | undefined {
    const { plan: options } = asked.media
    return options === undefined ? undefined : explainPlan(this.#database, caller, { plan, asked, options })
  }

  async #estimate(caller: Caller, plan: Plan): Promise<string> {
    type Explained = { 'QUERY PLAN': Array<{ Plan: { 'Plan Rows': number } }> }
    const { rows } = await this.#database.oneAsCaller<Explained>(caller, plan)
    return String(rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0)
  }
}

function tableOf(schema: Schema, name: string): Table {
  const table = schema.tables.get(name)
  if (table) return table
  throw unknownTable(schema, name)
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
