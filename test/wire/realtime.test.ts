import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, signedInPerson } from '../support/people.ts'
import { type Change, Heard, joined, listenTo, refusalOf } from '../support/realtime.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

type Sent = { event: string; payload?: unknown }

let server: TestServer
let alice: Person
let bob: Person
const clients: SupabaseClient[] = []

/** Another window of somebody, over a connection of its own. */
async function windowOf(person?: Person, realtime?: Record<string, unknown>): Promise<SupabaseClient> {
  const client = server.client(undefined, realtime)
  clients.push(client)
  if (person) await client.auth.setSession(person.session)
  return client
}

beforeAll(async () => {
  server = await startServer({ ORGANISATION: 'personal' })
  alice = await signedInPerson(server)
  bob = await signedInPerson(server)
  await server.database.owner(`
    create table public.notes (
      id bigint generated always as identity primary key,
      user_id uuid not null, body text, size int, tags text[], at timestamptz default now()
    );
    alter table public.notes enable row level security;
    create policy notes_own on public.notes to authenticated using (user_id = auth.uid()) with check (user_id = auth.uid());
    grant select, insert, update, delete on public.notes to authenticated, service_role;
    select realtime.enable('public.notes', 'user_id');
    create table public.board (id uuid primary key, text text);
    alter table public.board enable row level security;
    create policy board_read on public.board for select to anon, authenticated using (text <> 'hidden');
    grant select on public.board to anon, authenticated;
    select realtime.enable('public.board');
    create policy members_read on realtime.messages for select to authenticated
      using (realtime.topic() = 'club' and extension in ('broadcast', 'presence'));
    create policy members_write on realtime.messages for insert to authenticated
      with check (topic = 'club' and auth.email() = '${alice.email}');`)
})
afterAll(async () => {
  await Promise.all([alice.client, bob.client, ...clients].map((client) => client.removeAllChannels()))
  await server.stop()
})

describe('broadcast', () => {
  test.each(['1.0.0', '2.0.0'])('reaches the others of a channel, not the sender, over version %s', async (vsn) => {
    const [one, other] = [await windowOf(alice, { vsn }), await windowOf(bob, { vsn })]
    const heard = new Heard<Sent>()
    const own = new Heard<Sent>()
    const sender = await joined(
      one
        .channel(`room-${vsn}`, { config: { broadcast: { ack: true } } })
        .on('broadcast', { event: '*' }, (m) => own.add(m)),
    )
    await joined(other.channel(`room-${vsn}`).on('broadcast', { event: 'hello' }, (m) => heard.add(m)))

    expect(await sender.send({ type: 'broadcast', event: 'hello', payload: { text: 'Grüße 🙂' } })).toBe('ok')

    expect(await heard.first(1)).toMatchObject([{ event: 'hello', payload: { text: 'Grüße 🙂' } }])
    expect(own.all).toEqual([])
  })

  test('comes back to the sender where the channel says so, as JSON and as bytes', async () => {
    const client = await windowOf(alice)
    const heard = new Heard<Sent>()
    const channel = await joined(
      client
        .channel('echo', { config: { broadcast: { self: true } } })
        .on('broadcast', { event: '*' }, (m) => heard.add(m)),
    )
    await channel.send({ type: 'broadcast', event: 'text', payload: { n: 1 } })
    await channel.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([1, 2, 255]).buffer })

    const [text, bytes] = await heard.first(2)
    expect(text?.payload).toEqual({ n: 1 })
    expect([...new Uint8Array(bytes?.payload as ArrayBuffer)]).toEqual([1, 2, 255])
  })

  test('passes between clients of both versions', async () => {
    const [older, newer] = [await windowOf(undefined, { vsn: '1.0.0' }), await windowOf()]
    const [heardByOlder, heardByNewer] = [new Heard<Sent>(), new Heard<Sent>()]
    const first = await joined(older.channel('mixed').on('broadcast', { event: '*' }, (m) => heardByOlder.add(m)))
    const second = await joined(newer.channel('mixed').on('broadcast', { event: '*' }, (m) => heardByNewer.add(m)))

    await first.send({ type: 'broadcast', event: 'a', payload: { n: 1 } })
    await second.send({ type: 'broadcast', event: 'b', payload: { n: 2 } })

    expect(await heardByNewer.first(1)).toMatchObject([{ event: 'a', payload: { n: 1 } }])
    expect(await heardByOlder.first(1)).toMatchObject([{ event: 'b', payload: { n: 2 } }])
  })

  test('goes out over HTTP', async () => {
    const [listener, sender] = [await windowOf(), await windowOf()]
    const heard = new Heard<Sent>()
    await joined(listener.channel('http').on('broadcast', { event: '*' }, (m) => heard.add(m)))

    const sent = await sender.channel('http').httpSend('one', { n: 1 })
    const bytes = await sender.channel('http').httpSend('two', new Uint8Array([7]))
    const many = await server.fetch('/realtime/v1/api/broadcast', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ topic: 'http', event: 'three', payload: { n: 3 } }] }),
    })

    expect([sent.success, bytes.success, many.status]).toEqual([true, true, 202])
    expect((await heard.first(3)).map(({ event }) => event)).toEqual(['one', 'two', 'three'])
  })
})

