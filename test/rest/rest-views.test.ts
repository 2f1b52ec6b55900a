import fs from 'node:fs'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { originsOf } from '#server/rest/schema/view-columns.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

const SCHEMA = `
  create schema hidden;
  create table public.users (id int primary key, name text not null);
  create table public.messages (id int primary key, author int references public.users, body text not null);
  create table public.badges (name text primary key);
  create table public.awards (person int references public.users, badge text references public.badges, primary key (person, badge));
  create table public.passports (person int primary key references public.users, number text);
  create table hidden.orders (id int primary key, buyer int references public.users, note text);
  create view public.active_users as select id as user_id, name, upper(name) as "Loud name" from public.users where id < 100;
  create view public.recent_messages as select m.body, m.author as writer, m.id from public.messages m order by m.id desc;
  -- A view on a view, with a column that looks like a field of PostgreSQL's own tree.
  create view public.loud as select user_id as ":id", "Loud name" from public.active_users;
  create view public.orders as select id, buyer from hidden.orders;
  create view public.both as select body from public.messages union select note from hidden.orders;
  create view public.counted as select author, count(*) as written from public.messages group by author;
  create function public.newest() returns setof public.recent_messages stable language sql as $$ select * from public.recent_messages limit 1 $$;
  insert into public.users values (1, 'ada'), (2, 'bob');
  insert into public.messages values (1, 1, 'hello'), (2, 2, 'yes'), (3, 1, 'well');
  insert into public.badges values ('gold');
  insert into public.awards values (1, 'gold');
  insert into public.passports values (1, 'X1');
  insert into hidden.orders values (7, 2, 'quick');
  grant all on all tables in schema public to service_role;
`

let server: TestServer
let client: SupabaseClient
beforeAll(async () => {
  server = await startServer()
  await server.database.owner(SCHEMA)
  const key = fs.readFileSync(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8').trim()
  client = createClient(server.url, key, { auth: { autoRefreshToken: false, persistSession: false } })
})
afterAll(() => server.stop())

const rows = async (table: string, select: string) => {
  const { data, error } = await client.from(table).select(select)
  if (error) throw error
  return data
}

describe('a view that shows the columns of a foreign key', () => {
  test('is embedded, and embeds', async () => {
    expect(await rows('messages', 'id,active_users(name)')).toEqual([
      { id: 1, active_users: { name: 'ada' } },
      { id: 2, active_users: { name: 'bob' } },
      { id: 3, active_users: { name: 'ada' } },
    ])
    expect(await rows('active_users', 'name,messages(id)')).toEqual([
      { name: 'ada', messages: [{ id: 1 }, { id: 3 }] },
      { name: 'bob', messages: [{ id: 2 }] },
    ])
    expect(await rows('recent_messages', 'id,users(name)')).toMatchObject([{ users: { name: 'ada' } }, {}, {}])
    expect(await rows('recent_messages', 'id,active_users!inner(name)')).toHaveLength(3)
    expect(await rows('active_users', 'name,passports(number)')).toEqual([
      { name: 'ada', passports: { number: 'X1' } },
      { name: 'bob', passports: null },
    ])
    expect(await rows('active_users', 'name,badges(name)')).toMatchObject([
      { badges: [{ name: 'gold' }] },
      { badges: [] },
    ])
    expect((await client.rpc('newest').select('id,users(name)')).data).toEqual([{ id: 3, users: { name: 'ada' } }])
  })

  test('may stand on another view, on a schema that is not exposed, or group', async () => {
    expect(await rows('messages', 'id,loud("Loud name")')).toMatchObject([{ loud: { 'Loud name': 'ADA' } }, {}, {}])
    expect(await rows('orders', 'id,users(name)')).toEqual([{ id: 7, users: { name: 'bob' } }])
    expect(await rows('users', 'name,orders(id)')).toMatchObject([{ orders: [] }, { orders: [{ id: 7 }] }])
    expect(await rows('counted', 'written,users(name)')).toHaveLength(2)
  })

  test('is named by its own name, never by the constraint or column, which mean the tables', async () => {
    expect(await rows('messages', 'id,messages_author_fkey(name)')).toMatchObject([
      { messages_author_fkey: { name: 'ada' } },
      {},
      {},
    ])
    expect(await rows('users', 'name,messages_author_fkey(id)')).toHaveLength(2)
    expect(await rows('active_users', 'name,messages!messages_author_fkey(id)')).toHaveLength(2)
    const none = await client.from('both').select('body,users(name)')
    expect(none.error?.code).toBe('PGRST200')
  })

  test('does not bring its tables back below themselves', async () => {
    const again = 'name,messages(id,active_users(name,recent_messages(id)))'
    expect((await client.from('users').select(again)).error?.message).toContain('below itself')
    // The way back to one row is open.
    const back = await client.from('active_users').select('name,messages(id,users(name))')
    expect(back.error).toBeNull()
  })
})

test('the origins of every view of the product are read, and name columns that are there', async () => {
  const { database }: { database: Database } = server
  const { rows: views } = await database.owner<{ name: string; action: string; columns: number }>(
    `select c.relname as name, r.ev_action::text as action, c.relnatts::int as columns
     from pg_rewrite r join pg_class c on c.oid = r.ev_class and c.relkind in ('v', 'm') where r.rulename = '_RETURN'`,
  )
  expect(views.length).toBeGreaterThan(50)
  for (const { name, action, columns } of views) {
    for (const [number, { relation, column }] of originsOf(action)) {
      expect(number, name).toBeLessThanOrEqual(columns)
      const found = await database.owner('select from pg_attribute where attrelid = $1 and attnum = $2', [
        relation,
        column,
      ])
      expect(found.rowCount, `${name} ${number}`).toBe(1)
    }
  }
})

test('a view that is only read refuses what is written through it, and says so', async () => {
  const refusal = {
    status: 405,
    error: { code: '55000', message: 'This is a view that is only read: nothing is written through it' },
  }
  const counted = client.from('counted')
  for (const write of [
    counted.insert({ author: 1 }),
    counted.update({ author: 2 }).eq('author', 1),
    counted.delete().eq('author', 1),
    client.from('own_devices').update({ name: 'x' }).eq('id', '11111111-1111-4111-8111-111111111111'),
  ])
    expect(await write).toMatchObject(refusal)
})
