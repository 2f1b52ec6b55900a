import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { ada, bob, eve, server } from '../organisation/team-stage.ts'
import { changeSpace, spaceSeenBy } from '../support/people/change-space.ts'
import type { VaultPerson } from '../support/people/vault-person.ts'

export type Answer = { status: number; body: Record<string, unknown>; bytes: Buffer }
export type Item = {
  id: string
  person_id: string
  kind: 'role' | 'space'
  held_role: string
  space_id: string | null
  state: string
  reason: string | null
}

/** One request to reviews/v1. */
export async function call(person: VaultPerson | undefined, line: string, body?: unknown): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ')
  const answer = await server.fetch(`/reviews/v1${path}`, {
    method,
    headers: {
      ...(person && { authorization: `Bearer ${person.accessToken}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: answer.status, body: isJson ? (JSON.parse(bytes.toString()) as Answer['body']) : {}, bytes }
}

export async function giveRole({ userId }: VaultPerson, role: string): Promise<void> {
  await server.database.owner(
    `with former as (delete from enterprise_user_roles where user_id = $1)
     insert into enterprise_user_roles (user_id, tenant_id, role) select user_id, tenant_id, $2 from profiles where user_id = $1
     on conflict (user_id, tenant_id, role) do nothing`,
    [userId, role],
  )
}

export async function rolesOf({ userId }: VaultPerson): Promise<string[]> {
  const { rows } = await server.database.owner<{ role: string }>(
    'select role from authz.live_roles where user_id = $1 order by role',
    [userId],
  )
  return rows.map(({ role }) => role)
}

/** The day so many days from now, in UTC. */
export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export const draft = (reviewers: readonly VaultPerson[] = [ada]) => ({
  name: 'Every quarter',
  due_on: dayIn(14),
  scope: 'people',
  covers_roles: true,
  covers_spaces: true,
  reviewers: reviewers.map(({ userId }) => userId),
})

/** @returns the id of a review that has begun */
export async function begin(given: object = draft()): Promise<string> {
  const made = await call(ada, 'POST /reviews', given)
  if (made.status !== 201) throw new Error(`no review was made: ${made.bytes.toString()}`)
  const id = String(made.body['id'])
  const opened = await call(ada, `POST /reviews/${id}/open`)
  if (opened.status !== 200) throw new Error(`the review did not begin: ${opened.bytes.toString()}`)
  return id
}

export async function itemsOf(review: string, { userId }: VaultPerson): Promise<Item[]> {
  const all: Item[] = []
  for (let after = ''; ;) {
    const { body } = await call(ada, `GET /reviews/${review}/items${after && `?after=${after}`}`)
    all.push(...(body['items'] as Item[]))
    if (typeof body['after'] !== 'string') break
    after = body['after']
  }
  return all.filter((item) => item.person_id === userId)
}

export async function itemOf(review: string, person: VaultPerson, kind: Item['kind']): Promise<Item> {
  const found = (await itemsOf(review, person)).find((item) => item.kind === kind)
  if (!found) throw new Error('there is no such item')
  return found
}

export const decide = (who: VaultPerson, { id }: Item, decision: 'keep' | 'remove', note = '') =>
  call(who, `POST /items/${id}/decision`, { decision, note })

/** A space that Ada manages, with Bob in it, and Eve where it says so. */
export const newSpace = (role: 'manager' | 'editor' = 'editor', withEve = false): Promise<string> =>
  createTeamSpace(ada.api, ada.vault, {
    name: 'Board',
    members: [
      { userId: bob.userId, email: bob.email, role },
      ...(withEve ? [{ userId: eve.userId, email: eve.email, role: 'viewer' as const }] : []),
    ],
    me: { email: ada.email },
  })

/** Takes somebody out of a space, with its keys. */
export async function takeOut(manager: VaultPerson, space: string, person: VaultPerson): Promise<void> {
  const seen = await spaceSeenBy(manager, space)
  await changeSpace(manager, space, { members: seen?.members.filter(({ userId }) => userId !== person.userId) ?? [] })
}

export async function noticesOf({ userId }: VaultPerson, kind: string) {
  const { rows } = await server.database.owner<{ details: Record<string, unknown> }>(
    'select details from notifications where user_id = $1 and kind = $2 order by created_at, id',
    [userId, kind],
  )
  return rows.map(({ details }) => details)
}

/** Events of a kind that are about something, newest first. */
export async function eventsOf(type: string, id: string) {
  const { rows } = await server.database.owner<{ user_id: string; status: string; details: Record<string, unknown> }>(
    "select user_id, status, details from system_audit_log where event_type = $1 and details ->> 'id' = $2 order by created_at desc, id desc",
    [type, id],
  )
  return rows
}
