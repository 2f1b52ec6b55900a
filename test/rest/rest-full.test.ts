import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilmServer, startFilmServer } from '../support/films.ts'

let films: FilmServer
beforeAll(async () => {
  films = await startFilmServer()
})
afterAll(() => films.server.stop())

const ask: FilmServer['ask'] = (...asked) => films.ask(...asked)
const rows: FilmServer['rows'] = (...asked) => films.rows(...asked)

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
    await films.server.database.owner(
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

test('the client embeds, spreads and sorts', async () => {
  // Signed out, so that only the shape of the request matters here.
  const { error, status } = await films.server
    .client()
    .from('films')
    .select('title,...directors(name)')
    .order('directors(name)')
  expect([status, error?.code]).toEqual([401, '42501'])
})
