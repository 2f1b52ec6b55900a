import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/test-server.ts'

const FILMS = `
  create table public.directors (id int primary key, name text not null, born date);
  create table public.films (
    id int primary key, title text not null, director_id int references public.directors, year int, takings numeric,
    details jsonb default '{}'
  );
  create table public.actors (id int primary key, name text);
  create table public.roles (film_id int references public.films, actor_id int references public.actors,
                             primary key (film_id, actor_id));
  create table public.awards (id int primary key generated always as identity, film_id int unique references public.films,
                              name text default 'Palm');
  create view public.recent_films as select id, title, year from public.films where year > 2000;
  insert into public.directors values (1, 'Varda', '1928-05-30'), (2, 'Denis', '1946-04-21'), (3, 'Nobody', null);
  insert into public.films values (10, 'Cléo', 1, 1962, 5, '{"length": 90, "tags": ["a","b"]}'),
    (11, 'Gleaners, "and I"', 1, 2000, 7, '{}'), (12, 'Beau travail', 2, 1999, 4, '{}'), (13, 'Untitled', null, 2010, null, '{}');
  insert into public.actors values (100, 'Marchand'), (101, 'Lavant');
  insert into public.roles values (10, 100), (12, 101), (12, 100);
  insert into public.awards (film_id) values (10);

  create function public.label(public.films) returns text stable language sql
    as $$ select $1.title || ' (' || $1.year || ')' $$;
  create function public.siblings(public.films) returns setof public.films stable language sql
    as $$ select * from public.films where director_id = $1.director_id and id <> $1.id $$;
  create function public.maker(public.films) returns setof public.directors rows 1 stable language sql
    as $$ select * from public.directors where id = $1.director_id $$;
  create function public.films_of(director int) returns setof public.films stable language sql
    as $$ select * from public.films where director_id = director $$;
  create function public.add(a int, b int) returns int immutable language sql as $$ select a + b $$;
  create function public.add(a int, b int, c int) returns int immutable language sql as $$ select a + b + c $$;
  create function public.echo(json) returns json immutable language sql as $$ select $1 $$;
  create function public.teapot() returns text language plpgsql as $$
    begin
      perform set_config('response.status', '418', true);
      perform set_config('response.headers', '[{"X-Kind": "pot"}, {"Cache-Control": "no-store"}]', true);
      return 'tea';
    end $$;
  create function public.bad_headers() returns text language plpgsql as $$
    begin perform set_config('response.headers', '{"X-Kind": "a\\nb"}', true); return ''; end $$;
  create function public.refuse(kind text) returns text language plpgsql as $$
    begin
      if kind = 'status' then raise sqlstate 'PT402' using message = 'Payment required'; end if;
      if kind = 'json' then
        raise sqlstate 'PGRST' using message = '{"code":"123","message":"Own words","details":"d","hint":"h"}',
          detail = '{"status":451,"headers":{"X-Why":"law"}}';
      end if;
      raise sqlstate 'PGRST' using message = 'no json', detail = '{}';
    end $$;
  create function public.remove_all() returns setof public.awards language sql as $$ delete from public.awards returning * $$;
  create function public.zone() returns text stable language sql as $$ select current_setting('TimeZone') $$;
  grant all on public.directors, public.films, public.actors, public.roles, public.awards, public.recent_films to service_role, authenticated;
`

let server: TestServer
let client: SupabaseClient
let key: string
beforeAll(async () => {
  server = await startServer({ REST_AGGREGATES: 'true', REST_TX_ROLLBACK: 'true', REST_MAX_ROWS: '3' })
  await server.database.owner(FILMS)
  client = server.client()
  key = fs.readFileSync(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8').trim()
})
afterAll(() => server.stop())

type Init = { method?: string; headers?: Record<string, string>; body?: string }

async function ask(target: string, init: Init = {}): Promise<{ status: number; headers: Headers; body: unknown }> {
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers }
  const answer = await server.fetch(`/rest/v1${target}`, { ...init, headers })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json')
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
}
const rows = async (path: string, init?: Init) => (await ask(path, init)).body

