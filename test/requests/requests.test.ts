import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { VaultApi } from '#vault/session/api.ts'
import { cancelDelivery, deliverFile, planDelivery } from '#vault/requests/deliver-file.ts'
import { deleteDelivery } from '#vault/requests/deliveries.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { readProof } from '#vault/files/file-proof.ts'
import { listReceivedIds } from '#vault/requests/received-ids.ts'
import { createRequest, endRequest, listRequests } from '#vault/requests/requests.ts'
import { knockAtRequest, openRequest } from '#vault/requests/visit-request.ts'
import { readContent, storeFile } from '../support/stored-file.ts'
import { startServer } from '../support/server/test-server.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import {
  accept,
  ada,
  announce,
  apiOf,
  arrivedFor,
  followed,
  make,
  open,
  report,
  send,
  server,
  signal,
  uploadsOf,
  visitor,
  wanted,
  withoutAccount,
  stageRequests,
} from './request-stage.ts'
import { shown } from '../support/shown.ts'

const PASSWORD = 'a password for the request'

stageRequests()

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

  test('sends what its owner finds among what came through requests, and nobody else does', async () => {
    const request = await open(await make({ title: 'Plans' }))
    await send(request, 'discarded', randomBytes(10))
    for (const { file } of await arrivedFor(request)) await deleteDelivery(ada.api, file.id)
    await send(request, 'kept', randomBytes(10))
    const [arrived] = await arrivedFor(request)
    if (!arrived?.checked) throw new Error('a delivery was refused')
    expect(await listReceivedIds(ada.api)).not.toContain(arrived.file.id)
    await accept(arrived.checked, 'kept')
    const stored = await storeFile(ada, 'own.txt', randomBytes(10))

    const ids = await listReceivedIds(ada.api)
    expect(ids).toContain(arrived.file.id)
    expect(ids).not.toContain(stored)
    expect((await readProof(ada.api, ada.vault, await shown(ada, arrived.file.id))).received).toMatchObject({
      title: 'Plans',
      sender: null,
    })
    expect(await listReceivedIds((await personWithVault(server)).api)).toEqual([])
    const made = ada.api.rest('received_files', { method: 'POST', body: { file_id: stored, user_id: ada.userId } })
    await expect(made).rejects.toThrow()
  })

  test('may give a name, which is shown as it was sealed, without what hides in it', async () => {
    const request = await open(await make({ title: 'Plans', maxFiles: 2 }))
    const source = new Blob([randomBytes(10)])
    const plans = [
      planDelivery({ name: 'named', type: '', sender: ' Anna Müller\n', source }),
      { ...planDelivery({ name: 'hostile', type: '', source }), sender: `\u202enimda${'x'.repeat(500)}` },
    ]
    for (const plan of plans) {
      await deliverFile(apiOf(request), request, { plan, source, now: new Date(), signal, report })
    }
    const senders: unknown[] = []
    for (const { file, checked } of await arrivedFor(request)) {
      if (!checked) throw new Error('a delivery was refused')
      await accept(checked, checked.name)
      senders.push((await readProof(ada.api, ada.vault, await shown(ada, file.id))).received?.sender)
    }
    expect(senders).toEqual(['Anna Müller', `nimda${'x'.repeat(LIMITS.personNameCharacters - 5)}`])
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

  test('learns why the request is over, also in the middle of an upload', async () => {
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

function patch(api: VaultApi, upload: string): Promise<Response> {
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  return api.fetch(upload, { method: 'PATCH', headers, body: new Blob([randomBytes(116)]) })
}
