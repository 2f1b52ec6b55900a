import { describe, expect, test } from 'vitest'
import { deleteDelivery, readDeliveries } from '#vault/requests/deliveries.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { listNotices } from '#web/lib/keyless/notices/notices.ts'
import { createRequest, endRequest, listRequests } from '#vault/requests/requests.ts'
import { knockAtRequest } from '#vault/requests/visit-request.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import {
  accept,
  ada,
  announce,
  arrivedFor,
  followed,
  make,
  open,
  send,
  server,
  uploadsOf,
  visitor,
  wanted,
  stageRequests,
} from './request-stage.ts'

stageRequests()

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

  test('gets one notice of files that arrive together, and the audit log has every step', async () => {
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
