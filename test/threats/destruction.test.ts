import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../support/people/people.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { enforced, nextCode, noticed } from './noticed.ts'
import { deleteForever, idOf, personElsewhere, sessionOf, storeRecords } from './records.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const storeRows = (person: Person, count: number) => storeRecords(server, person, count)
const countOf = async (person: Person) =>
  (await person.client.from('file_records').select('*', { count: 'exact', head: true })).count

test('one statement that deletes most of a vault changes nothing, freezes its person, and says what helps', async () => {
  const anna = await personElsewhere(server)
  const files = await storeRows(anna, 60)
  const { error } = await deleteForever(anna, files)
  expect(error).toMatchObject({ code: 'QS424', hint: 'Confirm on the Security page that it is you' })
  expect(await countOf(anna)).toBe(60)
  expect(await noticed(server, idOf(anna))).toMatchObject([
    {
      detector: 'mass_destruction',
      enforcement: 'freeze',
      reasons: [{ code: 'files_destroyed', files: 60, most: 20 }],
    },
  ])
  expect(await enforced(server, idOf(anna))).toEqual(['freeze'])

  // Frozen: not one file more, while reading and adding go on.
  expect((await deleteForever(anna, files.slice(0, 1))).error).toMatchObject({ code: 'QS423' })
  const replaced = await anna.client
    .from('file_records')
    .update({ content_id: randomUUID() })
    .eq('id', files[0] ?? '')
  expect(replaced.error).toMatchObject({ code: 'QS423' })
  expect(await countOf(anna)).toBe(60)
  await storeRows(anna, 1)

  // Back within a mail, without an administrator; the password alone does not do it.
  const headers = { authorization: `Bearer ${anna.session.access_token}`, 'content-type': 'application/json' }
  const prove = (body: unknown) =>
    server.fetch('/auth/v1/reauthenticate', { method: 'POST', headers, body: JSON.stringify(body) })
  expect((await prove({ current_password: anna.password })).status).toBe(204)
  expect(await enforced(server, idOf(anna))).toEqual(['freeze'])
  await server.fetch('/auth/v1/reauthenticate', { headers })
  expect((await prove({ nonce: await nextCode(server, anna.email) })).status).toBe(204)
  expect(await enforced(server, idOf(anna))).toEqual([])
  expect((await deleteForever(anna, files.slice(0, 1))).error).toBeNull()
})

test('file by file it stops at the limit, counted over all requests', async () => {
  const ben = await personElsewhere(server)
  const files = await storeRows(ben, 40)
  let deleted = 0
  for (const file of files) {
    const { error } = await deleteForever(ben, [file])
    if (error) break
    deleted += 1
  }
  expect(deleted).toBe(20)
  expect(await countOf(ben)).toBe(20)
  expect(await enforced(server, idOf(ben))).toEqual(['freeze'])
})

test('a pause that nobody lifts ends after a day', async () => {
  const hugo = await personElsewhere(server)
  const files = await storeRows(hugo, 30)
  await deleteForever(hugo, files)
  expect((await deleteForever(hugo, files.slice(0, 1))).error).toMatchObject({ code: 'QS423' })
  const frozen = {
    table: 'public.threat_enforcements',
    where: 'r.user_id = $1',
    values: [idOf(hugo)],
    columns: ['until'],
  }
  await ageRows(server.database, frozen, '23 hours')
  expect((await deleteForever(hugo, files.slice(0, 1))).error).toMatchObject({ code: 'QS423' })
  await ageRows(server.database, frozen, '2 hours')
  expect((await deleteForever(hugo, files.slice(0, 1))).error).toBeNull()
})

test('replaced contents count as well', async () => {
  const cleo = await personElsewhere(server)
  const files = await storeRows(cleo, 30)
  const replace = (ids: string[]) => cleo.client.from('file_records').update({ content_id: randomUUID() }).in('id', ids)
  expect((await replace(files)).error).toMatchObject({ code: 'QS424' })
  expect(await enforced(server, idOf(cleo))).toEqual(['freeze'])
})

test('content that a file refers to is not overwritten, and its key not without it', async () => {
  const ida = await personElsewhere(server)
  const [file = ''] = await storeRows(ida, 1)
  const upload = await ida.client.storage
    .from('encrypted-files')
    .upload(`${idOf(ida)}/${file}`, Buffer.from('junk'), { upsert: true, contentType: 'application/octet-stream' })
  expect(upload.error?.message).toMatch(/still points at this object/)
  await server.database.owner(`update file_records set manifest = '{"v":2,"version":1}' where id = $1`, [file])
  for (const change of [{ encryption_key: 'gone' }, { encryption_key: 'gone', file_name: 'x' }]) {
    const { error } = await ida.client.from('file_records').update(change).eq('id', file)
    expect(error).toMatchObject({ code: '23514' })
  }
})

test('keys that are wrapped for another epoch count as nothing lost', async () => {
  const jon = await personElsewhere(server)
  await storeRows(jon, 30)
  const { error } = await jon.client
    .from('file_records')
    .update({ encryption_key: 'another', space_epoch: 7 })
    .eq('user_id', idOf(jon))
  expect(error).toBeNull()
  expect(await noticed(server, idOf(jon))).toEqual([])
})

