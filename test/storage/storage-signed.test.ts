import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import * as tus from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectGarbage } from '#server/storage/blobs/collector.ts'
import { createDiskStore } from '#server/storage/blobs/disk-store.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

const BUCKET = 'encrypted-files'
let server: TestServer
let ada: Person
let bob: Person
let me: string
let service: SupabaseClient
beforeAll(async () => {
  server = await startServer()
  ada = await signedInPerson(server)
  bob = await signedInPerson(server)
  me = ada.session.user.id
  const key = fs.readFileSync(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8').trim()
  service = createClient(server.url, key, { auth: { persistSession: false, autoRefreshToken: false } })
})
afterAll(() => server.stop())

const files = (person: Person = ada) => person.client.storage.from(BUCKET)
const content = Buffer.from('some sealed bytes')
async function stored(name = `${me}/${randomUUID()}.bin`): Promise<string> {
  const { error } = await files().upload(name, content)
  if (error) throw error
  return name
}
const downloaded = async (name: string) =>
  Buffer.from((await (await files().download(name)).data?.arrayBuffer()) ?? new ArrayBuffer())
const plain = (target: string, init?: RequestInit) => fetch(`${server.url}/storage/v1${target}`, init)
const code = async (answer: Response) => ((await answer.json()) as { code: string }).code

describe('a signed download', () => {
  test('needs no session, no key, and ends by itself', async () => {
    const name = await stored(`${me}/with a space ${randomUUID()}.bin`)
    const { data, error } = await files().createSignedUrl(name, 60, { download: 'plan.bin' })
    expect(error).toBeNull()
    const answer = await fetch(data?.signedUrl ?? '')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content)
    expect(answer.headers.get('content-disposition')).toContain('filename="plan.bin"')
    expect(new Date(answer.headers.get('expires') ?? '').getTime()).toBeGreaterThan(Date.now())
    // The client encodes its own parameter twice; by the standard this is the name.
    const named = await fetch(`${data?.signedUrl.split('&download')[0]}&download=${encodeURIComponent('Plän "1".bin')}`)
    expect(named.headers.get('content-disposition')).toContain("filename*=UTF-8''Pl%C3%A4n%20%221%22.bin")
    const ranged = await fetch(data?.signedUrl ?? '', { headers: { range: 'bytes=5-10' } })
    expect([ranged.status, await ranged.text()]).toEqual([206, 'sealed'])

    const short = await files().createSignedUrl(name, 1)
    server.clock.advance(1.1)
    expect(await code(await fetch(short.data?.signedUrl ?? ''))).toBe('ExpiredToken')
    server.clock.reset()
  })

  test('lasts a day at most, and no longer than its signer may read', async () => {
    const name = await stored()
    expect((await files().createSignedUrl(name, 86_401)).error).toMatchObject({ statusCode: '400' })
    const { data } = await files().createSignedUrl(name, 86_400)
    const address = data?.signedUrl ?? ''
    expect((await fetch(address)).status).toBe(200)
    // As when a grant ends: row-level security no longer shows the object to who signed.
    await server.database.owner('update storage.objects set name = $2 where name = $1', [name, `${randomUUID()}/x`])
    expect(await code(await fetch(address))).toBe('NoSuchKey')

    const gone = await signedInPerson(server)
    const theirs = `${gone.session.user.id}/${randomUUID()}`
    await files(gone).upload(theirs, content)
    const signed = await files(gone).createSignedUrl(theirs, 60)
    await service.auth.admin.updateUserById(gone.session.user.id, { ban_duration: '24h' })
    expect(await code(await fetch(signed.data?.signedUrl ?? ''))).toBe('InvalidSignature')
  })

  test('opens its own object and nothing else', async () => {
    const [mine, other] = [await stored(), await stored()]
    const { data } = await files().createSignedUrl(mine, 60)
    const token = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? ''
    expect(await code(await plain(`/object/sign/${BUCKET}/${other}?token=${token}`))).toBe('InvalidSignature')
    expect(await code(await plain(`/object/sign/${BUCKET}/${mine}?token=x.y.z`))).toBe('InvalidJWT')
    expect(await code(await plain(`/object/sign/${BUCKET}/${mine}`))).toBe('InvalidJWT')
    const session = ada.session.access_token
    expect(await code(await plain(`/object/sign/${BUCKET}/${mine}?token=${session}`))).toBe('InvalidJWT')
    const forged = await new SignJWT({ url: `${BUCKET}/${mine}`, scope: 'download' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(server.secrets.serverSecret)
    expect(await code(await plain(`/object/sign/${BUCKET}/${mine}?token=${forged}`))).toBe('InvalidJWT')
    expect(
      await code(await plain(`/object/upload/sign/${BUCKET}/${mine}?token=${token}`, { method: 'PUT', body: 'x' })),
    ).toBe('InvalidSignature')
  })

  test('is signed only by who may read', async () => {
    const name = await stored()
    expect((await files(bob).createSignedUrl(name, 60)).error).toMatchObject({ statusCode: '404' })
    const { data } = await files(bob).createSignedUrls([name], 60)
    expect(data).toEqual([
      { error: expect.stringContaining('do not have access'), path: name, signedUrl: null, signedURL: null },
    ])
    const many = await files().createSignedUrls([name, `${me}/missing`], 60)
    expect(many.data?.map(({ error }) => error === null)).toEqual([true, false])
    expect((await fetch(many.data?.[0]?.signedUrl ?? '')).status).toBe(200)
    expect((await files().createSignedUrl(name, 0)).error).not.toBeNull()
  })
})

describe('a signed upload', () => {
  test('stores once as who signed it, and replaces only where that was signed', async () => {
    const name = `${me}/${randomUUID()}.bin`
    const { data, error } = await files().createSignedUploadUrl(name)
    expect(error).toBeNull()
    const visitor = server.client().storage.from(BUCKET)
    const first = await visitor.uploadToSignedUrl(name, data?.token ?? '', content)
    expect(first).toMatchObject({ error: null, data: { path: name } })
    expect((await visitor.uploadToSignedUrl(name, data?.token ?? '', content)).error).toMatchObject({
      statusCode: '409',
    })
    expect(await downloaded(name)).toEqual(content)

    const upsert = await files().createSignedUploadUrl(name, { upsert: true })
    expect((await visitor.uploadToSignedUrl(name, upsert.data?.token ?? '', Buffer.from('new'))).error).toBeNull()
    expect(await (await files().download(name)).data?.text()).toBe('new')
  })

  test('is signed only by who may store there', async () => {
    expect((await files(bob).createSignedUploadUrl(`${me}/${randomUUID()}`)).error).toMatchObject({ statusCode: '403' })
    const name = `${me}/${randomUUID()}`
    const { data } = await files().createSignedUploadUrl(name)
    const elsewhere = await server
      .client()
      .storage.from(BUCKET)
      .uploadToSignedUrl(`${name}x`, data?.token ?? '', content)
    expect(elsewhere.error).not.toBeNull()
    const download = await files().createSignedUrl(await stored(), 60)
    const token = new URL(download.data?.signedUrl ?? '').searchParams.get('token') ?? ''
    expect((await server.client().storage.from(BUCKET).uploadToSignedUrl(name, token, content)).error).not.toBeNull()
  })

  test('ends with the account that signed it', async () => {
    const [banned, deleted] = [await signedInPerson(server), await signedInPerson(server)]
    const targets = await Promise.all(
      [banned, deleted].map(async (person) => {
        const { data } = await files(person).createSignedUploadUrl(`${person.session.user.id}/${randomUUID()}`)
        return data ?? { path: '', token: '' }
      }),
    )
    await service.auth.admin.updateUserById(banned.session.user.id, { ban_duration: '24h' })
    await service.auth.admin.deleteUser(deleted.session.user.id)
    for (const { path: name, token } of targets) {
      const { error } = await server.client().storage.from(BUCKET).uploadToSignedUrl(name, token, content)
      expect(error).toMatchObject({ message: 'The signature is not for this' })
    }
  })

  test('works in pieces, by TUS', async () => {
    const name = `${me}/${randomUUID()}.bin`
    const body = Buffer.alloc(700_000, 7)
    const { data } = await files().createSignedUploadUrl(name)
    const start = (objectName: string) =>
      new Promise<void>((resolve, reject) => {
        new tus.Upload(body, {
          endpoint: `${server.url}/storage/v1/upload/resumable/sign`,
          headers: { 'x-signature': data?.token ?? '' },
          metadata: { bucketName: BUCKET, objectName, contentType: 'application/octet-stream' },
          chunkSize: 300_000,
          retryDelays: [],
          onSuccess: () => resolve(),
          onError: reject,
        }).start()
      })
    await start(name)
    expect(await downloaded(name)).toEqual(body)
    await expect(start(`${name}x`)).rejects.toThrow('The signature is not for this')
    const unsigned = await plain('/upload/resumable/sign', {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '1', 'upload-metadata': `bucketName ${btoa(BUCKET)}` },
    })
    expect(unsigned.status).toBe(400)
  })
})

describe('moving and copying', () => {
  test('an object moves with its bytes', async () => {
    const [from, to] = [await stored(), `${me}/moved/${randomUUID()}`]
    expect(await files().move(from, to)).toMatchObject({ error: null, data: { message: 'Successfully moved' } })
    expect(await downloaded(to)).toEqual(content)
    expect((await files().download(from)).error).not.toBeNull()
    expect((await files().move(from, to)).error).toMatchObject({ statusCode: '404' })
    expect((await files().move(await stored(), to)).error).toMatchObject({ statusCode: '409' })
  })

  test('a copy stays when the original goes', async () => {
    const [from, to] = [await stored(), `${me}/copy-${randomUUID()}`]
    expect(await files().copy(from, to)).toMatchObject({ error: null, data: { path: `${BUCKET}/${to}` } })
    await files().remove([from])
    await server.database.owner(`update storage.orphan_blobs set orphaned_at = now() - interval '2 days'`)
    await collectGarbage(server.database, createDiskStore(path.join(server.config.dataDir, 'storage')))
    expect(await downloaded(to)).toEqual(content)
    expect((await files().copy(from, to)).error).toMatchObject({ statusCode: '404' })
    expect((await files().copy(await stored(), to)).error).toMatchObject({ statusCode: '409' })
  })

  test('nobody takes from, or puts into, the folder of somebody else', async () => {
    const name = await stored()
    const bobs = `${bob.session.user.id}/${randomUUID()}`
    expect((await files(bob).move(name, bobs)).error).toMatchObject({ statusCode: '404' })
    expect((await files(bob).copy(name, bobs)).error).toMatchObject({ statusCode: '404' })
    expect((await files().move(name, bobs)).error).toMatchObject({ statusCode: '403' })
    expect((await files().copy(name, bobs)).error).toMatchObject({ statusCode: '403' })
  })

  test('between buckets, where the caller may', async () => {
    await service.storage.createBucket('open', { public: true })
    const name = await stored()
    const moved = await service.storage.from(BUCKET).copy(name, 'a/b.bin', { destinationBucket: 'open' })
    expect(moved.error).toBeNull()
    const { data } = service.storage.from('open').getPublicUrl('a/b.bin')
    expect(Buffer.from(await (await fetch(data.publicUrl)).arrayBuffer())).toEqual(content)
    const info = await plain('/object/info/public/open/a/b.bin')
    expect(await info.json()).toMatchObject({ name: 'a/b.bin', bucket_id: 'open', size: content.length })
    expect(await code(await plain(`/object/info/public/${BUCKET}/${name}`))).toBe('NoSuchBucket')
    expect((await files().move(name, 'a/c.bin', { destinationBucket: 'open' })).error).toMatchObject({
      statusCode: '403',
    })
  })
})

test.each(['copy', 'move'] as const)('another bucket takes by %s what it takes by upload', async (how) => {
  const { storage } = service
  const [any, small, pictures] = [`any-${how}`, `small-${how}`, `pictures-${how}`]
  await storage.createBucket(any, { public: false })
  await storage.createBucket(small, { public: false, fileSizeLimit: 10 })
  await storage.createBucket(pictures, { public: false, allowedMimeTypes: ['image/*'] })
  await storage.from(any).upload('page', Buffer.alloc(100), { contentType: 'text/html' })
  await storage.from(any).upload('picture', Buffer.alloc(5), { contentType: 'image/png' })
  const take = (name: string, destinationBucket: string) => storage.from(any)[how](name, 'taken', { destinationBucket })

  expect((await take('page', small)).error).toMatchObject({ statusCode: '413' })
  expect((await take('page', pictures)).error).toMatchObject({ statusCode: '415' })
  expect((await take('picture', pictures)).error).toBeNull()
})

describe('the list by cursor', () => {
  test('pages without gaps, with folders folded or not', async () => {
    const root = `${me}/list-${randomUUID()}`
    for (const name of ['a', 'b/1', 'b/2', 'c', 'd/e/f', 'z']) await stored(`${root}/${name}`)
    const folded = await files().listV2({ prefix: `${root}/`, with_delimiter: true })
    expect(folded.error).toBeNull()
    expect(folded.data?.folders.map(({ name }) => name)).toEqual([`${root}/b/`, `${root}/d/`])
    expect(folded.data?.objects.map(({ name }) => name)).toEqual(['a', 'c', 'z'].map((name) => `${root}/${name}`))
    expect(folded.data?.hasNext).toBe(false)

    for (const options of [
      { sortBy: { column: 'name', order: 'desc' } },
      { sortBy: { column: 'created_at', order: 'asc' } },
      { with_delimiter: true },
    ] as const) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const { data } = await files().listV2({
          prefix: `${root}/`,
          limit: 2,
          ...options,
          ...(cursor ? { cursor } : {}),
        })
        seen.push(...[...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ key }) => key ?? ''))
        cursor = data?.nextCursor
      } while (cursor)
      const expected = 'with_delimiter' in options ? 5 : 6
      expect([seen.length, new Set(seen).size], JSON.stringify(options)).toEqual([expected, expected])
    }
    expect((await files(bob).listV2({ prefix: `${root}/` })).data?.objects).toEqual([])
    expect((await files().listV2({ cursor: 'nonsense' })).error).not.toBeNull()
  })
})

test('the service says its version', async () => {
  expect(await (await plain('/version')).json()).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
})