describe('presence', () => {
  test('shows who is there, who comes and who leaves', async () => {
    const [one, other] = [await windowOf(alice), await windowOf(bob)]
    const events = new Heard<{ event: string; key?: string }>()
    const channel = one.channel('lobby', { config: { presence: { key: 'alice' } } })
    channel
      .on('presence', { event: 'sync' }, () => events.add({ event: 'sync' }))
      .on('presence', { event: 'join' }, ({ key }) => events.add({ event: 'join', key }))
      .on('presence', { event: 'leave' }, ({ key }) => events.add({ event: 'leave', key }))
    await joined(channel)
    expect(await channel.track({ mood: 'calm' })).toBe('ok')
    await events.find(({ event, key }) => event === 'join' && key === 'alice')

    const second = other.channel('lobby', { config: { presence: { key: 'bob', enabled: true } } })
    await joined(second)
    await second.track({ mood: 'busy' })
    await events.find(({ event, key }) => event === 'join' && key === 'bob')
    expect(channel.presenceState()).toMatchObject({ alice: [{ mood: 'calm' }], bob: [{ mood: 'busy' }] })

    await second.track({ mood: 'gone in a minute' })
    await events.find(() => JSON.stringify(channel.presenceState()).includes('gone in a minute'))
    await second.untrack()
    await events.find(({ event, key }) => event === 'leave' && key === 'bob' && !('bob' in channel.presenceState()))
    await other.removeChannel(second)
    expect(Object.keys(channel.presenceState())).toEqual(['alice'])
  })

  test('ends with the connection', async () => {
    const [one, other] = [await windowOf(alice), await windowOf(bob)]
    const left = new Heard<string>()
    const channel = one.channel('hall')
    await joined(channel.on('presence', { event: 'leave' }, ({ key }) => left.add(key)))
    const second = other.channel('hall', { config: { presence: { key: '__proto__', enabled: true } } })
    await joined(second)
    await second.track({})
    await other.realtime.disconnect()

    expect(await left.first(1)).toEqual(['__proto__'])
  })
})

