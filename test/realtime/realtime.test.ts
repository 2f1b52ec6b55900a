/** Changes of tables, as unmodified clients hear them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { type Change, Heard, Windows, joined, listenTo } from '../support/realtime.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
let alice: Person
let bob: Person
let windows: Windows
beforeAll(async () => {
  server = await startServer({ ORGANISATION: 'personal' })
  windows = new Windows(server)
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
    select realtime.enable('public.board');`)
})
afterAll(async () => {
  await Promise.all([alice.client, bob.client].map((client) => client.removeAllChannels()))
  await windows.close()
  await server.stop()
})

describe('changes of tables', () => {
  test('reach whom row-level security shows the row, and nobody else', async () => {
    const [mine, theirs] = [await windows.of(alice), await windows.of(bob)]
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
    const heard = await listenTo(await windows.of(alice), { table: 'notes', filter: 'size=gt.0' })
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
    const client = await windows.of(alice)
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
    const client = await windows.of(alice)
    const user_id = alice.session.user.id
    const made = await alice.client.from('notes').insert({ user_id, body: 'doomed' }).select('id').single()
    const id = Number(made.data?.id)
    const byBody = await listenTo(client, { table: 'notes', filter: 'body=eq.doomed' })
    const byOther = await listenTo(client, { table: 'notes', filter: `id=neq.${id}` })
    const byKey = await listenTo(client, { table: 'notes', filter: `id=eq.${id}` })
    await alice.client.from('notes').delete().eq('id', id)
    expect((await byKey.first(1))[0]).toMatchObject({ eventType: 'DELETE', old: { id } })
    // That it was inserted may arrive late.
    expect(
      [...byBody.all, ...byOther.all].filter(({ eventType, old }) => eventType === 'DELETE' && old['id'] === id),
    ).toEqual([])
  })

  test('of a table without an owner tell the key of a deleted row to whoever may read it', async () => {
    const heard = await listenTo(await windows.of(), { table: 'board' })
    const id = crypto.randomUUID()
    await server.database.owner('insert into board values ($1, $2)', [id, 'hidden'])
    await server.database.owner('delete from board where id = $1', [id])
    expect(await heard.first(1)).toMatchObject([{ eventType: 'DELETE', old: { id }, new: {} }])
  })

  test('hold only the columns that were chosen', async () => {
    const heard = await listenTo(await windows.of(alice), { table: 'notes', select: ['id', 'size'] })
    await alice.client.from('notes').insert({ user_id: alice.session.user.id, body: 'long', size: 9 })
    const [change] = await heard.first(1)
    expect(Object.keys(change?.new ?? {})).toEqual(['id', 'size'])
  })

  test('reach visitors where a policy lets them read, and a hidden row never', async () => {
    const heard = await listenTo(await windows.of(), { table: 'board' })
    const ids = [crypto.randomUUID(), crypto.randomUUID()]
    await server.database.owner('insert into board values ($1, $2)', [ids[0], 'hidden'])
    await server.database.owner('insert into board values ($1, $2)', [ids[1], 'open'])
    expect((await heard.first(1))[0]?.new).toMatchObject({ id: ids[1], text: 'open' })
  })

  test('of a record above a megabyte come without its large columns', async () => {
    const heard = await listenTo(await windows.of(alice), { table: 'notes', filter: 'size=eq.77' })
    await alice.client.from('notes').insert({ user_id: alice.session.user.id, body: 'x'.repeat(900_000), size: 7 })
    await server.database.owner(`update notes set body = repeat('x', 1100000), size = 77 where size = 7`)
    const [change] = await heard.first(1)
    expect([change?.errors, change?.new['size'], change?.new['body']]).toEqual([
      ['Error 413: Payload Too Large'],
      77,
      undefined,
    ])
  })

  test('continue after the server lost its connection to the database, and every channel hears of it', async () => {
    const client = await windows.of(alice)
    const heard = new Heard<Change>()
    const said = new Heard<{ message: string }>()
    const channel = client
      .channel('through a loss')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, (change) => heard.add(change as never))
      .on('system', {}, (message) => said.add(message as { message: string }))
    await joined(channel)
    await said.first(1)
    await server.database.owner(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like '% listener'`,
    )
    expect((await said.first(2))[1]?.message).toBe('Subscribed to PostgreSQL')
    await alice.client.from('notes').insert({ user_id: alice.session.user.id, body: 'after the loss' })
    await heard.find(({ new: row }) => row['body'] === 'after the loss')
  })

  test('cannot be had of a table that is not announced, or with a filter that does not fit', async () => {
    const client = await windows.of(alice)
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