describe('embedding', () => {
  test('at any depth, with many to many, one to one and filters of its own', async () => {
    const query =
      '/directors?select=name,films(title,actors(name),awards(name))&films.order=year.desc&films.limit=1&order=id&limit=2'
    expect(await rows(query)).toEqual([
      { name: 'Varda', films: [{ title: 'Gleaners, "and I"', actors: [], awards: null }] },
      {
        name: 'Denis',
        films: [{ title: 'Beau travail', actors: expect.arrayContaining([{ name: 'Lavant' }]), awards: null }],
      },
    ])
    expect(await rows('/films?select=title,awards(name)&id=eq.10')).toEqual([
      { title: 'Cléo', awards: { name: 'Palm' } },
    ])
  })

  test('a spread puts the fields of the related row among those of its parent', async () => {
    expect(await rows('/films?select=title,...directors(director:name,born)&id=in.(10,13)&order=id')).toEqual([
      { title: 'Cléo', director: 'Varda', born: '1928-05-30' },
      { title: 'Untitled', director: null, born: null },
    ])
    expect(await rows('/films?select=title,...directors!inner(director:name)&id=in.(10,13)')).toHaveLength(1)
    expect(await rows('/directors?select=name,...films(titles:title)&id=in.(2,3)&order=id')).toEqual([
      { name: 'Denis', titles: ['Beau travail'] },
      { name: 'Nobody', titles: [] },
    ])
  })

  test('order by a column of a related row', async () => {
    const titles = await rows('/films?select=title,directors(name)&order=directors(name).asc.nullslast,id&limit=3')
    expect(titles).toMatchObject([{ title: 'Beau travail' }, { title: 'Cléo' }, { title: 'Gleaners, "and I"' }])
    expect(await rows('/directors?select=name,films(id)&order=films(id)')).toMatchObject({ code: 'PGRST118' })
    expect(await rows('/films?select=title&order=directors(name)')).toMatchObject({ code: 'PGRST108' })
  })

  test('computed columns and relations', async () => {
    expect(await rows('/films?select=label,siblings(title),maker(name)&id=eq.10')).toEqual([
      { label: 'Cléo (1962)', siblings: [{ title: 'Gleaners, "and I"' }], maker: { name: 'Varda' } },
    ])
    expect(await rows('/films?select=id&label=like.*1999*')).toEqual([{ id: 12 }])
    expect(await rows('/films?select=id&order=label.desc&year=lt.2000')).toEqual([{ id: 10 }, { id: 12 }])
    const patched = { method: 'PATCH', body: '{"year":1999}', headers: { prefer: 'return=representation' } }
    expect(await rows('/films?id=eq.12&select=id,label', patched)).toEqual([{ id: 12, label: 'Beau travail (1999)' }])
  })

  test('a name that is nearly right gets a hint', async () => {
    expect(await rows('/film')).toMatchObject({
      code: 'PGRST205',
      hint: "Perhaps you meant the table 'public.films'",
    })
    expect(await rows('/films?select=director(*)')).toMatchObject({
      code: 'PGRST200',
      hint: "Perhaps you meant 'directors' instead of 'director'.",
    })
    expect(await rows('/films?select=titel')).toMatchObject({
      code: '42703',
      hint: expect.stringContaining('films.title'),
    })
    expect(await rows('/rpc/film_of')).toMatchObject({
      code: 'PGRST202',
      hint: 'Perhaps you meant to call the function public.films_of',
    })
  })
})

