import type { Permission } from '#contract/permissions.ts'
import type { TestServer } from '../../support/server/test-server.ts'
import type { Subject } from './subjects.ts'

/** Something that a permission guards, and how somebody asks for it. */
export type Guarded = {
  /** `rpc name`, `table name`, or a route as the server prints it. */
  name: string
  /** Any of them is enough. */
  permissions: readonly Permission[]
  /** Only in the organisation that runs the installation. */
  isOfOperator: boolean
  /** Only for those above the other roles. */
  leadsOnly: boolean
  /** Whether they got what they asked for: also where there is nothing of that kind. */
  ask: (server: TestServer, subject: Subject) => Promise<boolean>
}

type Who = { permission: Permission | readonly Permission[]; isOfOperator?: true; leadsOnly?: true }
type Body = (subject: Subject) => unknown
type Judge = (body: unknown, subject: Subject) => boolean

/** There is nothing of this id. */
export const NOTHING = '00000000-0000-4000-8000-000000000000'

/** A function of the database. @param isGiven where a refusal is an answer that says less */
export const rpc = (name: string, who: Who, body: Body = () => ({}), isGiven?: Judge): Guarded =>
  guarded(`rpc ${name}`, who, (server, subject) =>
    send(server, subject, { method: 'POST', path: `/rest/v1/rpc/${name}`, body: body(subject), isGiven }),
  )

/** Rows of a table. */
export const rows = (table: string, who: Who, query: (subject: Subject) => string = () => ''): Guarded =>
  guarded(`table ${table}`, who, (server, subject) =>
    send(server, subject, {
      method: 'GET',
      path: `/rest/v1/${table}?select=*&limit=1${query(subject)}`,
      isGiven: isFilled,
    }),
  )

/** A change of a table. */
export const write = (
  table: string,
  who: Who,
  { method, query, body }: { method: 'POST' | 'PATCH'; query?: (subject: Subject) => string; body: Body },
): Guarded =>
  guarded(`table ${table} ${method}`, who, (server, subject) =>
    send(server, subject, {
      method,
      path: `/rest/v1/${table}?${query?.(subject) ?? ''}`,
      body: body(subject),
      isGiven: isFilled,
      headers: { prefer: 'return=representation' },
    }),
  )

/** A route of the server; parts of its address that are parameters name nothing that is there. */
export const route = (line: string, who: Who, body?: Body, isGiven?: Judge): Guarded => {
  const [method = '', path = ''] = line.split(' ')
  const [name = ''] = line.split('?')
  return guarded(name, who, (server, subject) =>
    send(server, subject, {
      method,
      path: path.replaceAll(/:[a-z_]+/gi, path.startsWith('/operations') ? '999999' : NOTHING),
      body: body?.(subject),
      isGiven,
    }),
  )
}

export const isFilled: Judge = (body) => Array.isArray(body) && body.length > 0

function guarded(name: string, { permission, isOfOperator, leadsOnly }: Who, ask: Guarded['ask']): Guarded {
  return {
    name,
    permissions: typeof permission === 'string' ? [permission] : permission,
    isOfOperator: isOfOperator ?? false,
    leadsOnly: leadsOnly ?? false,
    ask,
  }
}

type Request = {
  method: string
  path: string
  body?: unknown
  isGiven?: Judge | undefined
  headers?: Record<string, string>
}

async function send(
  server: TestServer,
  subject: Subject,
  { method, path, body, isGiven, headers }: Request,
): Promise<boolean> {
  const type = Buffer.isBuffer(body) ? 'application/pdf' : 'application/json'
  // Through the whole server but for the wire between: 5,000 answers over sockets took a quarter more processor time.
  const answer = await server.app.inject({
    method,
    url: path,
    headers: {
      apikey: server.secrets.publishableKeys[0],
      authorization: `Bearer ${subject.person.session.access_token}`,
      ...(body !== undefined && { 'content-type': type }),
      ...headers,
    },
    ...(body !== undefined && { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  })
  const { statusCode: status } = answer
  const text = answer.headers['content-type'] === 'application/wasm' ? '' : answer.payload
  if (status >= 500) throw new Error(`${method} ${path} failed: ${status} ${text}`)
  // Refused before anybody looked who asks, so nothing was tried.
  if (status === 400 && /bad_request|cannot be read|PGRST/.test(text)) throw new Error(`${method} ${path}: ${text}`)
  if (status === 401 || status === 403) return false
  return !isGiven || (status < 300 && isGiven(text === '' ? null : JSON.parse(text), subject))
}
