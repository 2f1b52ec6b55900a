import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilmServer, startFilmServer } from '../support/films.ts'

let films: FilmServer
beforeAll(async () => {
  films = await startFilmServer()
})
afterAll(() => films.server.stop())

const ask: FilmServer['ask'] = (...asked) => films.ask(...asked)
const rows: FilmServer['rows'] = (...asked) => films.rows(...asked)

describe('writes', () => {
  test('headers-only says where the new row is', async () => {
    const headers = { prefer: 'return=headers-only' }
    const answer = await ask('/actors', { method: 'POST', body: '{"id":200,"name":"x"}', headers })
    expect([answer.status, answer.headers.get('location'), answer.body]).toEqual([201, '/actors?id=eq.200', ''])
    const link = await ask('/roles', { method: 'POST', body: '{"film_id":10,"actor_id":200}', headers })
    expect(link.headers.get('location')).toBe('/roles?film_id=eq.10&actor_id=eq.200')
  })

  test.each(['text/csv', 'application/vnd.pgrst.object+json', '*/*'])(
    'headers-only says where the new row is, also to a client that accepts %s',
    async (accept) => {
      const headers = { prefer: 'return=headers-only', accept }
      const body = JSON.stringify({ id: 210 + accept.length, name: 'x' })
      const answer = await ask('/actors', { method: 'POST', body, headers })
      expect([answer.status, answer.headers.get('location')]).toEqual([201, `/actors?id=eq.${210 + accept.length}`])
    },
  )

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
    expect(await rows('/rpc/add?a=1&b=2&z=3')).toMatchObject({ code: 'PGRST202' })
    expect(await rows('/rpc/add?a=1&b=2&order=')).toBe(3)
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
      paths: {
        '/films': { get: {}, post: {}, patch: {}, delete: {} },
        '/rpc/add': { post: { responses: { 200: { schema: { type: 'integer', format: 'integer' } } } }, get: {} },
        '/rpc/films_of': {
          get: { responses: { 200: { schema: { type: 'array', items: { $ref: '#/definitions/films' } } } } },
        },
      },
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
    const visitor = (await (await films.server.fetch('/rest/v1/')).json()) as { paths: Record<string, unknown> }
    expect(visitor.paths['/films']).toBeUndefined()
  })

  test('is read again after every change, by itself', async () => {
    const name = `t_${randomUUID().slice(0, 8)}`
    expect(await ask(`/${name}`)).toMatchObject({ status: 404 })
    await films.server.database.owner(
      `create table public.${name} (id int); grant all on public.${name} to service_role`,
    )
    await expect.poll(() => rows(`/${name}`)).toEqual([])
    await films.server.database.owner(
      `alter table public.${name} add column extra text default 'e'; insert into public.${name} values (1)`,
    )
    await expect.poll(() => rows(`/${name}`)).toEqual([{ id: 1, extra: 'e' }])
    await films.server.database.owner(`drop table public.${name}`)
    await expect.poll(async () => (await ask(`/${name}`)).status).toBe(404)
  })
})
