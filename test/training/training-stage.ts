import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { STARTER_COURSES } from '#server/training/catalogue.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

export let server: TestServer
/** Manages the users of the organisation. */
export let manager: Person
/** Of the same organisation, without that permission. */
export let member: Person
/** Manages the users of another organisation. */
export let stranger: Person

/** One server for a file, with people of two organisations. */
export function stageTraining(): void {
  beforeAll(async () => {
    server = await startServer()
    // The first account is the administrator of the installation.
    await signedInPerson(server)
    ;[manager, member, stranger] = [
      await signedInPerson(server),
      await signedInPerson(server),
      await signedInPerson(server),
    ]
    await giveRole(manager, 'admin')
    await giveRole(member, 'security_admin')
    await server.database.owner(
      `with other as (insert into tenants (name) values ($2) returning id),
            moved as (update profiles set tenant_id = (select id from other) where user_id = $1)
       insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'admin' from other`,
      [stranger.session.user.id, `Other ${randomUUID()}`],
    )
  })
  afterAll(() => server.stop())
}

async function giveRole({ session }: Person, role: string): Promise<void> {
  await server.database.owner(
    'insert into enterprise_user_roles (user_id, tenant_id, role) select user_id, tenant_id, $2 from profiles where user_id = $1',
    [session.user.id, role],
  )
}

export const newMember = (): Promise<Person> => signedInPerson(server)
export const idOf = ({ session }: Person): string => session.user.id

export async function nameAs(person: Person, first: string, last: string): Promise<void> {
  await server.database.owner('update profiles set first_name = $2, last_name = $3 where user_id = $1', [
    idOf(person),
    first,
    last,
  ])
}

export type Answer = { status: number; body: Record<string, unknown>; text: string; headers: Headers }

/** One request to training/v1. */
export async function call(person: Person | undefined, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await server.fetch(`/training/v1${path}`, {
    method,
    headers: {
      ...(person && { authorization: `Bearer ${person.session.access_token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
  return {
    status: answer.status,
    body: isJson ? (JSON.parse(Buffer.from(text, 'latin1').toString()) as Answer['body']) : {},
    text,
    headers: answer.headers,
  }
}

export const COURSE = 'phishing'
const starter = () => {
  const course = STARTER_COURSES.find(({ id }) => id === COURSE)
  if (!course) throw new Error('the course is not there')
  return course
}
export const rightAnswers = (): number[] =>
  starter().questions.map(({ choices }) => choices.findIndex(({ isRight }) => isRight))
export const wrongAnswers = (): number[] =>
  starter().questions.map(({ choices }) => choices.findIndex(({ isRight }) => !isRight))

export async function readLessons(person: Person): Promise<void> {
  for (const [lesson] of starter().lessons.entries())
    await call(person, 'POST', `/courses/${COURSE}/lessons`, { version: 1, lesson })
}

export const answer = (person: Person, answers: number[], version = 1): Promise<Answer> =>
  call(person, 'POST', `/courses/${COURSE}/answers`, { version, answers })

/** Reads the lessons, passes the quiz. @returns the id of the completion */
export async function complete(person: Person): Promise<string> {
  await readLessons(person)
  const { body, status } = await answer(person, rightAnswers())
  if (status !== 200) throw new Error(`the quiz was not passed: ${status}`)
  return String(body['completion'])
}

/** The day so many days from now, in UTC. */
export function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

export async function assign(people: Person[], { days = 30 } = {}): Promise<string> {
  const body = { course: COURSE, is_for_everybody: false, people: people.map(idOf), due_on: dayIn(days) }
  const { status, body: made } = await call(manager, 'POST', '/assignments', body)
  if (status !== 201) throw new Error(`nothing was assigned: ${status}`)
  return String(made['id'])
}

export type AssigneeRow = {
  user_id: string
  email: string
  done_at: string | null
  is_late: boolean
  completion_id: string | null
}

export async function peopleOf(assignment: string, person = manager): Promise<AssigneeRow[]> {
  return (await call(person, 'GET', `/assignments/${assignment}/people`)).body['people'] as AssigneeRow[]
}

/** Notices of training that somebody has, oldest first. */
export async function noticesOf(person: Person) {
  const { rows } = await server.database.owner<{ kind: string; details: { event?: string; name: string; on: string } }>(
    "select kind, details from notifications where user_id = $1 and kind like 'training_%' order by created_at, id",
    [idOf(person)],
  )
  return rows
}

/** Events of a kind, newest first. */
export async function eventsOf(type: string) {
  const { rows } = await server.database.owner<{ user_id: string | null; details: Record<string, unknown> }>(
    'select user_id, details from system_audit_log where event_type = $1 order by created_at desc, id desc',
    [type],
  )
  return rows
}
