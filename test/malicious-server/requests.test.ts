/**
 * A server that lies about requests for files, to the sender and to the requester. Of the attacks of docs/threat-model.md: a planted
 * delivery, a swapped key, a replayed delivery, swapped content, weak KDF parameters.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  asDeliveryKey,
  deriveRequest,
  generateIdentity,
  newFileKey,
  publicBundle,
  sealDeliveryRecord,
  sealDescription,
  stateDelivery,
  systemRandom,
  toBase64Url,
  utf8,
  wrapKey,
} from '#crypto/index.ts'
import { deliverFile, planDelivery } from '#vault/deliver-file.ts'
import { readDeliveries } from '#vault/deliveries.ts'
import { proveFile } from '#vault/file-records.ts'
import { listFiles } from '#vault/list-files.ts'
import { receiveFiles } from '#vault/receive-files.ts'
import { createRequest, listRequests } from '#vault/requests.ts'
import { readLinkSecret } from '#vault/visit-link.ts'
import { type FollowedRequest, knockAtRequest, openRequest } from '#vault/visit-request.ts'
import { readContent } from '../support/stored-file.ts'
import type { VaultPerson } from '../support/vault-person.ts'
import { type Attacked, startAttacked } from './attacked.ts'

type Row = {
  id: string
  request_id: string
  file_size: number
  storage_path: string
  wrapped_key: string
  record: string
  statement: string
  mac: string
}
type Entered = { description: string }

const PASSWORD = 'a password for the request'
const { signal } = new AbortController()
const report = { sent: () => undefined, troubled: () => undefined }

let attacked: Attacked
let ada: VaultPerson
let request: FollowedRequest
beforeAll(async () => {
  attacked = await startAttacked()
})
beforeEach(async () => {
  ada = await attacked.person()
  request = await make(null)
})
afterEach(() => attacked.proxy.honest())
afterAll(() => attacked.stop())

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
  expect(await receiveFiles(ada.api, ada.vault, new Date())).toMatchObject({ accepted: ['once'] })
  attacked.proxy.tamperJson<Row[]>('request_deliveries', () => seen)

  expect(await receiveFiles(ada.api, ada.vault, new Date())).toMatchObject({ accepted: [], refused: [{ name: null }] })
  expect((await listFiles(ada.api, ada.vault)).map(({ name }) => name)).toEqual(['once'])
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
  const { manifest, metadata, fileKey, row } = await proveFile(ada.api, ada.vault, file?.id ?? '')
  const storagePath = paths.find((path) => path !== row.storage_path) ?? ''
  const { contentId, headerTag, segmentBytes } = manifest
  const keys = { contentId, headerTag, segmentBytes, fileKey, storagePath, sizeBytes: metadata.size, iv: undefined }

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

async function send(to: FollowedRequest, name: string): Promise<void> {
  const source = new Blob([randomBytes(1000)])
  const opened = await openRequest(attacked.visitor, to, null)
  const plan = planDelivery({ name, type: '', source })
  await deliverFile(attacked.visitor, opened, { plan, source, now: new Date(), signal, report })
}

/** Everything that a server can make without the address: the requester's public key is no secret. */
async function forge(fileId: string): Promise<Omit<Row, 'storage_path' | 'request_id'>> {
  const fileKey = newFileKey(systemRandom)
  const recipientPublicKey = ada.vault.bundle.keys.xWing
  const purpose = 'file-to-user'
  const wrapped = await wrapKey({
    key: fileKey,
    recipientPublicKey,
    purpose,
    objectId: fileId,
    epoch: 0,
    random: systemRandom,
  })
  const plain = utf8(JSON.stringify({ v: 1, name: 'planted', type: '' }))
  const record = await sealDeliveryRecord({ fileId, fileKey, plain, random: systemRandom })
  const said = { contentId: randomUUID(), headerTag: randomBytes(32), segmentBytes: 262_144, size: 1000 }
  const stated = { requestId: request.id, fileId, ...said, time: new Date().toISOString(), wrapped, record }
  const { text, mac } = await stateDelivery(stated, asDeliveryKey(randomBytes(32)))
  return {
    id: fileId,
    file_size: 1000,
    wrapped_key: toBase64Url(wrapped),
    record: toBase64Url(record),
    statement: text,
    mac: toBase64Url(mac),
  }
}

function changed(column: string, value: string | number): string | number {
  if (typeof value === 'number') return value + 1
  if (column === 'id') return randomUUID()
  if (column === 'statement') return value.replace('"size":1000', '"size":1001')
  return (value.startsWith('A') ? 'B' : 'A') + value.slice(1)
}
