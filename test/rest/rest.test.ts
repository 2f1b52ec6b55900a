import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person } from '../support/people/people.ts'
import { ada, authorised, bob, server, stageRest } from './rest-stage.ts'

stageRest()

describe('tables', () => {
  test('folders can be inserted, listed in order and deleted', async () => {
    const { client } = ada
    const inserted = await client
      .from('folders')
      .insert([{ name: 'b' }, { name: 'a' }])
      .select('id,name')
    expect(inserted.error).toBeNull()
    expect(inserted.data).toHaveLength(2)

    const listed = await client.from('folders').select('*').order('name')
    expect(listed.data?.map((row) => row.name)).toEqual(['a', 'b'])

    const removed = await client.from('folders').delete().eq('name', 'a')
    expect(removed).toMatchObject({ error: null, status: 204 })
    expect((await client.from('folders').select()).data).toHaveLength(1)
  })

  test('children and parents of a folder can be embedded', async () => {
    const { client } = ada
    const { data: top } = await client.from('folders').insert({ name: 'top' }).select().single()
    await client.from('folders').insert({ name: 'below', parent_folder_id: top.id })

    const down = await client.from('folders').select('name,folders(name)').eq('id', top.id).single()
    const up = await client.from('folders').select('name,parent:parent_folder_id(name)').eq('name', 'below').single()

    expect(down.data).toEqual({ name: 'top', folders: [{ name: 'below' }] })
    expect(up.data).toEqual({ name: 'below', parent: { name: 'top' } })
  })

  test('the tags of a file come with it, through the join table and around it', async () => {
    const { client } = ada
    const file = await addFile(ada)
    const { data: tag } = await client.from('tags').insert({ name: 'red', color: '#ef4444' }).select().single()
    expect((await client.from('file_tags').insert({ file_id: file.id, tag_id: tag.id })).error).toBeNull()

    const joined = await client.from('file_tags').select('*,tags(*)').eq('file_id', file.id)
    const direct = await client
      .from('file_records')
      .select('id,tags!inner(name)', { count: 'exact' })
      .eq('tags.name', 'red')
    const without = await client
      .from('file_records')
      .select('id,tags!inner(name)', { count: 'exact' })
      .eq('tags.name', 'no')
    const semi = await client.from('file_records').select('id,file_tags()').not('file_tags', 'is', null)

    expect(joined.data).toMatchObject([{ file_id: file.id, tags: { name: 'red' } }])
    expect(direct).toMatchObject({ count: 1, data: [{ id: file.id, tags: [{ name: 'red' }] }] })
    expect(without).toMatchObject({ count: 0, data: [] })
    expect(semi.data).toEqual([{ id: file.id }])
  })

  test('a file record changes only from the version its writer read', async () => {
    const file = await addFile(ada)
    const headers = { prefer: 'return=representation' }
    const change = { method: 'PATCH', headers, body: '{"original_name":"new","version":2}' }

    const first = await authorised(`/file_records?id=eq.${file.id}&version=eq.1&select=id`, change)
    const second = await authorised(`/file_records?id=eq.${file.id}&version=eq.1&select=id`, change)
    const path = `/file_records?id=eq.${file.id}&select=storage_path`
    const removed = await authorised(path, { method: 'DELETE', headers })

    expect(await first.json()).toEqual([{ id: file.id }])
    expect(await second.json()).toEqual([])
    expect(await removed.json()).toEqual([{ storage_path: file.storage_path }])
  })

  test('storing a record twice is one record and needs no right to update', async () => {
    const file = await addFile(ada)
    const again = await authorised('/file_records', {
      method: 'POST',
      headers: { prefer: 'return=minimal,resolution=ignore-duplicates' },
      body: JSON.stringify({
        ...file,
        file_name: 'f',
        original_name: 's',
        file_size: 1,
        mime_type: 'x',
        encryption_key: 'k',
      }),
    })

    expect(again.status).toBe(201)
    expect(await again.text()).toBe('')
    expect((await ada.client.from('file_records').select('original_name').eq('id', file.id)).data).toEqual([
      { original_name: 'sealed' },
    ])
  })

  test('a profile is one row that an upsert changes', async () => {
    const { client, session } = ada
    const user_id = session.user.id
    const saved = await client.from('profiles').upsert({ user_id, first_name: 'Ada' }).select().single()
    const named = await client.from('profiles').upsert({ user_id, company: 'Engine' }, { onConflict: 'user_id' })
    const read = await client.from('profiles').select('first_name,company').eq('user_id', user_id).single()
    const none = await client.from('profiles').select().eq('user_id', randomUUID()).single()
    const maybe = await client.from('profiles').select().eq('user_id', randomUUID()).maybeSingle()

    expect(saved.error).toBeNull()
    expect(saved.data).toMatchObject({ user_id, first_name: 'Ada' })
    expect(named.error).toBeNull()
    expect(read.data).toEqual({ first_name: 'Ada', company: 'Engine' })
    expect(none).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', message: 'Cannot coerce the result to a single JSON object' },
    })
    expect(maybe).toMatchObject({ data: null, error: null })
  })

  test('a refused singular answer takes the write back', async () => {
    const { client } = bob
    await client.from('tags').insert([{ name: 'one' }, { name: 'two' }])
    const refused = await client.from('tags').update({ name: 'same' }).not('id', 'is', null).select().single()

    expect(refused.error?.code).toBe('PGRST116')
    expect((await client.from('tags').select('name').order('name')).data).toEqual([{ name: 'one' }, { name: 'two' }])
  })
})

