import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { type Change, Heard, joined, listenTo } from '../support/realtime.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
let alice: Person
let mallory: Person
const clients: SupabaseClient[] = []

async function windowOf(person: Person): Promise<SupabaseClient> {
  const client = server.client()
  clients.push(client)
  await client.auth.setSession(person.session)
  return client
}

const idOf = (person: Person): string => person.session.user.id

beforeAll(async () => {
  server = await startServer({ ORGANISATION: 'personal' })
  alice = await signedInPerson(server)
  mallory = await signedInPerson(server)
  await server.database.owner(`
    create table public.tasks (id bigint generated always as identity primary key, user_id uuid, body text);
    create function public.is_slow() returns boolean language plpgsql volatile as
      $$ begin perform pg_sleep(0.003); return true; end $$;
    alter table public.tasks enable row level security;
    create policy tasks_own on public.tasks for select to authenticated using (
      (user_id = auth.uid() or user_id is null) and case body when 'slow' then public.is_slow() when 'stuck' then pg_sleep(2) is not null else true end);
    grant select on public.tasks to authenticated;
    select realtime.enable('public.tasks', 'user_id');`)
})
afterAll(async () => {
  await Promise.all([alice.client, mallory.client, ...clients].map((client) => client.removeAllChannels()))
  await server.stop()
})

const write = (person: Person, body: string, count = 1) =>
  server.database.owner('insert into tasks (user_id, body) select $1, $2 from generate_series(1, $3::int)', [
    idOf(person),
    body,
    count,
  ])

test('rows that take long to read for one person keep nobody else waiting', async () => {
  const sloth = await signedInPerson(server)
  const slow = await listenTo(await windowOf(sloth), { table: 'tasks' })
  const quick = await listenTo(await windowOf(alice), { table: 'tasks' })
  await write(sloth, 'slow', 3000)
  await write(alice, 'quick')
  await quick.first(1)
  expect(slow.all.length).toBeLessThan(3000)
})

test('a filter that takes too long ends its own subscription, and others of the person stay', async () => {
  const client = await windowOf(mallory)
  const said = new Heard<{ status: string; message: string }>()
  const heard = new Heard<Change>()
  const filter = 'body=neq.nothing'
  const bad = client.channel('bad').on('system', {}, (message) => said.add(message))
  await joined(
    bad.on('postgres_changes', { event: '*', schema: 'public', table: 'tasks', filter }, (change) =>
      heard.add(change as unknown as Change),
    ),
  )
  const all = await listenTo(client, { table: 'tasks' })
  await write(mallory, 'stuck')
  const { message } = await said.find(({ status }) => status === 'error')
  expect(message).toContain('the filter takes too long')

  await write(mallory, 'x')
  await all.find(({ new: row }) => row['body'] === 'x')
  expect(heard.all).toEqual([])
})

test('a row whose owner is nobody is announced to nobody', async () => {
  const heard = await listenTo(await windowOf(alice), { table: 'tasks' })
  await server.database.owner(`insert into tasks (user_id, body) values (null, 'common')`)
  await server.database.owner(`delete from tasks where user_id is null`)
  await write(alice, 'own')
  await heard.first(1)
  expect(heard.all.map(({ eventType, new: row }) => [eventType, row['body']])).toEqual([['INSERT', 'own']])
})

test('rows of many owners travel in few notifications, and each hears of their own', async () => {
  const [hers, others] = [
    await listenTo(await windowOf(alice), { table: 'tasks' }),
    await listenTo(await windowOf(mallory), { table: 'tasks' }),
  ]
  const notifications = new Heard<string>()
  const stop = server.database.listen(['realtime'], (heard) => notifications.add(heard?.payload ?? 'listening'))
  await notifications.first(1)
  await server.database.owner(
    `insert into tasks (user_id, body)
     select gen_random_uuid(), 'of somebody' from generate_series(1, 500)
     union all values ($1::uuid, 'of alice'), ($2::uuid, 'of mallory')`,
    [idOf(alice), idOf(mallory)],
  )
  await Promise.all([hers.first(1), others.first(1)])
  expect([hers, others].map(({ all }) => all.map(({ new: row }) => row['body']))).toEqual([
    ['of alice'],
    ['of mallory'],
  ])
  await notifications.find((payload) => payload.includes(idOf(mallory)))
  expect(notifications.all.filter((payload) => payload.startsWith('c')).length).toBeLessThan(10)
  await stop()
})

test('who becomes somebody else over an open channel hears of their rows instead', async () => {
  const client = await windowOf(alice)
  const heard = await listenTo(client, { table: 'tasks' })
  await client.realtime.setAuth(mallory.session.access_token)
  await expect
    .poll(async () => {
      await write(mallory, 'probe')
      return heard.all.length
    })
    .toBeGreaterThan(0)
  const before = heard.all.length
  await write(alice, 'of alice')
  await write(mallory, 'end')
  await heard.find(({ new: row }) => row['body'] === 'end')
  expect(heard.all.slice(before).map(({ new: row }) => row['body'])).not.toContain('of alice')
})
