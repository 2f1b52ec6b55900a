import type { FastifyError, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { z } from 'zod'
import type { Caller } from '../db/database.ts'
import type { Callers } from './caller.ts'
import type { LimitName, NamedLimit, RateLimits } from './rate-limits.ts'
import { Refusal, refusalsOf, refuseWith } from './refusal.ts'

/** What every feature refuses. */
const COMMON = {
  not_signed_in: [401, 'Sign in first'],
  bad_request: [400, 'The request cannot be read'],
  against_rules: [403, 'The rules of the organisation do not allow this. Nothing was changed.'],
  not_by_entry: [403, 'An owner of the organisation does this: it asks for a fresh proof. Nothing was changed.'],
} as const

const COMMON_STATES = { QS430: 'against_rules', QS480: 'not_by_entry' } as const

/** SQLSTATEs of what PostgreSQL takes for no text: a NUL, in a parameter or in JSON. Every field of a form could have one. */
const NO_TEXT: ReadonlySet<string> = new Set(['22021', '22P05'])

type Refusals = Readonly<Record<string, readonly [status: number, message: string]>>

type Rules<Table extends Refusals> = {
  /** Tells the limits of this feature from those of the others. */
  feature: string
  /** What the log says of a failure that nobody foresaw. */
  failed: string
  refusals: Table
  /** What the functions in SQL refuse, by SQLSTATE. */
  sqlStates?: Readonly<Record<string, keyof (Table & typeof COMMON) & string>>
  /** Failures of other layers that this feature foresees. */
  translate?: (error: FastifyError) => Refusal | undefined
}

/** Names that are repeated to who sent them. */
const PLAIN_NAME = /^[\w.-]{1,40}$/

/** Says which field cannot be read, by its name alone. */
function unreadable({ status, code, message }: Refusal, { issues: [first] }: z.ZodError): Refusal {
  const unknown = first?.code === 'unrecognized_keys' ? first.keys.slice(0, 1) : []
  const place = [...(first?.path ?? []), ...unknown].map(String).join('.')
  return new Refusal(status, code, PLAIN_NAME.test(place) ? `${message}: "${place}"` : message)
}

const byId = z.object({ id: z.uuid().lowercase() })

/** What the routes of a feature share: who asks, what was sent, and how a refusal is answered. */
export function requestsOf<const Table extends Refusals>({ feature, failed, refusals, ...rules }: Rules<Table>) {
  const sqlStates = new Map(Object.entries({ ...COMMON_STATES, ...rules.sqlStates }))
  const make = refusalsOf({ ...COMMON, ...refusals })
  const refuse = (code: keyof (Table & typeof COMMON) & string, options?: ErrorOptions): Refusal => make(code, options)

  /** @throws {Refusal} `bad_request` */
  function parse<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
    const parsed = schema.safeParse(given)
    if (!parsed.success) throw unreadable(refuse('bad_request'), parsed.error)
    return parsed.data
  }

  /** Who asks, after `limit` of the requests of one person. What they may do is decided in the database. @throws {Refusal} */
  async function personOf(
    { callers, limits }: { callers: Callers; limits: RateLimits },
    request: FastifyRequest,
    limit?: LimitName | NamedLimit,
  ): Promise<Caller> {
    const caller = await callers.callerOf(request)
    const { sub } = caller.claims
    if (caller.role !== 'authenticated' || typeof sub !== 'string') throw refuse('not_signed_in')
    if (limit) await limits.take(limit, `${feature} ${sub}`)
    return caller
  }

  function translate(error: unknown): Refusal | undefined {
    const state = error instanceof DatabaseError ? (error.code ?? '') : ''
    if (NO_TEXT.has(state)) return refuse('bad_request', { cause: error })
    const known = sqlStates.get(state)
    return known ? refuse(known, { cause: error }) : rules.translate?.(error as FastifyError)
  }

  return {
    refuse,
    parse,
    personOf,
    /** What a failure of the database means in this feature. */
    translate,

    /** The id in the address. @throws {Refusal} `bad_request` */
    idOf: (request: FastifyRequest): string => parse(byId, request.params).id,

    /** The error handler of the routes. */
    sendRefusal: refuseWith(failed, {
      translate,
      unforeseen: () => new Refusal(500, 'internal', 'The server could not answer. Nothing was changed; try again.'),
    }),
  }
}