describe('filters and pages', () => {
  test('or, in, ilike and not combine', async () => {
    const { client } = bob
    await client.from('folders').insert(['Alpha', 'beta', 'a,b', 'gamma'].map((name) => ({ name })))
    const names = async (query: PromiseLike<{ data: Array<{ name: string }> | null }>) =>
      (await query).data?.map(({ name }) => name)
    const folders = () => client.from('folders').select('name').order('created_at').order('name')

    expect(await names(folders().in('name', ['a,b', 'gamma']))).toEqual(['a,b', 'gamma'])
    expect(await names(folders().or('name.ilike.alp*,and(name.eq.beta,name.not.is.null)'))).toEqual(['Alpha', 'beta'])
    expect(await names(folders().ilike('name', 'ALPHA'))).toEqual(['Alpha'])
    expect(await names(folders().not('name', 'in', '(Alpha,beta,gamma)'))).toEqual(['a,b'])
    expect(await names(folders().is('name', null))).toEqual([])
    expect(await names(folders().in('name', []))).toEqual([])
  })

  test('the audit log is read by page and by equality', async () => {
    await server.database.owner(
      `insert into public.system_audit_log (tenant_id, event_type, event_category, action, risk_level)
       select id, 'paging', 'auth', 'a' || n, 'high' from public.tenants, generate_series(1, 25) as n`,
    )
    const { data, count, status } = await ada.client
      .from('system_audit_log')
      .select('*', { count: 'exact' })
      .eq('event_type', 'paging')
      .eq('risk_level', 'high')
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .range(20, 39)

    expect(data).toHaveLength(5)
    expect({ count, status }).toEqual({ count: 25, status: 206 })
  })

  test('a count needs no rows', async () => {
    const head = await ada.client.from('tenants').select('*', { count: 'exact', head: true })
    const probe = await server.fetch('/rest/v1/tenants?select=count&limit=1')

    expect(head).toMatchObject({ count: 1, data: null, status: 200 })
    expect(await probe.json()).toEqual([{ count: 0 }])
  })

  test('an offset beyond the end is refused when the end is known', async () => {
    const answer = await authorised('/tenants?offset=9', { headers: { prefer: 'count=exact' } })

    expect(answer.status).toBe(416)
  })
})

describe('functions', () => {
  test('a function of no arguments answers with its rows', async () => {
    expect((await ada.client.rpc('get_user_roles')).data).toEqual([{ role: 'owner' }, { role: 'super_admin' }])
    expect((await ada.client.rpc('get_user_roles', {}, { get: true })).data).toEqual([
      { role: 'owner' },
      { role: 'super_admin' },
    ])
  })

  test('arguments go by name', async () => {
    const scalar = await ada.client.rpc('owns_folder', { folder: randomUUID() })
    const unknown = await ada.client.rpc('owns_folder', { nothing: 1 })

    expect(scalar).toMatchObject({ data: false, error: null })
    expect(unknown).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
  })

  test('a void function that is not for GET', async () => {
    expect((await authorised('/rpc/enrol_vault?payload={}')).status).toBe(405)
    const refused = await ada.client.rpc('enrol_vault', { payload: {} })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.status).toBeLessThan(500)
  })
})

describe('empty bodies', () => {
  test('an empty list inserts nothing, an empty change changes nothing', async () => {
    const headers = { prefer: 'return=representation' }
    const nothing = await authorised('/folders', { method: 'POST', body: '[]', headers })
    const same = await authorised('/folders?name=eq.x', { method: 'PATCH', body: '{}', headers })
    await server.database.owner(`
      create table public.visits (id int generated always as identity primary key, visitor uuid default auth.uid());
      grant select, insert on public.visits to authenticated;`)
    await expect.poll(async () => (await authorised('/visits?select=id')).status).toBe(200)
    const defaults = await authorised('/visits', { method: 'POST', body: '{}', headers })

    expect([nothing.status, await nothing.json()]).toEqual([201, []])
    expect([same.status, await same.json()]).toEqual([200, []])
    expect(await defaults.json()).toEqual([{ id: 1, visitor: ada.session.user.id }])
  })

  test('absent keys take their default when asked', async () => {
    const rows = [{ name: 'plain' }, { name: 'green', color: '#10b981' }]
    const { data, error } = await ada.client.from('tags').insert(rows, { defaultToNull: false }).select('name,color')

    expect(error).toBeNull()
    expect(data).toEqual([{ name: 'plain', color: '#6366f1' }, rows[1]])
  })
})

/** A stored file of `person`, as the storage service and a client leave it. */
async function addFile(person: Person): Promise<{ id: string; storage_path: string }> {
  const userId = person.session.user.id
  const id = randomUUID()
  const storage_path = `${userId}/${id}`
  await server.database.owner(
    `insert into storage.objects (bucket_id, name, owner_id) values ('encrypted-files', $1, $2)`,
    [storage_path, userId],
  )
  const { error } = await person.client
    .from('file_records')
    .upsert(
      { id, file_name: 'f', original_name: 'sealed', file_size: 1, mime_type: 'x', encryption_key: 'k', storage_path },
      { ignoreDuplicates: true },
    )
  if (error) throw error
  return { id, storage_path }
}