test('content that is replaced counts where no version of it is kept, and where a client saw it turn into something else', async () => {
  const lou = await personElsewhere(server)
  const files = await storeRows(lou, 30)
  const replace = (ids: string[]) => lou.client.from('file_records').update({ content_id: randomUUID() }).in('id', ids)
  expect((await replace(files)).error).toMatchObject({ code: 'QS424' })

  const mia = await personElsewhere(server)
  const signed = await storeRows(mia, 30)
  await server.database.owner(
    `with home as (insert into spaces (tenant_id, owner_id) select tenant_id, user_id from profiles where user_id = $1 returning id)
     update file_records f set manifest = '{}', manifest_signature = 'x', space_id = h.id, space_epoch = 1 from home h where f.user_id = $1`,
    [idOf(mia)],
  )
  const next = { manifest: '{"version":2}', version: 2 }
  const replaceSigned = async (id: string) =>
    mia.client
      .from('file_records')
      .update({ ...next, content_id: randomUUID(), storage_path: await newObject(mia) })
      .eq('id', id)
  for (const id of signed.slice(0, 25)) expect((await replaceSigned(id)).error).toBeNull()
  expect(await noticed(server, idOf(mia))).toEqual([])
  for (const id of signed.slice(25)) {
    await mia.client.rpc('hint_replacement', { file: id, hint: 'random' })
    await replaceSigned(id)
  }
  const { rows } = await server.database.owner('select from threats.destroyed where user_id = $1', [idOf(mia)])
  expect(rows).toHaveLength(5)
})

/** An object of the person that no file names yet. @returns its path. */
async function newObject(person: Person): Promise<string> {
  const name = `${idOf(person)}/${randomUUID()}`
  await server.database.owner(
    `insert into storage.objects (bucket_id, name, owner, owner_id, size_bytes, checksum, blob_id)
     values ('encrypted-files', $1, $2::uuid, $2, 1, 'x', gen_random_uuid())`,
    [name, idOf(person)],
  )
  return name
}

test('two transactions at once count together', async () => {
  const kim = await personElsewhere(server)
  const files = await storeRows(kim, 40)
  const caller = {
    role: 'authenticated',
    claims: { sub: idOf(kim), role: 'authenticated', session_id: sessionOf(kim) },
  } as const
  const remove = (ids: string[], meanwhile: () => Promise<unknown>) =>
    server.database.asCaller(caller, async (db) => {
      await db.query({ text: 'delete from file_records where id = any ($1)', values: [ids] })
      await meanwhile()
    })
  let second: Promise<unknown> | undefined
  await remove(files.slice(0, 20), async () => {
    second = remove(files.slice(20), async () => undefined).catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 200))
  })
  expect(await second).toMatchObject({ code: 'QS424' })
  expect(await countOf(kim)).toBe(20)
})

test('a clean-up below the limit, and emptying what has lain in the trash for a day, freeze nobody', async () => {
  const dora = await personElsewhere(server)
  const files = await storeRows(dora, 100)
  expect((await deleteForever(dora, files.slice(0, 20))).error).toBeNull()
  const rest = files.slice(20)
  await dora.client.from('file_records').update({ trashed_at: new Date().toISOString() }).in('id', rest)
  await ageRows(
    server.database,
    { table: 'public.file_records', where: 'r.user_id = $1', values: [idOf(dora)], columns: ['trashed_at'] },
    '25 hours',
  )
  expect((await deleteForever(dora, rest)).error).toBeNull()
  expect(await noticed(server, idOf(dora))).toEqual([])
})

test('a dry run lets it pass and says what would have been done; off says nothing', async () => {
  const tune = (mode: string) =>
    server.database.owner(
      `insert into threat_settings (tenant_id, detector, mode) select id, 'mass_destruction', $1 from tenants where is_default
       on conflict (tenant_id, detector) do update set mode = excluded.mode`,
      [mode],
    )
  const emil = await personElsewhere(server)
  await tune('dry_run')
  expect((await deleteForever(emil, await storeRows(emil, 30))).error).toBeNull()
  expect(await noticed(server, idOf(emil))).toMatchObject([
    { detector: 'mass_destruction', enforcement: 'freeze', is_dry_run: true },
  ])
  expect(await enforced(server, idOf(emil))).toEqual([])
  await tune('off')
  const flo = await personElsewhere(server)
  expect((await deleteForever(flo, await storeRows(flo, 30))).error).toBeNull()
  expect(await noticed(server, idOf(flo))).toEqual([])
  await tune('enforce')
})

test('an account that is deleted takes its files with it, frozen or not', async () => {
  const gus = await personElsewhere(server)
  await deleteForever(gus, await storeRows(gus, 30))
  expect(await enforced(server, idOf(gus))).toEqual(['freeze'])
  await server.database.owner('delete from file_records where user_id = $1', [idOf(gus)])
  expect(await countOf(gus)).toBe(0)
})
