import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FILES_BUCKET } from '#contract/limits.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
let ada: Person
let other: Person
beforeAll(async () => {
  server = await startServer()
  ada = await signedInPerson(server)
  other = await signedInPerson(server)
})
afterAll(() => server.stop())

/** Each call of the dashboard, as the unmodified client makes it. */
async function done<T>(call: PromiseLike<{ data: T; error: unknown }>): Promise<T> {
  const { data, error } = await call
  expect(error).toBeNull()
  return data
}

test('folders: inserted with a parent, read by name, deleted by id', async () => {
  const { client, session } = ada
  const user_id = session.user.id
  const parent = await done(
    client.from('folders').insert({ name: 'Work', user_id, parent_folder_id: null }).select().single(),
  )
  await done(client.from('folders').insert({ name: 'Contracts', user_id, parent_folder_id: parent.id }))
  expect(await done(client.from('folders').select('*').order('name'))).toMatchObject([
    { name: 'Contracts', user_id, parent_folder_id: parent.id },
    { name: 'Work', user_id, parent_folder_id: null },
  ])

  await done(client.from('folders').delete().eq('id', parent.id))
  expect(await done(client.from('folders').select('*').eq('id', parent.id))).toEqual([])
})

test('tags: in the eight colours and no other, on a file and off it again', async () => {
  const { client, session } = ada
  const user_id = session.user.id
  const tag = await done(client.from('tags').insert({ name: 'Urgent', color: '#6366f1', user_id }).select().single())
  await done(client.from('tags').insert({ name: 'Later', color: '#84cc16', user_id }))
  const unknown = await client.from('tags').insert({ name: 'Odd', color: '#123456', user_id })
  expect(unknown.error?.code).toBe('23514')
  expect(await done(client.from('tags').select('*').order('name'))).toMatchObject([
    { name: 'Later', color: '#84cc16', user_id },
    { name: 'Urgent', color: '#6366f1', user_id },
  ])

  const file = await storedFile()
  await done(client.from('file_tags').insert({ file_id: file.id, tag_id: tag.id }))
  const joined = client.from('file_tags').select('tag_id, tags(*)').eq('file_id', file.id)
  expect(await done(joined)).toMatchObject([{ tags: { name: 'Urgent', color: '#6366f1' } }])
  await done(client.from('file_tags').delete().eq('file_id', file.id).eq('tag_id', tag.id))
  expect(await done(client.from('file_tags').select('*').eq('file_id', file.id))).toEqual([])
  await done(client.from('tags').delete().eq('id', tag.id))
})

test('a file: object and record, opened, shared, no more shared, removed; nobody else sees any of it', async () => {
  const { client } = ada
  const content = randomBytes(2000)
  const older = await storedFile()
  const file = await storedFile(content)
  const list = client.from('file_records').select('*').order('created_at', { ascending: false })
  const rows = await done(list)
  expect(rows?.slice(0, 2).map(({ id }) => id)).toEqual([file.id, older.id])
  expect(rows?.[0]).toMatchObject({ ...file, is_encrypted: true, is_shared: false, last_accessed: null })
  expect(rows?.[0]?.created_at).toBeTruthy()

  const last_accessed = new Date().toISOString()
  const record = () => client.from('file_records').select('*').eq('id', file.id).single()
  const blob = await done(client.storage.from(FILES_BUCKET).download(file.storage_path))
  expect(Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(content)).toBe(true)
  await done(client.from('file_records').update({ last_accessed }).eq('id', file.id))
  expect(Date.parse((await done(record())).last_accessed)).toBe(Date.parse(last_accessed))
  for (const is_shared of [true, false]) {
    await done(client.from('file_records').update({ is_shared }).eq('id', file.id))
    expect((await done(record())).is_shared).toBe(is_shared)
  }

  expect(await done(other.client.from('file_records').select('*'))).toEqual([])
  expect((await other.client.storage.from(FILES_BUCKET).download(file.storage_path)).error).not.toBeNull()
  await other.client.from('file_records').delete().eq('id', file.id)
  expect((await done(record())).id).toBe(file.id)

  await done(client.from('file_records').delete().eq('id', file.id))
  await done(client.storage.from(FILES_BUCKET).remove([file.storage_path]))
  expect(await done(client.from('file_records').select('*').eq('id', file.id))).toEqual([])
  expect((await client.storage.from(FILES_BUCKET).download(file.storage_path)).error).not.toBeNull()
})

test('a profile with all its fields, read as a single row', async () => {
  const { client, session } = ada
  const user_id = session.user.id
  const profile = { user_id, first_name: 'Ada', last_name: 'Example', company: 'Engine', avatar_url: '/a.png' }
  await done(client.from('profiles').upsert({ ...profile, updated_at: new Date().toISOString() }))
  const saved = await done(client.from('profiles').select('*').eq('user_id', user_id).single())
  expect(saved).toMatchObject(profile)
  expect(saved.updated_at).toBeTruthy()
})

test('the audit log: pages of twenty, newest first, by category and risk', async () => {
  const { client } = ada
  await server.database.owner(
    `insert into public.system_audit_log (tenant_id, event_type, event_category, action, status, risk_level)
     select id, 'calls', 'security_incident', 'a' || n, 'blocked', 'critical'
     from public.tenants, generate_series(1, 23) as n`,
  )
  const page = (from: number) =>
    client
      .from('system_audit_log')
      .select('*')
      .order('created_at', { ascending: false })
      .eq('event_category', 'security_incident')
      .eq('risk_level', 'critical')
      .range(from, from + 19)
  const [first, second] = [await done(page(0)), await done(page(20))]
  expect([first?.length, second?.length]).toEqual([20, 3])
  expect(Object.keys(first?.[0] ?? {})).toEqual(
    expect.arrayContaining([
      'id',
      'created_at',
      'event_type',
      'event_category',
      'user_id',
      'action',
      'status',
      'risk_level',
      'details',
    ]),
  )
  const times = first?.map(({ created_at }) => created_at as string) ?? []
  expect(times).toEqual(times.toSorted().toReversed())
  for (const column of ['status', 'risk_level', 'event_category']) {
    const wrong = { event_type: 'x', event_category: 'auth', action: 'x', status: 'success', risk_level: 'low' }
    const names = Object.keys(wrong)
    const write = server.database.owner(
      `insert into public.system_audit_log (${names.join(', ')}) values ($1, $2, $3, $4, $5)`,
      Object.values({ ...wrong, [column]: 'odd' }),
    )
    await expect(write).rejects.toThrow('violates check constraint')
  }
})

/** An object and its record. */
async function storedFile(content = randomBytes(10)) {
  const { client, session } = ada
  const user_id = session.user.id
  const file_name = `${Date.now()}-${randomUUID()}.bin`
  const storage_path = `${user_id}/${file_name}`
  await done(client.storage.from(FILES_BUCKET).upload(storage_path, new Blob([content])))
  const columns = {
    user_id,
    file_name,
    original_name: 'sealed',
    file_size: content.length,
    mime_type: 'sealed',
    encryption_key: 'wrapped',
    storage_path,
    is_encrypted: true,
    is_shared: false,
  }
  const row = await done(client.from('file_records').insert(columns).select('id').single())
  return { id: String(row?.id), ...columns }
}
