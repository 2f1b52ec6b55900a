import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ada, authorised, bob, server, stageRest } from './rest-stage.ts'

stageRest()

describe('who may', () => {
  test('nobody meets the rows of another person', async () => {
    const { data } = await ada.client.from('folders').insert({ name: 'hers' }).select().single()

    expect((await bob.client.from('folders').select().eq('id', data.id)).data).toEqual([])
    expect((await bob.client.from('folders').update({ name: 'his' }).eq('id', data.id).select()).data).toEqual([])
    await bob.client.from('folders').delete().eq('id', data.id)
    expect((await ada.client.from('folders').select('name').eq('id', data.id)).data).toEqual([{ name: 'hers' }])
    const forged = await bob.client.from('folders').insert({ name: 'x', user_id: ada.session.user.id })
    expect(forged).toMatchObject({ status: 403, error: { code: '42501' } })
  })

  test('a visitor is asked to sign in, a person is refused', async () => {
    expect(await server.client().from('folders').select()).toMatchObject({ status: 401, error: { code: '42501' } })
    const own = { user_id: ada.session.user.id }
    expect(await ada.client.from('file_records').update(own).eq('id', randomUUID())).toMatchObject({ status: 403 })
    // Visitors may read these, so a bearer that is no token must not be taken for none.
    const apikey = server.secrets.publishableKeys[0]
    for (const [bearer, status] of [
      [apikey, 200],
      ['garbage', 401],
    ]) {
      const headers = { apikey, authorization: `Bearer ${bearer}` }
      expect((await server.fetch('/rest/v1/certifications?select=name', { headers })).status).toBe(status)
    }
    const forged = await server.fetch('/rest/v1/folders', { headers: { authorization: 'Bearer a.b.c' } })
    expect(forged.status).toBe(401)
    expect(await forged.json()).toMatchObject({ code: 'PGRST301', details: null, hint: null })
  })
})

describe('refusals', () => {
  test.each([
    ['/nothing', 404, 'PGRST205'],
    ['/pg_class', 404, 'PGRST205'],
    ['/folders?select=nothing', 400, '42703'],
    ['/folders?nothing=eq.1', 400, '42703'],
    ['/folders?order=nothing', 400, '42703'],
    ['/folders?select=audit_events(*)', 400, 'PGRST200'],
    ['/folders?tags.name=eq.1', 400, 'PGRST108'],
    ['/folders?name=resembles.x', 400, 'PGRST100'],
    ['/folders?id=eq.x', 400, '22P02'],
    ['/folders?name=eq.%00', 400, '22021'],
    ['/folders?select=a%00:name', 400, 'PGRST100'],
    ['/folders?limit=-1', 416, 'PGRST103'],
    ['/folders?select=name::regclass', 400, '42704'],
    ['/folders?select=name.sum()', 400, 'PGRST123'],
    ['/rpc/nothing', 404, 'PGRST202'],
    ['/rpc/a/b', 404, 'PGRST125'],
  ])('%s', async (path, status, code) => {
    const answer = await authorised(path)

    expect(answer.status).toBe(status)
    const body = await answer.json()
    expect(body.code).toBe(code)
    expect(Object.keys(body).sort()).toEqual(['code', 'details', 'hint', 'message'])
  })

  test('a key that is no column, and a body that is no JSON', async () => {
    expect((await ada.client.from('folders').insert({ nothing: 1 })).error?.code).toBe('PGRST204')
    for (const body of ['{', '', '1', '[1]', 'null']) {
      const answer = await authorised('/folders', { method: 'POST', body })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ code: 'PGRST102' })
    }
    expect((await authorised('/folders', { method: 'POST', body: `"${'x'.repeat(1_100_000)}"` })).status).toBe(413)
  })

  test('a write that names no rows', async () => {
    for (const method of ['DELETE', 'PATCH']) {
      const answer = await authorised('/folders', { method, body: '{"name":"x"}' })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        code: '21000',
        message: expect.stringContaining('requires a WHERE clause'),
      })
    }
  })

  test('SQL in the place of a name stays a name', async () => {
    const attack = `name" from auth.users; drop table public.folders; --`
    const quoted = encodeURIComponent(`"${attack.replaceAll('"', '\\"')}"`)

    const aliased = await authorised(`/folders?select=${quoted}:name&limit=1`)
    expect(Object.keys((await aliased.json())[0])[0]).toBe(attack.slice(0, 63))
    for (const query of [
      `select=${quoted}`,
      `order=${quoted}`,
      `${quoted}=eq.1`,
      `select=name::${quoted}`,
      `or=(${quoted}.eq.1)`,
    ]) {
      expect((await authorised(`/folders?${query}`)).status).toBe(400)
    }
    const value = await ada.client.from('folders').select().eq('name', `' or true --`)
    expect(value.data).toEqual([])
  })
})
