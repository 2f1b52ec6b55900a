import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PLANS, TIERS } from '#contract/plans.ts'
import { entitlement } from '#server/billing/entitlement.ts'
import type { Status } from '#server/billing/provider.ts'
import { collectGarbage } from '#server/storage/blobs/collector.ts'
import { quotaTasks, saveQuota } from '#server/storage/quota.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { PART, type StorageApp, random, startStorage } from '../support/server/storage-app.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

const BUCKET = 'encrypted-files'
const FREE = 10 * PART
const DAY_MS = 24 * 60 * 60 * 1000
const REFUSED = { statusCode: '413', error: 'Quota reached', code: 'QuotaReached' }

let server: TestServer
let storage: StorageApp
beforeAll(async () => {
  server = await startServer({ FREE_STORAGE_BYTES: String(FREE) })
  storage = await startStorage(server)
})
afterAll(async () => {
  await storage.stop()
  await server.stop()
})

const filesOf = ({ client }: Person) => client.storage.from(BUCKET)
const keyOf = ({ session }: Person, name: string) => `${session.user.id}/${name}`
const put = (person: Person, name: string, sizeBytes: number, upsert = false) =>
  filesOf(person).upload(keyOf(person, name), random(sizeBytes), { upsert })

/** What the server says is used and allowed, once as it is and once with all changes added up. */
async function usage(
  person: Person,
): Promise<{ used_bytes: number; limit_bytes: number | null; is_own_limit: boolean }> {
  const ask = async () => (await person.client.rpc('storage_usage').single()).data
  const before = await ask()
  await quotaTasks({ database: server.database }).tasks['storage:fold_usage']?.({})
  const after = await ask()
  expect(after).toEqual(before)
  return after as { used_bytes: number; limit_bytes: number | null; is_own_limit: boolean }
}

async function subscribe({ session }: Person, row: { plan: string; status?: Status; endsInMs?: number }) {
  const { plan, status = 'active', endsInMs = 30 * DAY_MS } = row
  await server.database.owner(
    `insert into subscriptions (id, user_id, provider, plan, status, current_period_end, sync_order)
     values ($1, $2, 'sandbox', $3, $4, $5, 1)`,
    [crypto.randomUUID(), session.user.id, plan, status, new Date(Date.now() + endsInMs)],
  )
}

const create = (person: Person, name: string, sizeBytes: number) => {
  const metadata = `bucketName ${btoa(BUCKET)},objectName ${btoa(keyOf(person, name))}`
  return server.fetch('/storage/v1/upload/resumable', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.session.access_token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(sizeBytes),
      'upload-metadata': metadata,
    },
  })
}