describe('aggregates', () => {
  test('group by what is no aggregate', async () => {
    expect(await rows('/films?select=director_id,count(),sum:takings.sum(),year.max()&order=director_id')).toEqual([
      { director_id: 1, count: 2, sum: 12, max: 2000 },
      { director_id: 2, count: 1, sum: 4, max: 1999 },
      { director_id: null, count: 1, sum: null, max: 2010 },
    ])
    expect(await rows('/films?select=takings.avg()::int,details->length.sum()')).toMatchObject({ code: '42883' })
    expect(await rows('/films?select=minutes:details->>length::int.sum()::text')).toEqual([{ minutes: '90' }])
    expect(await rows('/directors?select=name,films(takings.sum())&id=eq.1')).toEqual([
      { name: 'Varda', films: [{ sum: 12 }] },
    ])
    expect(await rows('/films?select=directors(name),count()&director_id=eq.1')).toEqual([
      { directors: { name: 'Varda' }, count: 2 },
    ])
    expect(
      (await ask('/films?select=director_id,count()', { headers: { prefer: 'count=exact' } })).headers.get(
        'content-range',
      ),
    ).toBe('0-2/3')
    expect(await rows('/films?select=title.median()')).toMatchObject({ code: 'PGRST100' })
  })
})

describe('pages and counts', () => {
  test('no answer is longer than the server allows', async () => {
    expect(await rows('/films?limit=50')).toHaveLength(3)
    expect((await ask('/films', { headers: { prefer: 'count=exact' } })).headers.get('content-range')).toBe('0-2/4')
  })

  test('an estimate is exact while it is short, and the planner’s beyond', async () => {
    await server.database.owner(
      'create table public.many as select generate_series(1, 5000) as id; grant select on public.many to service_role; analyze public.many',
    )
    const estimated = (path: string, count: string) => ask(path, { headers: { prefer: `count=${count}` } })
    await expect
      .poll(async () => (await estimated('/many?limit=1', 'planned')).headers.get('content-range'))
      .toBe('0-0/5000')
    expect((await estimated('/many?limit=1', 'estimated')).headers.get('content-range')).toBe('0-0/5000')
    expect((await estimated('/many?id=lt.3&limit=1', 'estimated')).headers.get('content-range')).toBe('0-0/2')
  })
})

describe('media types', () => {
  test('CSV with a header, and quotes where they are needed', async () => {
    const { body, headers } = await ask('/films?select=id,title,takings&order=id', { headers: { accept: 'text/csv' } })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(body).toBe('id,title,takings\n10,Cléo,5\n11,"Gleaners, ""and I""",7\n12,Beau travail,4')
    const empty = await ask('/films?select=id,title&id=eq.0', { headers: { accept: 'text/csv' } })
    expect(empty.body).toBe('id,title')
    expect((await ask('/rpc/films_of?director=2&select=id', { headers: { accept: 'text/csv' } })).body).toBe('id\n12')
  })

  test('nulls are stripped on request', async () => {
    const accept = 'application/vnd.pgrst.array+json;nulls=stripped'
    expect(await rows('/films?select=id,takings&id=eq.13', { headers: { accept } })).toEqual([{ id: 13 }])
  })

  test('others are refused', async () => {
    expect(await ask('/films', { headers: { accept: 'image/png' } })).toMatchObject({
      status: 406,
      body: { code: 'PGRST107' },
    })
  })
})

