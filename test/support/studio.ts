import { UNSAVED_SETTINGS } from '#contract/studio/models.ts'
import { ownModelsOf } from '#server/ai/own-models/own-models.ts'
import { TextModels } from '#server/ai/text-models.ts'
import type { Caller } from '#server/db/database.ts'
import { Outbound } from '#server/outbound/outbound.ts'
import { type OpenAiServer, startOpenAiServer } from './counterparts/openai-server.ts'
import { type Person, signedInPerson } from './people/people.ts'
import { startServer, type TestServer } from './server/test-server.ts'

type StudioAnswer = { status: number; body: Record<string, unknown>; text: string; headers: Headers }

export type StudioStage = {
  server: TestServer
  /** Manages growth in the organisation of the operator. */
  manager: Person
  /** Belongs to the same organisation, without the permission. */
  member: Person
  /** Manages growth in another organisation. */
  stranger: Person
  model: OpenAiServer
  ask: (person: Person | undefined, method: string, path: string, body?: object) => Promise<StudioAnswer>
  /** Connects the model of the test for the manager's organisation, and chooses it. @returns the connection */
  connect: (settings?: Record<string, unknown>) => Promise<string>
  stop: () => Promise<void>
}

/** A server whose operator allows models on this machine, a model server that answers as the test says, and people. */
export async function studioStage(settings: Readonly<Record<string, string>> = {}): Promise<StudioStage> {
  const server = await startServer({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1', ...settings })
  const model = await startOpenAiServer()
  const people = await makePeople(server)
  const { manager } = people

  async function ask(person: Person | undefined, method: string, path: string, body?: object): Promise<StudioAnswer> {
    const answer = await server.fetch(path, {
      method,
      headers: {
        ...(person && { authorization: `Bearer ${person.session.access_token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') === true
    const parsed = isJson && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {}
    return { status: answer.status, body: parsed, text, headers: answer.headers }
  }

  async function connect(settings: Record<string, unknown> = {}): Promise<string> {
    await server.database.owner('delete from studio.connections')
    await server.database.owner('delete from studio.settings')
    const made = await ask(manager, 'POST', '/ai/v1/connections', {
      name: 'Test',
      preset: 'openai-compatible',
      address: model.url,
    })
    if (made.status !== 201) throw new Error(`no connection was made: ${made.text}`)
    const id = String(made.body['id'])
    await ask(manager, 'POST', `/ai/v1/connections/${id}/looks`)
    const chosen = await ask(manager, 'PUT', '/ai/v1/settings', {
      ...SETTINGS,
      connection_id: id,
      model: 'tiny-1',
      ...settings,
    })
    if (chosen.status !== 200) throw new Error(`no model was chosen: ${chosen.text}`)
    return id
  }

  return {
    server,
    ...people,
    model,
    ask,
    connect,
    stop: async () => {
      await model.stop()
      await server.stop()
    },
  }
}

/** Somebody as the server knows them inside a request. */
export function callerOf({ session }: Person): Caller {
  const token = JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
    session_id: string
  }
  return {
    role: 'authenticated',
    claims: { sub: session.user.id, role: 'authenticated', session_id: token.session_id },
  }
}

/** The models as rooms of the studio have them, which wait less long for an answer. */
export function impatientModels({ server }: Pick<StudioStage, 'server'>): TextModels {
  return new TextModels({
    database: server.database,
    outbound: new Outbound(server.config.outbound),
    serverSecret: server.secrets.serverSecret,
    ownModels: ownModelsOf(server.database, server.config),
    times: { answerMs: 500, silenceMs: 400, totalMs: 5000 },
  })
}

async function makePeople(server: TestServer): Promise<Pick<StudioStage, 'manager' | 'member' | 'stranger'>> {
  await signedInPerson(server)
  const [manager, member, stranger] = [
    await signedInPerson(server),
    await signedInPerson(server),
    await signedInPerson(server),
  ]
  await server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role) select user_id, tenant_id, 'growth_manager' from profiles where user_id = $1`,
    [manager.session.user.id],
  )
  await server.database.owner(
    `with other as (insert into tenants (name) values ('Other') returning id),
          moved as (update profiles set tenant_id = (select id from other) where user_id = $1)
     insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'growth_manager' from other`,
    [stranger.session.user.id],
  )
  return { manager, member, stranger }
}

export const SETTINGS = UNSAVED_SETTINGS