describe('changes of tables', () => {
  test('reach whom row-level security shows the row, and nobody else', async () => {
    const [mine, theirs] = [await windowOf(alice), await windowOf(bob)]
    const [heard, others] = [await listenTo(mine, { table: 'notes' }), await listenTo(theirs, { table: 'notes' })]

    const made = await alice.client
      .from('notes')
      .insert({ user_id: alice.session.user.id, body: 'secret', size: 3, tags: ['a'] })
      .select('id')
      .single()
    const id = made.data?.id as number
    await alice.client.from('notes').update({ body: 'changed' }).eq('id', id)
    await alice.client.from('notes').delete().eq('id', id)
    await bob.client.from('notes').insert({ user_id: bob.session.user.id, body: 'of bob' })

    await heard.find(({ eventType }) => eventType === 'DELETE')
    expect(heard.all.at(-1)).toMatchObject({ eventType: 'DELETE', new: {}, old: { id } })
    for (const { eventType, new: row, old } of heard.all) {
      if (eventType === 'UPDATE') expect([row['body'], old]).toEqual(['changed', { id }])
    }
    await others.find(({ new: row }) => row['body'] === 'of bob')
    expect(others.all.map(({ eventType, new: row }) => [eventType, row['body']])).toEqual([['INSERT', 'of bob']])
  })

  test('carry columns with their types, in one message for each row of a statement', async () => {
    const heard = await listenTo(await windowOf(alice), { table: 'notes', filter: 'size=gt.0' })
    const rows = Array.from({ length: 150 }, (_, size) => ({ user_id: alice.session.user.id, body: `n${size}`, size }))
    await alice.client.from('notes').insert(rows)

    const all = await heard.first(149)
    expect(new Set(all.map(({ new: row }) => row['size'])).size).toBe(149)
    expect(all[0]?.new).toMatchObject({ body: 'n1', size: 1, tags: null })
  })

  test.each([
    ['body=eq.one', ['one']],
    ['body=neq.one', ['two', 'three']],
    ['size=lt.2', ['one']],
    ['size=lte.2,size=gte.2', ['two']],
    ['body=in.(one,"three")', ['one', 'three']],
    ['body=like.t%', ['two', 'three']],
    ['body=ilike.T%', ['two', 'three']],
    ['body=match.^t.o$', ['two']],
    ['body=imatch.^T', ['two', 'three']],
    ['tags=is.null', ['two', 'three']],
    ['tags=not.is.null', ['one']],
    ['size=isdistinct.3', ['one', 'two']],
    ['body=not.in.(one,two)', ['three']],
  ])('pass the filter %s', async (filter, expected) => {
    const client = await windowOf(alice)
    const heard = await listenTo(client, { table: 'notes', filter })
    const user_id = alice.session.user.id
    const rows = [
      { user_id, body: 'one', size: 1, tags: ['x'] },
      { user_id, body: 'two', size: 2, tags: null },
      { user_id, body: 'three', size: 3, tags: null },
    ]
    const end = await listenTo(client, { table: 'notes', filter: 'body=eq.end' })
    await alice.client.from('notes').insert(rows)
    await alice.client.from('notes').insert({ user_id, body: 'end', size: 2, tags: [] })

    await end.first(1)
    const bodies = heard.all.map(({ new: row }) => row['body']).filter((body) => body !== 'end')
    expect(bodies).toEqual(expected)
    await client.removeAllChannels()
  })

  test('of a deletion know the key alone, so that only a filter on it passes', async () => {
    const client = await windowOf(alice)
    const user_id = alice.session.user.id
    const made = await alice.client.from('notes').insert({ user_id, body: 'doomed' }).select('id').single()
    const id = Number(made.data?.id)
    const byBody = await listenTo(client, { table: 'notes', filter: 'body=eq.doomed' })
    const byOther = await listenTo(client, { table: 'notes', filter: `id=neq.${id}` })
    const byKey = await listenTo(client, { table: 'notes', filter: `id=eq.${id}` })
    await alice.client.from('notes').delete().eq('id', id)
    expect((await byKey.first(1))[0]).toMatchObject({ eventType: 'DELETE', old: { id } })
    expect([...byBody.all, ...byOther.all]).toEqual([])
  })

  test('of a table without an owner tell the key of a deleted row to whoever may read it', async () => {
    const heard = await listenTo(await windowOf(), { table: 'board' })
    const id = crypto.randomUUID()
    await server.database.owner('insert into board values ($1, $2)', [id, 'hidden'])
    await server.database.owner('delete from board where id = $1', [id])
    expect(await heard.first(1)).toMatchObject([{ eventType: 'DELETE', old: { id }, new: {} }])
  })

  test('hold only the columns that were chosen', async () => {
    const heard = await listenTo(await windowOf(alice), { table: 'notes', select: ['id', 'size'] })
    await alice.client.from('notes').insert({ user_id: alice.session.user.id, body: 'long', size: 9 })
    const [change] = await heard.first(1)
    expect(Object.keys(change?.new ?? {})).toEqual(['id', 'size'])
  })

  test('reach visitors where a policy lets them read, and a hidden row never', async () => {
    const heard = await listenTo(await windowOf(), { table: 'board' })
    const ids = [crypto.randomUUID(), crypto.randomUUID()]
    await server.database.owner('insert into board values ($1, $2)', [ids[0], 'hidden'])
    await server.database.owner('insert into board values ($1, $2)', [ids[1], 'open'])
    expect((await heard.first(1))[0]?.new).toMatchObject({ id: ids[1], text: 'open' })
  })

  test('of a record above a megabyte come without its large columns', async () => {
    const heard = await listenTo(await windowOf(alice), { table: 'notes', filter: 'size=eq.77' })
    await alice.client.from('notes').insert({ user_id: alice.session.user.id, body: 'x'.repeat(900_000), size: 7 })
    await server.database.owner(`update notes set body = repeat('x', 1100000), size = 77 where size = 7`)
    const [change] = await heard.first(1)
    expect([change?.errors, change?.new['size'], change?.new['body']]).toEqual([
      ['Error 413: Payload Too Large'],
      77,
      undefined,
    ])
  })

  test('go on after the server lost its connection to the database, which every channel is told', async () => {
    const client = await windowOf(alice)
    const heard = new Heard<Change>()
    const said = new Heard<{ message: string }>()
    const channel = client
      .channel('through a loss')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, (change) => heard.add(change as never))
      .on('system', {}, (message) => said.add(message as { message: string }))
    await joined(channel)
    await said.first(1)
    await server.database.owner(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
    )
    expect((await said.first(2))[1]?.message).toBe('Subscribed to PostgreSQL')
    await alice.client.from('notes').insert({ user_id: alice.session.user.id, body: 'after the loss' })
    await heard.find(({ new: row }) => row['body'] === 'after the loss')
  })

  test('cannot be had of a table that is not announced, or with a filter that does not fit', async () => {
    const client = await windowOf(alice)
    for (const [table, filter] of [
      ['profiles', undefined],
      ['notes', 'size=eq.many'],
      ['notes', 'nothing=eq.1'],
      ['notes', 'body=match.['],
      ['notes', `body=eq.a' or true --`],
    ] as const) {
      const said = new Heard<{ status: string; message: string }>()
      const channel = client.channel(`bad-${table}-${filter}`)
      channel.on(
        'postgres_changes',
        { event: '*', schema: 'public', table, ...(filter && { filter }) },
        () => undefined,
      )
      await joined(channel.on('system', {}, (message) => said.add(message)))
      const [{ status, message } = { status: '', message: '' }] = await said.first(1)
      if (filter?.startsWith('body=eq.a')) expect(status).toBe('ok')
      else expect([status, message]).toEqual(['error', expect.stringMatching(/Unable to subscribe/)])
    }
  })
})

