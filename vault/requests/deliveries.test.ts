import { beforeAll, describe, expect, test } from 'vitest'
import {
  type DeliveryKey,
  type FileKey,
  asDeliveryKey,
  newFileKey,
  randomUuid,
  sealDeliveryRecord,
  stateDelivery,
  systemRandom,
  toBase64Url,
  utf8,
  wrapKey,
} from '#crypto/index.ts'
import { safeFileName } from '../files/file-name.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { type Asked, HostileServer } from '../testing/hostile-server.ts'
import { type Person, TIME, newPerson, vaultOf } from '../testing/person.ts'
import { deleteDelivery, readDeliveries } from './deliveries.ts'
import { createRequest, readRequestSecrets } from './requests.ts'

type Row = Record<string, unknown>
const WANTED = {
  title: 'Contracts',
  note: '',
  folderId: null,
  days: 7,
  maxFiles: 10,
  maxBytes: 1e9,
  password: null,
  name: '',
  email: '',
}

let ada: Person
let vault: OpenVault
/** Rows of two requests of Ada's, with the key that their addresses hold. */
let asked: { row: Row; id: string; key: DeliveryKey }[]
beforeAll(async () => {
  ada = await newPerson()
  vault = await vaultOf(ada)
  asked = [await makeRequest('Contracts'), await makeRequest('Invoices')]
})

async function makeRequest(title: string) {
  const server = new HostileServer({ file_requests: null })
  await createRequest(server, vault, { ...WANTED, title }, new Date(TIME))
  const body = server.asked[0]?.body as Row & { id: string }
  const added = { has_password: false, created_at: TIME, ended_at: null, files_delivered: 1, bytes_delivered: 1 }
  const row = { ...body, ...added }
  const secrets = await readRequestSecrets(new HostileServer({ 'file_requests?': [row] }), vault, [body.id])
  return { row, id: body.id, key: secrets.get(body.id)!.deliveryKey }
}

type Plan = {
  request?: { id: string; key: DeliveryKey }
  to?: Person
  fileId?: string
  fileKey?: FileKey
  name?: string
  plain?: unknown
  epoch?: number
  stated?: object
}
/** A row of `request_deliveries`, as somebody with the address sends it. */
async function delivered(plan: Plan = {}): Promise<Row & { id: string }> {
  const { request = asked[0]!, to = ada, fileId = randomUuid(systemRandom), fileKey = newFileKey(systemRandom) } = plan
  const { plain = { v: 1, name: plan.name ?? 'a.pdf', type: 'application/pdf' }, epoch = 0 } = plan
  const recipientPublicKey = to.bundle.keys.xWing
  const about = { recipientPublicKey, purpose: 'file-to-user', objectId: fileId, epoch, random: systemRandom } as const
  const wrapped = await wrapKey({ key: fileKey, ...about })
  const text = typeof plain === 'string' ? plain : JSON.stringify(plain)
  const record = await sealDeliveryRecord({ fileId, fileKey, plain: utf8(text), random: systemRandom })
  const said = {
    requestId: request.id,
    fileId,
    contentId: randomUuid(systemRandom),
    headerTag: systemRandom(32),
    segmentBytes: 262_144,
    contentRoot: systemRandom(32),
    size: 1234,
    wrapped,
    record,
    time: TIME,
    ...plan.stated,
  }
  const statement = await stateDelivery(said, { deliveryKey: request.key, fileKey })
  return {
    id: fileId,
    request_id: request.id,
    file_size: 1234,
    storage_path: 'x/y',
    wrapped_key: toBase64Url(wrapped),
    record: toBase64Url(record),
    statement: statement.text,
    mac: toBase64Url(statement.mac),
    delivered_at: '2026-03-04',
  }
}

const serve = (rows: readonly Row[], requests = asked.map(({ row }) => row)) =>
  new HostileServer({ 'request_deliveries?': rows, 'file_requests?': requests })
const read = (rows: readonly Row[], requests?: Row[]) => readDeliveries(serve(rows, requests), vault)
const checkedOf = async (row: Row) => (await read([row]))[0]?.checked

