import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { VaultApi } from '#vault/session/api.ts'
import { acceptDelivery } from '#vault/requests/accept-delivery.ts'
import { cancelDelivery, deliverFile, planDelivery } from '#vault/requests/deliver-file.ts'
import { deleteDelivery, readDeliveries } from '#vault/requests/deliveries.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { listNotices } from '#vault/account/notices.ts'
import { type NewRequest, createRequest, endRequest, listRequests } from '#vault/requests/requests.ts'
import { readLinkSecret } from '#vault/sharing/visit-link.ts'
import { type FollowedRequest, type OpenRequest, knockAtRequest, openRequest } from '#vault/requests/visit-request.ts'
import { readContent } from '../support/stored-file.ts'
import { type TestServer, startServer } from '../support/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/vault-person.ts'

const PASSWORD = 'a password for the request'
const { signal } = new AbortController()
const report = { sent: () => undefined, stored: () => undefined, troubled: () => undefined }

let server: TestServer
let ada: VaultPerson
let visitor: VaultApi
beforeAll(async () => {
  server = await startServer()
  ada = await personWithVault(server)
  visitor = new VaultApi(withoutAccount())
})
afterAll(() => server.stop())

describe('a sender with the address', () => {
  test('reads who asks, sends files of one and of several parts, and the requester gets them byte for byte', async () => {
    const request = await open(await make({ title: 'Plans', note: 'Please', name: 'Ada', email: 'ada@example.org' }))
    expect(request).toMatchObject({
      title: 'Plans',
      note: 'Please',
      name: 'Ada',
      email: 'ada@example.org',
      filesLeft: 3,
    })
    const contents = [Buffer.alloc(0), randomBytes(300_000), randomBytes(9 * 1024 * 1024)]
    for (const [index, bytes] of contents.entries()) await send(request, `file ${index}.bin`, bytes)

    const arrived = await arrivedFor(request)
    expect(arrived.map(({ file }) => file.name)).toEqual(['file 0.bin', 'file 1.bin', 'file 2.bin'])
    for (const [index, { checked }] of arrived.entries()) {
      if (!checked) throw new Error('a delivery was refused')
      expect(await accept(checked, `renamed ${index}`)).toBe(true)
    }

    expect(await arrivedFor(request)).toEqual([])
    for (const [index, { file }] of arrived.entries()) {
      const proved = await proveFile(ada.api, ada.vault, file.id)
      const { metadata } = proved
      expect(metadata).toMatchObject({ name: `renamed ${index}`, received: { request_id: request.id, title: 'Plans' } })
      const read = await readContent(ada.api, readingKeys(proved))
      expect(read.equals(contents[index] ?? Buffer.alloc(1))).toBe(true)
    }
    expect((await listRequests(ada.api, ada.vault)).find(({ id }) => id === request.id)).toMatchObject({
      filesDelivered: 3,
      bytesDelivered: contents.reduce((sum, { length }) => sum + length, 0),
    })
  })

  test('needs the password, and a wrong one is another token', async () => {
    const followed = await make({ password: PASSWORD })

    const parameters = await knockAtRequest(visitor, followed)
    if (!parameters) throw new Error('the request has a password')
    await expect(openRequest(visitor, followed, null)).rejects.toMatchObject({ code: 'request_unknown' })
    const wrong = openRequest(visitor, followed, { text: 'wrong', parameters })
    await expect(wrong).rejects.toMatchObject({ code: 'request_password' })
    const request = await openRequest(visitor, followed, { text: PASSWORD, parameters })
    await send(request, 'a', Buffer.from('a'))
    expect((await arrivedFor(request))[0]?.file.name).toBe('a')
  })

  test('is told which way the request is over, also in the middle of an upload', async () => {
    const [ended, expired] = [await make(), await make()]
    const request = await open(ended)
    const { upload, api } = await announce(request)
    await endRequest(ada.api, ended.id, new Date())
    await server.database.owner(`update file_requests set expires_at = created_at where id = $1`, [expired.id])

    await expect(knockAtRequest(visitor, ended)).rejects.toMatchObject({ code: 'request_ended' })
    await expect(knockAtRequest(visitor, expired)).rejects.toMatchObject({ code: 'request_expired' })
    await expect(send(request, 'late', Buffer.from('late'))).rejects.toMatchObject({ code: 'request_ended' })
    await expect(patch(api, upload)).rejects.toMatchObject({ code: 'not_found' })
    expect(await uploadsOf(upload)).toBe(0)
  })

  test('cannot send more files or bytes than were asked for, not even at once', async () => {
    const request = await open(await make({ maxFiles: 2, maxBytes: 1000 }))
    await expect(send(request, 'large', randomBytes(1001))).rejects.toMatchObject({ code: 'request_no_room' })
    await send(request, 'one', randomBytes(600))
    await expect(send(request, 'two', randomBytes(401))).rejects.toMatchObject({ code: 'request_no_room' })
    const both = await Promise.allSettled([send(request, 'a', randomBytes(1)), send(request, 'b', randomBytes(1))])

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(send(request, 'c', randomBytes(1))).rejects.toMatchObject({ code: 'request_full' })
    // What was accepted or deleted does not make room again.
    for (const { file } of await arrivedFor(request)) await deleteDelivery(ada.api, file.id)
    await expect(send(request, 'd', randomBytes(1))).rejects.toMatchObject({ code: 'request_full' })
  })

  test('may send a file again after a lost answer, and gives it up without a trace', async () => {
    const request = await open(await make())
    const source = new Blob(['twice'])
    const plan = planDelivery({ name: 'twice', type: '', source })
    const api = apiOf(request)
    await deliverFile(api, request, { plan, source, now: new Date(), signal, report })
    await deliverFile(api, request, { plan, source, now: new Date(), signal, report })
    expect(await arrivedFor(request)).toHaveLength(1)
    expect((await open(request)).filesLeft).toBe(2)
    await deleteDelivery(ada.api, plan.fileId)

    const { upload, fileId } = await announce(request)
    await cancelDelivery(api, request, fileId)
    expect(await uploadsOf(upload)).toBe(0)
    expect((await open(request)).filesLeft).toBe(2)
  })

  test('fills the storage of who asked, and no more than that', async () => {
    const small = await startServer({ FREE_STORAGE_BYTES: '20000' })
    try {
      const person = await personWithVault(small)
      const address = await createRequest(person.api, person.vault, wanted({}), new Date())
      const outside = { ...withoutAccount(), baseUrl: small.url, publishableKey: small.secrets.publishableKeys[0] }
      const request = await openRequest(new VaultApi(outside), followed(address), null)
      const api = new VaultApi(outside)
      const sendTo = async (bytes: number) => {
        const source = new Blob([randomBytes(bytes)])
        const plan = planDelivery({ name: 'x', type: '', source })
        await deliverFile(api, request, { plan, source, now: new Date(), signal, report })
      }
      await sendTo(15_000)
      await expect(sendTo(10_000)).rejects.toMatchObject({ code: 'quota_reached' })
      expect((await openRequest(new VaultApi(outside), followed(address), null)).filesLeft).toBe(2)
    } finally {
      await small.stop()
    }
  })
})