describe('private channels', () => {
  test('are for whom a policy admits', async () => {
    const config = { private: true, broadcast: { ack: true } }
    const [writer, reader, stranger] = [await windowOf(alice), await windowOf(bob), await windowOf()]
    const heard = new Heard<Sent>()
    const channel = await joined(writer.channel('club', { config }))
    const listening = await joined(
      reader.channel('club', { config }).on('broadcast', { event: '*' }, (m) => heard.add(m)),
    )

    expect(await refusalOf(stranger, stranger.channel('club', { config }))).toContain('You do not have permissions')
    expect(await refusalOf(writer, writer.channel('other', { config }))).toContain('You do not have permissions')
    // Bob reads and may not write: nobody hears him, and he gets no answer.
    expect(await listening.send({ type: 'broadcast', event: 'no', payload: {} }, { timeout: 300 })).toBe('timed out')
    expect(await listening.track({ mood: 'quiet' })).toBe('error')
    expect(await channel.send({ type: 'broadcast', event: 'yes', payload: {} })).toBe('ok')
    expect(await channel.track({ mood: 'calm' })).toBe('ok')
    await bob.client.channel('club', { config }).httpSend('no', {})
    await alice.client.channel('club', { config }).httpSend('over HTTP', {})
    expect((await heard.first(2)).map(({ event }) => event)).toEqual(['yes', 'over HTTP'])
  })

  test('and public ones of the same name do not hear each other', async () => {
    const [inside, outside] = [await windowOf(alice), await windowOf()]
    const heard = new Heard<Sent>()
    await joined(outside.channel('club').on('broadcast', { event: '*' }, (m) => heard.add(m)))
    const channel = await joined(inside.channel('club', { config: { private: true, broadcast: { ack: true } } }))
    await channel.send({ type: 'broadcast', event: 'inside', payload: {} })
    await outside.channel('club').httpSend('outside', {})
    expect((await heard.first(1))[0]?.event).toBe('outside')
  })

  test('leave no rows behind', async () => {
    const { rows } = await server.database.owner('select from realtime.messages')
    expect(rows).toEqual([])
  })
})