describe('writes', () => {
  test('headers-only says where the new row is', async () => {
    const headers = { prefer: 'return=headers-only' }
    const answer = await ask('/actors', { method: 'POST', body: '{"id":200,"name":"x"}', headers })
    expect([answer.status, answer.headers.get('location'), answer.body]).toEqual([201, '/actors?id=eq.200', ''])
    const link = await ask('/roles', { method: 'POST', body: '{"film_id":10,"actor_id":200}', headers })
    expect(link.headers.get('location')).toBe('/roles?film_id=eq.10&actor_id=eq.200')
  })

  test('an upsert that only changes rows answers 200', async () => {
    const upsert = (body: string) =>
      ask('/actors', { method: 'POST', body, headers: { prefer: 'resolution=merge-duplicates,return=representation' } })
    expect(await upsert('[{"id":201,"name":"new"}]')).toMatchObject({ status: 201 })
    expect(await upsert('[{"id":201,"name":"old"}]')).toMatchObject({ status: 200, body: [{ id: 201, name: 'old' }] })
    expect(await upsert('[{"id":201,"name":"both"},{"id":202,"name":"both"}]')).toMatchObject({ status: 201 })
  })

  test('PUT makes or replaces the one row it names', async () => {
    const put = (query: string, body: unknown, headers = {}) =>
      ask(`/actors?${query}`, { method: 'PUT', body: JSON.stringify(body), headers })
    expect(await put('id=eq.300', { id: 300, name: 'a' })).toMatchObject({ status: 201, body: '' })
    expect(await put('id=eq.300', { id: 300, name: 'b' })).toMatchObject({ status: 204 })
    expect(await put('id=eq.300', { id: 300, name: 'c' }, { prefer: 'return=representation' })).toMatchObject({
      status: 200,
      body: [{ id: 300, name: 'c' }],
    })
    expect(await put('id=eq.300', { id: 301, name: 'x' })).toMatchObject({ status: 400, body: { code: 'PGRST115' } })
    expect(await put('id=eq.300', [{ id: 300 }, { id: 300 }])).toMatchObject({
      status: 400,
      body: { code: 'PGRST115' },
    })
    expect(await put('id=gt.300', { id: 300 })).toMatchObject({ status: 405, body: { code: 'PGRST105' } })
    expect(await put('name=eq.c', { id: 300 })).toMatchObject({ status: 405, body: { code: 'PGRST105' } })
    expect(await put('id=eq.300&on_conflict=name', { id: 300 })).toMatchObject({ status: 400 })
    expect(await put('id=eq.300&limit=1', { id: 300 })).toMatchObject({ status: 400, body: { code: 'PGRST114' } })
    expect(await rows('/actors?id=gte.300')).toEqual([{ id: 300, name: 'c' }])
  })

  test('a rehearsal is taken back', async () => {
    const id = 400
    const headers = { prefer: 'tx=rollback,return=representation' }
    const answer = await ask('/actors', { method: 'POST', body: JSON.stringify({ id, name: 'r' }), headers })
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([
      201,
      'tx=rollback, return=representation',
    ])
    expect(await rows(`/actors?id=eq.${id}`)).toEqual([])
  })

  test('more rows than expected change nothing', async () => {
    const headers = { prefer: 'handling=strict,max-affected=1' }
    expect(await ask('/films?id=gt.0', { method: 'PATCH', body: '{"year":1}', headers })).toMatchObject({
      status: 400,
      body: { code: 'PGRST124' },
    })
    expect(await rows('/films?year=eq.1')).toEqual([])
    await ask('/awards', { method: 'POST', body: '{"film_id":11}' })
    expect(await ask('/rpc/remove_all', { method: 'POST', body: '{}', headers })).toMatchObject({
      body: { code: 'PGRST124' },
    })
    expect(await rows('/awards?select=count()')).toEqual([{ count: 2 }])
    expect(await ask('/rpc/add?a=1&b=2', { headers })).toMatchObject({ status: 400, body: { code: 'PGRST128' } })
  })

  test('an unknown preference is refused when handling is strict', async () => {
    expect(await ask('/films', { headers: { prefer: 'handling=strict,return=everything' } })).toMatchObject({
      status: 400,
      body: { code: 'PGRST122' },
    })
    expect(await ask('/films', { headers: { prefer: 'handling=strict,timezone=Mars/Olympus' } })).toMatchObject({
      status: 400,
    })
  })
})