const ofUpload = (person: Person, created: Response, init: { method: string; body?: Uint8Array<ArrayBuffer> }) =>
  server.fetch(new URL(created.headers.get('location') ?? '').pathname, {
    ...init,
    headers: {
      authorization: `Bearer ${person.session.access_token}`,
      'tus-resumable': '1.0.0',
      ...(init.body ? { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' } : {}),
    },
  })

/** How many blocks a statement looks at, once the connection knows the tables. */
async function blocksRead(statement: string): Promise<number | undefined> {
  type Explained = { 'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number } }[] }
  return server.database.asOwner(async (db) => {
    await db.query({ text: statement })
    const { rows } = await db.query<Explained>({ text: `explain (analyze, buffers, format json) ${statement}` })
    return rows[0]?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks']
  })
}

describe('storage of a plan', () => {
  test('is counted: what is stored, replaced, copied, moved and deleted', async () => {
    const me = await signedInPerson(server)
    expect(await usage(me)).toEqual({ used_bytes: 0, limit_bytes: FREE, is_own_limit: false })

    await put(me, 'a', 1000)
    await put(me, 'b', 500)
    await put(me, 'b', 700, true)
    await filesOf(me).copy(keyOf(me, 'a'), keyOf(me, 'c'))
    await filesOf(me).move(keyOf(me, 'b'), keyOf(me, 'd'))

    expect(await usage(me)).toMatchObject({ used_bytes: 2700 })
    await filesOf(me).remove([keyOf(me, 'a'), keyOf(me, 'd')])
    expect(await usage(me)).toMatchObject({ used_bytes: 1000 })
  })

  test('refuses what does not fit, by every way in, and leaves no bytes of it', async () => {
    const me = await signedInPerson(server)
    expect((await put(me, 'full', FREE - 100)).error).toBeNull()
    const { rows } = await server.database.owner<{ count: string }>('select count(*) from storage.orphan_blobs')

    for (const sizeBytes of [101, 2 * 1024 * 1024]) {
      expect((await put(me, 'more', sizeBytes)).error).toMatchObject({ statusCode: '413', message: expect.any(String) })
    }
    const raw = await server.fetch(`/storage/v1/object/${BUCKET}/${keyOf(me, 'more')}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${me.session.access_token}` },
      body: random(101),
    })
    expect([raw.status, await raw.json()]).toEqual([400, { ...REFUSED, message: expect.any(String) }])
    const created = await create(me, 'more', 101)
    expect([created.status, await created.json()]).toEqual([413, { ...REFUSED, message: expect.any(String) }])
    expect((await filesOf(me).copy(keyOf(me, 'full'), keyOf(me, 'copy'))).error).toMatchObject({ statusCode: '413' })
    expect((await put(me, 'full', FREE + 1, true)).error).toMatchObject({ statusCode: '413' })
    const { data: signed } = await filesOf(me).createSignedUploadUrl(keyOf(me, 'signed'))
    const bySignature = await filesOf(me).uploadToSignedUrl(keyOf(me, 'signed'), signed?.token ?? '', random(101))
    expect(bySignature.error).toMatchObject({ statusCode: '413' })

    expect((await filesOf(me).list(me.session.user.id)).data?.map(({ name }) => name)).toEqual(['full'])
    const after = await server.database.owner<{ count: string }>('select count(*) from storage.orphan_blobs')
    // The one that was left is the blob of the last object that nobody deleted: noted, and in use.
    expect(after.rows[0]?.count).toBe(rows[0]?.count)
    expect((await put(me, 'rest', 100)).error).toBeNull()
    expect(await usage(me)).toMatchObject({ used_bytes: FREE })
  })

  test('of one person is not that of another', async () => {
    const [full, other] = [await signedInPerson(server), await signedInPerson(server)]
    await put(full, 'full', FREE)

    expect((await put(full, 'more', 1)).error).toMatchObject({ statusCode: '413' })
    expect((await put(other, 'first', FREE)).error).toBeNull()
  })

  test('counts what an unfinished upload announced, once, until it is stored, given up or expired', async () => {
    const me = await signedInPerson(server)
    const begun = await create(me, 'begun', FREE - 10)
    expect(begun.status).toBe(201)
    expect(await usage(me)).toMatchObject({ used_bytes: FREE - 10 })
    expect((await create(me, 'second', 11)).status).toBe(413)
    expect((await put(me, 'second', 11)).error).toMatchObject({ statusCode: '413' })

    expect((await ofUpload(me, begun, { method: 'PATCH', body: random(FREE - 10) })).status).toBe(204)
    expect(await usage(me)).toMatchObject({ used_bytes: FREE - 10 })
    await filesOf(me).remove([keyOf(me, 'begun')])
    expect(await usage(me)).toMatchObject({ used_bytes: 0 })

    const givenUp = await create(me, 'given up', FREE)
    expect((await ofUpload(me, givenUp, { method: 'DELETE' })).status).toBe(204)
    expect((await create(me, 'expires', FREE)).status).toBe(201)
    await server.database.owner(
      `update storage.uploads set expires_at = now() - interval '61 minutes' where name = $1`,
      [keyOf(me, 'expires')],
    )
    await collectGarbage(server.database, storage.store)
    expect(await usage(me)).toMatchObject({ used_bytes: 0 })
  })

  test('two uploads at once do not both slip through', async () => {
    const me = await signedInPerson(server)
    const half = FREE / 2
    const announced = await Promise.all(Array.from({ length: 8 }, (_, at) => create(me, `announced ${at}`, half - 100)))
    expect(announced.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      201,
      201,
      ...Array<number>(6).fill(413),
    ])

    const sent = await Promise.all(Array.from({ length: 8 }, (_, at) => put(me, `sent ${at}`, 150)))
    expect(sent.filter(({ error }) => error === null)).toHaveLength(1)
    expect(await usage(me)).toMatchObject({ used_bytes: FREE - 50 })
  })
})