describe('a delivery', () => {
  test('opens with its request, and says what it is', async () => {
    const fileKey = newFileKey(systemRandom)
    const row = await delivered({ fileKey, name: '../a.pdf' })
    const [one] = await read([row])
    expect(one?.file).toEqual({
      id: row.id,
      requestId: asked[0]!.id,
      requestTitle: 'Contracts',
      name: safeFileName('../a.pdf'),
      sizeBytes: 1234,
      arrivedAt: '2026-03-04',
    })
    expect(one?.file.name).not.toContain('/')
    expect(one?.checked).toMatchObject({
      fileKey,
      name: '../a.pdf',
      type: 'application/pdf',
      storagePath: 'x/y',
      request: { title: 'Contracts' },
      delivery: { fileId: row.id, requestId: asked[0]!.id, size: 1234 },
    })
  })

  test('is shown without a name where a check fails', async () => {
    const row = await delivered()
    const other = await delivered()
    for (const change of [
      { wrapped_key: other['wrapped_key'] },
      { wrapped_key: 'not base64url!' },
      { record: other['record'] },
      { statement: other['statement'] },
      { statement: '{' },
      { mac: other['mac'] },
      { mac: 'AAAA' },
      { id: randomUuid(systemRandom) },
      { request_id: asked[1]!.id },
      { file_size: 1235 },
    ]) {
      const [one] = await read([{ ...row, ...change }])
      expect(one, JSON.stringify(change)).toMatchObject({ checked: null, file: { name: null } })
    }
    expect(await checkedOf(row)).not.toBeNull()
  })

  test('is refused without the address of the request', async () => {
    const key = asDeliveryKey(systemRandom(32))
    expect(await checkedOf(await delivered({ request: { id: asked[0]!.id, key } }))).toBeNull()
    expect(await checkedOf(await delivered({ request: { id: asked[0]!.id, key: asked[1]!.key } }))).toBeNull()
  })

  test('for somebody else, or with the key of a grant, is refused', async () => {
    expect(await checkedOf(await delivered({ to: await newPerson() }))).toBeNull()
    expect(await checkedOf(await delivered({ epoch: 1 }))).toBeNull()
  })

  test('that is stated for another file or request is refused', async () => {
    expect(await checkedOf(await delivered({ stated: { fileId: randomUuid(systemRandom) } }))).toBeNull()
    expect(await checkedOf(await delivered({ stated: { requestId: asked[1]!.id } }))).toBeNull()
    expect(await checkedOf(await delivered({ stated: { size: 1 } }))).toBeNull()
  })

  test('without a name that can be read is refused', async () => {
    const good = { v: 1, name: 'a', type: '' }
    expect(await checkedOf(await delivered({ plain: good }))).toMatchObject({ name: 'a', type: '' })
    for (const plain of ['{', {}, { ...good, v: 2 }, { ...good, name: '' }, { ...good, path: 'x' }]) {
      expect(await checkedOf(await delivered({ plain }))).toBeNull()
    }
  })

  test('of a request that does not open has neither title nor name', async () => {
    const row = await delivered()
    const [first, second] = asked.map((one) => one.row) as [Row, Row]
    for (const requests of [
      [],
      [second],
      [{ ...first, owner_record: second['owner_record'] }],
      [{ ...first, space_epoch: 2 }],
    ]) {
      const [one] = await read([row], requests)
      expect(one).toMatchObject({ checked: null, file: { requestTitle: null, name: null } })
    }
  })

  test('that fails for another reason is thrown', async () => {
    const broken = { ...vault, kem: null as unknown as OpenVault['kem'] }
    await expect(readDeliveries(serve([await delivered()]), broken)).rejects.toMatchObject({ name: 'TypeError' })
  })
})

describe('the list of deliveries', () => {
  const many = async (count: number) => {
    const row = { ...(await delivered()), mac: 'AAAA' }
    return Array.from({ length: count }, () => ({ ...row }))
  }

  test('continues after a full batch, and ends after so many', async () => {
    for (const [count, batches, shown] of [
      [99, 1, 99],
      [100, 2, 100],
      [250, 3, 250],
      [2500, 20, 2000],
    ] as const) {
      const rows = await many(count)
      // Of a request that is gone, so that nothing is opened.
      const server = serve([], [])
      server.say('request_deliveries?', ({ path }: Asked) => {
        const offset = Number(/offset=(\d+)/.exec(path)?.[1])
        return rows.slice(offset, offset + 100)
      })
      expect(await readDeliveries(server, vault)).toHaveLength(shown)
      expect(server.to('request_deliveries?')).toHaveLength(batches)
    }
  })

  test('asks for each request once', async () => {
    const server = serve([await delivered(), await delivered(), await delivered({ request: asked[1]! })])
    await readDeliveries(server, vault)
    const [first] = server.to('request_deliveries?')
    expect(first?.path).toBe(
      'request_deliveries?select=id,request_id,file_size,storage_path,wrapped_key,record,statement,mac,delivered_at&order=delivered_at,id&limit=100&offset=0',
    )
    const [requests] = server.to('file_requests?')
    expect(requests?.path).toContain(`&id=in.(${asked[0]!.id},${asked[1]!.id})&`)
  })

  test('ends with rows in another form', async () => {
    await expect(read([{ ...(await delivered()), file_size: 'x' }])).rejects.toMatchObject({ name: 'ZodError' })
  })
})

test('a delivery is deleted by its id', async () => {
  const server = new HostileServer({ 'request_deliveries?': null })
  await deleteDelivery(server, 'abc')
  expect(server.asked).toMatchObject([{ path: 'request_deliveries?id=eq.abc', method: 'DELETE' }])
})
