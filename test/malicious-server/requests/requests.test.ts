/**
 * A server that lies about requests for files, to the sender and to the requester. Of the attacks of docs/threat-model.md: a planted
 * delivery, a swapped key, a replayed delivery, swapped content, weak KDF parameters.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import {
  FLOE,
  canonicalJson,
  deriveRequest,
  generateIdentity,
  newFileKey,
  publicBundle,
  sealDescription,
  systemRandom,
  toBase64Url,
  utf8,
} from '#crypto/index.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { deliverFile, planDelivery } from '#vault/requests/deliver-file.ts'
import { readDeliveries } from '#vault/requests/deliveries.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { readProof } from '#vault/files/file-proof.ts'
import { listReceivedIds } from '#vault/requests/received-ids.ts'
import { receiveFiles } from '#vault/requests/receive-files.ts'
import { createRequest, listRequests } from '#vault/requests/requests.ts'
import { readLinkSecret } from '#vault/sharing/links/visit-link.ts'
import { type FollowedRequest, knockAtRequest, openRequest } from '#vault/requests/visit-request.ts'
import { forgeContent } from '../../support/forged-content.ts'
import { readContent, storeFile } from '../../support/stored-file.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'
import { type Row, changed, forgeDelivery, restate } from './forged-delivery.ts'
import { shown } from '../../support/shown.ts'

type Entered = { description: string }

const PASSWORD = 'a password for the request'
const { signal } = new AbortController()
const report = { sent: () => undefined, stored: () => undefined, troubled: () => undefined, sealed: () => undefined }

const attacked = stageAttacked()
let ada: VaultPerson
let request: FollowedRequest
beforeEach(async () => {
  ada = await attacked.person()
  request = await make(null)
})

test.each([
  ['little memory', { m: 8 }],
  ['one pass', { t: 1 }],
  ['a short salt', { salt: 'AAAA' }],
])('a password is not stretched with %s', async (_, weaker) => {
  const locked = await make(PASSWORD)
  attacked.proxy.tamperJson<{ kdf: object }>('/door', ({ kdf }) => ({ kdf: { ...kdf, ...weaker } }))
  const parameters = await knockAtRequest(attacked.visitor, locked)
  if (!parameters) throw new Error('the request has a password')
  const opened = openRequest(attacked.visitor, locked, { text: PASSWORD, parameters })
  await expect(opened).rejects.toMatchObject({ code: 'weak_settings' })
})

test('a key of the server in place of the requester’s is refused before anything is sent', async () => {
  const other = await publicBundle(generateIdentity(systemRandom))
  const description = { v: 1, title: 'Files', note: '', name: '', email: '', recipient_key: toBase64Url(other.xWing) }
  const { descriptionKey: key } = await deriveRequest({ secret: randomBytes(32) })
  const plain = utf8(JSON.stringify(description))
  const sealed = await sealDescription({ key, requestId: request.id, plain, random: systemRandom })
  attacked.proxy.tamperJson<Entered>('/enter', (entered) => ({ ...entered, description: toBase64Url(sealed) }))

  await expect(openRequest(attacked.visitor, request, null)).rejects.toMatchObject({ code: 'request_damaged' })
})

test('a key of another sender, in a description they sealed for the rest, is refused', async () => {
  const other = await publicBundle(generateIdentity(systemRandom))
  const description = { v: 1, title: 'Files', note: '', name: '', email: '', recipient_key: toBase64Url(other.xWing) }
  const { descriptionKey: key } = await deriveRequest({ secret: request.secret.key })
  const plain = utf8(JSON.stringify(description))
  const sealed = toBase64Url(await sealDescription({ key, requestId: request.id, plain, random: systemRandom }))
  attacked.proxy.tamperJson<Entered>('/enter', (entered) => ({ ...entered, description: sealed }))

  await expect(openRequest(attacked.visitor, request, null)).rejects.toMatchObject({ code: 'request_damaged' })
  expect(attacked.proxy.changed()).toBe(1)
  // Its maker sees that senders are shown something else.
  attacked.proxy.tamperJson<Entered[]>('file_requests', (rows) => rows.map((row) => ({ ...row, description: sealed })))
  const mine = (await listRequests(ada.api, ada.vault)).find(({ id }) => id === request.id)
  expect(mine).toMatchObject({ title: null, path: null })
})

test('a delivery stated again by another sender, who has the address and not its key, is refused', async () => {
  await send(request, 'genuine')
  const { deliveryKey } = await deriveRequest({ secret: request.secret.key })
  for (const fileKey of [newFileKey(systemRandom), new Uint8Array(32) as ReturnType<typeof newFileKey>]) {
    const restated = await Promise.all(
      (await rowsOf()).map(async (row) => {
        const { text, mac } = await restate(row, { deliveryKey, fileKey })
        return { ...row, statement: text, mac: toBase64Url(mac) }
      }),
    )
    attacked.proxy.tamperJson<Row[]>('request_deliveries', () => restated)
    expect((await readDeliveries(ada.api, ada.vault))[0]).toMatchObject({ checked: null, file: { name: null } })
    attacked.proxy.honest()
  }
})

test('a delivery stated as an earlier release did is refused where its address is newer', async () => {
  await send(request, 'genuine')
  const { deliveryKey } = await deriveRequest({ secret: request.secret.key })
  const key = await crypto.subtle.importKey('raw', deliveryKey, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const rows = await rowsOf()
  const older = await Promise.all(
    rows.map(async (row) => {
      const { content_root: _, ...rest } = JSON.parse(row.statement) as Record<string, string | number>
      const statement = canonicalJson({ ...rest, v: 1 })
      const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(`qs1/delivery${statement}`)))
      return { ...row, statement, mac: toBase64Url(mac) }
    }),
  )
  attacked.proxy.tamperJson<Row[]>('request_deliveries', () => older)
  expect((await readDeliveries(ada.api, ada.vault))[0]).toMatchObject({ checked: null })
})

test.each([
  ['one segment', 1000],
  ['several segments', FLOE.plainBytes + 1000],
])('a delivery of %s that does not open is not signed, and does not stop the others', async (_, size) => {
  await send(request, 'lost', size)
  await send(request, 'genuine', size)
  const { storage_path } = (await rowsOf())[0] ?? { storage_path: '' }
  attacked.proxy.tamper(({ path }, { body }) => {
    if (!path.includes(storage_path)) return null
    const changed = Buffer.from(body)
    changed[changed.length - 1]! ^= 1
    return { body: changed }
  })

  expect(await receiveFiles(ada.api, ada.vault, new Date())).toMatchObject({
    accepted: [{ name: 'genuine' }],
    refused: [{ name: null }],
  })
  expect((await listFiles(ada.api, ada.vault)).map(({ name }) => name)).toEqual(['genuine'])
})

test('content that its sender exchanges after it was accepted is refused', async () => {
  const source = new Blob([randomBytes(1000)])
  const plan = planDelivery({ name: 'paid', type: '', source })
  const opened = await openRequest(attacked.visitor, request, null)
  await deliverFile(attacked.visitor, opened, { plan, source, now: new Date(), signal, report })
  await receiveFiles(ada.api, ada.vault, new Date())
  const keys = readingKeys(await proveFile(ada.api, ada.vault, plan.fileId))
  const path = `/storage/v1/object/authenticated/encrypted-files/${keys.storagePath}`
  const honest = Buffer.from(await (await ada.api.fetch(path, { method: 'GET' })).arrayBuffer())
  const { sealed } = await forgeContent(plan.keys, honest, randomBytes(1000))
  attacked.proxy.tamper((asked) => (asked.path.includes(keys.storagePath) ? { body: sealed } : null))

  await expect(readContent(ada.api, keys)).rejects.toMatchObject({ code: 'file_damaged' })
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
})

test('the description of another request is refused', async () => {
  const other = await make(null)
  let theirs = ''
  attacked.proxy.tamperJson<Entered>('/enter', (entered) => {
    theirs = entered.description
    return entered
  })
  await openRequest(attacked.visitor, other, null)
  attacked.proxy.tamperJson<Entered>('/enter', (entered) => ({ ...entered, description: theirs }))

  await expect(openRequest(attacked.visitor, request, null)).rejects.toMatchObject({ code: 'request_damaged' })
})

test('a delivery that the server planted, sealed to the right key, never becomes a file', async () => {
  await send(request, 'genuine')
  const fileId = randomUUID()
  const planted = await forge(fileId)
  attacked.proxy.tamperJson<Row[]>('request_deliveries', (rows) => rows.map((row) => ({ ...row, ...planted })))

  expect(await receiveFiles(ada.api, ada.vault, new Date())).toMatchObject({
    accepted: [],
    refused: [{ id: fileId, name: null }],
  })
  attacked.proxy.honest()
  expect(await listFiles(ada.api, ada.vault)).toEqual([])
})

test('a delivery shown again under another request is refused', async () => {
  const other = await make(null)
  await send(request, 'genuine')
  attacked.proxy.tamperJson<Row[]>('request_deliveries', (rows) =>
    rows.map((row) => ({ ...row, request_id: other.id })),
  )

  expect(await receiveFiles(ada.api, ada.vault, new Date())).toMatchObject({ accepted: [], refused: [{ name: null }] })
})

test('a delivery shown again after it was accepted is no second file', async () => {
  await send(request, 'once')
  let seen: Row[] = []
  attacked.proxy.tamperJson<Row[]>('request_deliveries', (rows) => (seen = rows))
  expect(await receiveFiles(ada.api, ada.vault, new Date())).toMatchObject({ accepted: [{ name: 'once' }] })
  attacked.proxy.tamperJson<Row[]>('request_deliveries', () => seen)

  expect(await receiveFiles(ada.api, ada.vault, new Date())).toMatchObject({ accepted: [], refused: [{ name: null }] })
  expect((await listFiles(ada.api, ada.vault)).map(({ name }) => name)).toEqual(['once'])
})

test('a file that the server says was received carries no such mark', async () => {
  const id = await storeFile(ada, 'own.txt', randomBytes(10))
  attacked.proxy.tamperJson('received_files', () => [{ file_id: id }])

  expect(await listReceivedIds(ada.api)).toEqual([id])
  expect((await readProof(ada.api, ada.vault, await shown(ada, id))).received).toBeNull()
})

test.each(['wrapped_key', 'record', 'statement', 'mac', 'file_size', 'id'] as const)(
  'a delivery whose %s was changed is refused',
  async (column) => {
    await send(request, 'genuine')
    attacked.proxy.tamperJson<Row[]>('request_deliveries', (rows) =>
      rows.map((row) => ({ ...row, [column]: changed(column, row[column]) })),
    )
    const [read] = await readDeliveries(ada.api, ada.vault)
    expect(read).toMatchObject({ checked: null, file: { name: null } })
  },
)

test('the secrets of one request in the place of another’s open nothing', async () => {
  const other = await make(null)
  await send(request, 'genuine')
  const swap = <T extends { id: string; owner_record: string }>(rows: T[]): T[] => {
    const [one, two] = rows
    return one && two ? rows.map((row) => ({ ...row, owner_record: (row === one ? two : one).owner_record })) : rows
  }
  attacked.proxy.tamperJson<{ id: string; owner_record: string }[]>('file_requests', swap)

  const mine = (await listRequests(ada.api, ada.vault)).filter(({ id }) => id === request.id || id === other.id)
  expect(mine.map(({ title, path }) => [title, path])).toEqual([
    [null, null],
    [null, null],
  ])
})

test('content exchanged for another object is not opened', async () => {
  await send(request, 'one')
  await send(request, 'two')
  let paths: string[] = []
  attacked.proxy.tamperJson<Row[]>('request_deliveries', (rows) => {
    paths = rows.map(({ storage_path }) => storage_path)
    return rows
  })
  await receiveFiles(ada.api, ada.vault, new Date())
  const file = (await listFiles(ada.api, ada.vault)).find(({ name }) => name === 'one')
  const own = readingKeys(await proveFile(ada.api, ada.vault, file?.id ?? ''))
  const keys = { ...own, storagePath: paths.find((path) => path !== own.storagePath) ?? '' }

  await expect(readContent(ada.api, keys)).rejects.toMatchObject({ code: 'file_damaged' })
})

async function make(password: string | null): Promise<FollowedRequest> {
  const wanted = {
    title: 'Files',
    note: '',
    folderId: null,
    days: 7,
    maxFiles: 9,
    maxBytes: 9_000_000,
    name: '',
    email: '',
  }
  const address = await createRequest(ada.api, ada.vault, { ...wanted, password }, new Date())
  const { pathname, hash } = new URL(address, 'http://server')
  return { id: pathname.slice('/r/'.length), secret: readLinkSecret(hash) }
}

/** Deliveries as the server has them. */
async function rowsOf(): Promise<Row[]> {
  return (await ada.api.rest('request_deliveries?select=*&order=delivered_at,id')) as Row[]
}

async function send(to: FollowedRequest, name: string, size = 1000): Promise<void> {
  const source = new Blob([randomBytes(size)])
  const opened = await openRequest(attacked.visitor, to, null)
  const plan = planDelivery({ name, type: '', source })
  await deliverFile(attacked.visitor, opened, { plan, source, now: new Date(), signal, report })
}

const forge = (fileId: string) =>
  forgeDelivery({ fileId, requestId: request.id, recipientPublicKey: ada.vault.bundle.keys.xWing })