describe('without the secret', () => {
  test('an unknown request and a known one answer alike, ended or not', async () => {
    const [known, ended] = [await make({ password: PASSWORD }), await make()]
    await endRequest(ada.api, ended.id, new Date())
    const headers = { 'x-request-door': 'x'.repeat(43), 'x-request-token': 'x'.repeat(43), 'x-request-ticket': 'x.y.z' }
    const body = JSON.stringify({ file_id: randomUUID(), file_size: 1 })
    const answers = await Promise.all(
      [known.id, ended.id, randomUUID(), 'not-an-id'].flatMap((id) =>
        ['door', 'enter', 'deliveries'].map(async (step) => {
          const own = { ...headers, 'content-type': 'application/json' }
          const answer = await server.fetch(`/requests/v1/${id}/${step}`, { method: 'POST', headers: own, body })
          return `${answer.status} ${await answer.text()}`
        }),
      ),
    )
    expect(new Set(answers)).toEqual(
      new Set(['404 {"code":"request_not_found","message":"There is no such request, or this is not its secret"}']),
    )
  })

  test('a ticket is for one request, creates no upload of its own, and touches no other', async () => {
    const [one, other] = [await open(await make()), await open(await make())]
    const { upload, fileId } = await announce(other)
    const api = apiOf(one)
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '10' }

    await expect(patch(api, upload)).rejects.toMatchObject({ code: 'not_found' })
    await expect(api.fetch('/requests/v1/uploads', { method: 'POST', headers: tus })).rejects.toThrow(/announcement/)
    const foreign = { ...other, ticket: one.ticket }
    await expect(cancelDelivery(visitor, foreign, fileId)).rejects.toMatchObject({ code: 'request_unknown' })
    await cancelDelivery(visitor, one, fileId)
    expect(await uploadsOf(upload)).toBe(1)
  })
})