describe('functions', () => {
  test('overloads are told apart by the names of their arguments', async () => {
    expect(await rows('/rpc/add?a=1&b=2')).toBe(3)
    expect(await rows('/rpc/add', { method: 'POST', body: '{"a":1,"b":2,"c":3}' })).toBe(6)
    expect(await rows('/rpc/add?a=1')).toMatchObject({ code: 'PGRST202' })
  })

  test('one JSON argument without a name takes the whole body', async () => {
    expect(await rows('/rpc/echo', { method: 'POST', body: '{"any":[1,"thing"]}' })).toEqual({ any: [1, 'thing'] })
  })

  test('rows of a function are filtered, ordered and embedded like a table', async () => {
    expect(await rows('/rpc/films_of?director=1&select=title,directors(name)&year=gt.1990')).toEqual([
      { title: 'Gleaners, "and I"', directors: { name: 'Varda' } },
    ])
  })

  test('a function says the status and headers of its answer', async () => {
    const { status, headers, body } = await ask('/rpc/teapot', { method: 'POST', body: '{}' })
    expect([status, headers.get('x-kind'), headers.get('cache-control'), body]).toEqual([418, 'pot', 'no-store', 'tea'])
    expect(await ask('/rpc/bad_headers', { method: 'POST', body: '{}' })).toMatchObject({
      status: 500,
      body: { code: 'PGRST111' },
    })
  })

  test('a function refuses in its own words', async () => {
    const refuse = (kind: string) => ask('/rpc/refuse', { method: 'POST', body: JSON.stringify({ kind }) })
    expect(await refuse('status')).toMatchObject({ status: 402, body: { code: 'PT402', message: 'Payment required' } })
    const own = await refuse('json')
    expect(own).toMatchObject({ status: 451, body: { code: '123', message: 'Own words', details: 'd', hint: 'h' } })
    expect(own.headers.get('x-why')).toBe('law')
    expect(await refuse('broken')).toMatchObject({ status: 500, body: { code: 'PGRST121' } })
  })

  test('the time zone is the caller’s', async () => {
    expect(await rows('/rpc/zone', { headers: { prefer: 'timezone=America/Lima' } })).toBe('America/Lima')
  })
})

describe('the schema', () => {
  test('is described at the root, as far as the caller may use it', async () => {
    const { status, headers, body } = await ask('/')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('application/openapi+json')
    expect(body).toMatchObject({
      swagger: '2.0',
      basePath: '/rest/v1',
      paths: { '/films': { get: {}, post: {}, patch: {}, delete: {} }, '/rpc/add': { post: {}, get: {} } },
      definitions: {
        films: {
          required: ['id', 'title'],
          properties: { director_id: { type: 'integer', description: expect.stringContaining('Foreign Key') } },
        },
      },
    })
    for (const accept of ['text/html', 'application/openapi+json']) {
      expect((await ask('/', { headers: { accept } })).status, accept).toBe(200)
    }
    const visitor = (await (await server.fetch('/rest/v1/')).json()) as { paths: Record<string, unknown> }
    expect(visitor.paths['/films']).toBeUndefined()
  })

  test('is learned anew after every change, by itself', async () => {
    const name = `t_${randomUUID().slice(0, 8)}`
    expect(await ask(`/${name}`)).toMatchObject({ status: 404 })
    await server.database.owner(`create table public.${name} (id int); grant all on public.${name} to service_role`)
    await expect.poll(() => rows(`/${name}`)).toEqual([])
    await server.database.owner(
      `alter table public.${name} add column extra text default 'e'; insert into public.${name} values (1)`,
    )
    await expect.poll(() => rows(`/${name}`)).toEqual([{ id: 1, extra: 'e' }])
    await server.database.owner(`drop table public.${name}`)
    await sleep(50)
    await expect.poll(async () => (await ask(`/${name}`)).status).toBe(404)
  })
})

test('the client embeds, spreads and sorts', async () => {
  // Signed out, so that only the shape of the request matters here.
  const { error, status } = await client.from('films').select('title,...directors(name)').order('directors(name)')
  expect([status, error?.code]).toEqual([401, '42501'])
})