describe('the limit', () => {
  test('is that of the plan', async () => {
    for (const plan of TIERS) {
      const me = await signedInPerson(server)
      await subscribe(me, { plan })
      expect(await usage(me)).toMatchObject({ limit_bytes: PLANS[plan].storageBytes })
    }
  })

  test('comes from the subscription that billing counts', async () => {
    const states: Status[] = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled']
    for (const status of states) {
      for (const endsInMs of [DAY_MS, -DAY_MS, -4 * DAY_MS]) {
        const me = await signedInPerson(server)
        await subscribe(me, { plan: 'guardian', status, endsInMs })
        const counts = entitlement(
          [{ plan: 'guardian', status, current_period_end: new Date(Date.now() + endsInMs) }],
          new Date(),
        )
        const { limit_bytes } = await usage(me)
        expect([status, endsInMs, limit_bytes]).toEqual([status, endsInMs, counts ? PLANS.guardian.storageBytes : FREE])
      }
    }
  })

  test('that falls takes nothing away, lets what was begun end, and refuses what is new', async () => {
    const me = await signedInPerson(server)
    await subscribe(me, { plan: 'guardian' })
    expect((await put(me, 'kept', 2 * FREE)).error).toBeNull()
    const begun = await create(me, 'begun', 1000)
    await server.database.owner(`update subscriptions set status = 'canceled' where user_id = $1`, [me.session.user.id])

    expect((await put(me, 'new', 1)).error).toMatchObject({ statusCode: '413' })
    expect((await create(me, 'new', 1)).status).toBe(413)
    expect((await ofUpload(me, begun, { method: 'PATCH', body: random(1000) })).status).toBe(204)
    expect((await put(me, 'kept', 2 * FREE - 1, true)).error).toBeNull()
    expect((await filesOf(me).download(keyOf(me, 'kept'))).data?.size).toBe(2 * FREE - 1)
    expect(await usage(me)).toEqual({ used_bytes: 2 * FREE - 1 + 1000, limit_bytes: FREE, is_own_limit: false })
  })

  test('is not there where the operator set none', async () => {
    const me = await signedInPerson(server)
    await saveQuota(server.database, { ...server.config, freeStorageBytes: undefined })
    try {
      expect(await usage(me)).toEqual({ used_bytes: 0, limit_bytes: null, is_own_limit: false })
      expect((await put(me, 'large', FREE + 1)).error).toBeNull()
    } finally {
      await saveQuota(server.database, server.config)
    }
  })
})

describe('the count', () => {
  test('reads a handful of rows, however many objects a person has', async () => {
    const me = await signedInPerson(server)
    await server.database.owner(
      `insert into storage.objects (bucket_id, name, owner, size_bytes)
       select '${BUCKET}', $1 || '/' || n, $1::uuid, 1 from generate_series(1, 5000) n`,
      [me.session.user.id],
    )
    await quotaTasks({ database: server.database }).tasks['storage:fold_usage']?.({})

    // As autovacuum does soon after.
    await server.database.owner('vacuum storage.usage_changes')
    for (const asked of ['bytes_used', 'has_all_files']) {
      expect(await blocksRead(`select storage.${asked}('${me.session.user.id}')`), asked).toBeLessThan(50)
    }
    expect(await usage(me)).toMatchObject({ used_bytes: 5000 })
  })

  test("is nobody else's to read or to change, and goes with the account", async () => {
    const me = await signedInPerson(server)
    await put(me, 'a', 1000)
    await server.database.owner('select storage.fold_usage()')
    for (const statement of [
      'select * from storage.usage',
      'select * from storage.usage_changes',
      'select * from storage.quota_settings',
      'select storage.bytes_used(auth.uid())',
      'select storage.fold_usage()',
    ]) {
      const caller = { role: 'authenticated' as const, claims: { sub: me.session.user.id } }
      await expect(server.database.oneAsCaller(caller, { text: statement })).rejects.toThrow('permission denied')
    }
    expect((await server.client().rpc('storage_usage')).error?.code).toBe('42501')

    const secret = fs.readFileSync(path.join(server.config.dataDir, 'secrets', 'secret-key'), 'utf8').trim()
    const removed = await fetch(`${server.url}/auth/v1/admin/users/${me.session.user.id}`, {
      method: 'DELETE',
      headers: { apikey: secret, authorization: `Bearer ${secret}` },
    })
    expect(removed.status).toBe(200)
    await server.database.owner('select storage.fold_usage()')
    const left = await server.database.owner('select from storage.usage where owner = $1', [me.session.user.id])
    expect(left.rowCount).toBe(0)
  })
})