describe('the requester', () => {
  test('is the only one who sees requests and deliveries, and cannot write the latter', async () => {
    const request = await open(await make())
    await send(request, 'secret', Buffer.from('secret'))
    const mallory = await personWithVault(server)
    const [arrived] = await arrivedFor(request)
    const id = arrived?.file.id ?? ''

    expect(await listRequests(mallory.api, mallory.vault)).toEqual([])
    expect(await readDeliveries(mallory.api, mallory.vault)).toEqual([])
    await deleteDelivery(mallory.api, id)
    await expect(endRequest(mallory.api, request.id, new Date())).rejects.toMatchObject({ code: 'not_found' })
    expect(await arrivedFor(request)).toHaveLength(1)
    const body = { statement: '{}' }
    const changed = ada.api.rest(`request_deliveries?id=eq.${id}`, { method: 'PATCH', body })
    await expect(changed).rejects.toMatchObject({ code: 'not_allowed' })
    const counted = ada.api.rest(`file_requests?id=eq.${request.id}`, { method: 'PATCH', body: { max_files: 9 } })
    await expect(counted).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test('cannot let a request live longer than 90 days or bring it back', async () => {
    await expect(make({ days: 91 })).rejects.toThrow(/file_requests_expiry/)
    const request = await make({ days: 90 })
    await endRequest(ada.api, request.id, new Date())
    await ada.api.rest(`file_requests?id=eq.${request.id}`, { method: 'PATCH', body: { ended_at: null } })
    await expect(knockAtRequest(visitor, request)).rejects.toMatchObject({ code: 'request_ended' })
  })

  test('is told once of files that arrive together, and the audit log has every step', async () => {
    const person = await personWithVault(server)
    const address = await createRequest(person.api, person.vault, wanted({}), new Date())
    const request = await open(followed(address))
    for (const name of ['a', 'b']) await send(request, name, Buffer.from(name))
    await endRequest(person.api, request.id, new Date())

    const notices = await listNotices(person.api, 10)
    expect(notices).toMatchObject([{ kind: 'files_received', details: { request_id: request.id, count: 2 } }])
    const mail = await server.mailbox.next(person.email)
    expect(mail.subject).toBe('Files arrived for your request')
    const { rows } = await server.database.owner<{ event_type: string; user_id: string | null }>(
      `select event_type, user_id from system_audit_log where details ->> 'id' = $1 order by created_at`,
      [request.id],
    )
    expect(rows).toEqual([
      { event_type: 'file_requests.insert', user_id: person.userId },
      { event_type: 'file_requests.delivery', user_id: null },
      { event_type: 'file_requests.delivery', user_id: null },
      { event_type: 'file_requests.update', user_id: person.userId },
    ])
  })

  test('deletes a delivery with its bytes; what was announced and never came is dropped by the job', async () => {
    const request = await open(await make())
    await send(request, 'unwanted', Buffer.from('unwanted'))
    const [arrived] = await arrivedFor(request)
    const { rows } = await server.database.owner<{ storage_path: string }>(
      'select storage_path from request_deliveries where id = $1',
      [arrived?.file.id],
    )
    const objects = () => server.database.owner('select from storage.objects where name = $1', [rows[0]?.storage_path])
    expect((await objects()).rowCount).toBe(1)
    await deleteDelivery(ada.api, arrived?.file.id ?? '')
    expect((await objects()).rowCount).toBe(0)

    const { upload, fileId } = await announce(request)
    await server.database.owner(
      `update request_deliveries set created_at = now() - interval '25 hours' where id = $1`,
      [fileId],
    )
    await server.database.owner(`select drop_stale_deliveries(interval '24 hours')`)
    expect(await uploadsOf(upload)).toBe(0)
  })

  test('takes a file once: the server may show its delivery again', async () => {
    const request = await open(await make())
    await send(request, 'once', Buffer.from('once'))
    const [{ checked } = { checked: null }] = await arrivedFor(request)
    if (!checked) throw new Error('a delivery was refused')

    expect(await accept(checked, 'once')).toBe(true)
    expect(await accept(checked, 'twice')).toBe(false)
    const names = (await listFiles(ada.api, ada.vault)).map(({ name }) => name)
    expect(names.filter((name) => name === 'once' || name === 'twice')).toEqual(['once'])
  })

  test('takes everything along when the account goes', async () => {
    const person = await personWithVault(server)
    const request = await open(followed(await createRequest(person.api, person.vault, wanted({}), new Date())))
    await send(request, 'a', Buffer.from('a'))
    await announce(request)
    await server.database.owner('delete from auth.users where id = $1', [person.userId])

    const { rows } = await server.database.owner<{ left: number }>(
      `select (select count(*) from request_deliveries where user_id = $1)
            + (select count(*) from storage.objects where owner = $1) as left`,
      [person.userId],
    )
    expect(rows).toEqual([{ left: '0' }])
    await expect(knockAtRequest(visitor, request)).rejects.toMatchObject({ code: 'request_unknown' })
  })

  test('who was closed out asks for nothing any more', async () => {
    const person = await personWithVault(server)
    const request = followed(await createRequest(person.api, person.vault, wanted({}), new Date()))
    await server.database.owner(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      person.userId,
    ])
    await expect(knockAtRequest(visitor, request)).rejects.toMatchObject({ code: 'request_ended' })
  })
})

const withoutAccount = () => ({
  baseUrl: server.url,
  publishableKey: server.secrets.publishableKeys[0],
  accessToken: async () => undefined,
})

const wanted = (change: Partial<NewRequest>): NewRequest => ({
  title: 'Files',
  note: '',
  folderId: null,
  days: 7,
  maxFiles: 3,
  maxBytes: 50_000_000,
  password: null,
  name: '',
  email: '',
  ...change,
})

type Followed = FollowedRequest

async function make(change: Partial<NewRequest> = {}): Promise<Followed> {
  return followed(await createRequest(ada.api, ada.vault, wanted(change), new Date()))
}

/** What a browser makes of the address. */
function followed(address: string): Followed {
  const { pathname, hash } = new URL(address, 'http://server')
  return { id: pathname.slice('/r/'.length), secret: readLinkSecret(hash) }
}

const open = async (request: FollowedRequest): Promise<OpenRequest & Followed> => ({
  ...(await openRequest(visitor, request, null)),
  secret: request.secret,
})

const apiOf = ({ ticket }: OpenRequest) => visitor.withHeaders({ 'x-request-ticket': ticket })

async function send(request: OpenRequest, name: string, bytes: Buffer): Promise<void> {
  const source = new Blob([new Uint8Array(bytes)])
  const plan = planDelivery({ name, type: 'text/plain', source })
  await deliverFile(apiOf(request), request, { plan, source, now: new Date(), signal, report })
}

const arrivedFor = async ({ id }: FollowedRequest | OpenRequest) =>
  (await readDeliveries(ada.api, ada.vault)).filter(({ file }) => file.requestId === id)

const accept = (checked: Parameters<typeof acceptDelivery>[2]['checked'], name: string) =>
  acceptDelivery(ada.api, ada.vault, { checked, name, folderId: null, now: new Date() })

/** Announces a file and sends nothing. */
async function announce(request: OpenRequest): Promise<{ upload: string; fileId: string; api: VaultApi }> {
  const api = apiOf(request)
  const fileId = randomUUID()
  const answer = await api.fetch(`/requests/v1/${request.id}/deliveries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ file_id: fileId, file_size: 10 }),
  })
  const { upload } = (await answer.json()) as { upload: string }
  return { upload, fileId, api }
}

function patch(api: VaultApi, upload: string): Promise<Response> {
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  return api.fetch(upload, { method: 'PATCH', headers, body: new Blob([randomBytes(116)]) })
}

async function uploadsOf(path: string): Promise<number> {
  const id = path.split('/').at(-1)
  return (await server.database.owner('select from storage.uploads where id = $1', [id])).rowCount ?? 0
}
