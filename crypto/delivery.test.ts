import { describe, expect, test } from 'vitest'
import { openDeliveryRecord, sealDeliveryRecord, stateDelivery, verifyDelivery } from './delivery.ts'
import { fromUtf8, utf8 } from './encoding.ts'
import { newFileKey } from './keys.ts'
import { newKdfParameters } from './password.ts'
import { randomUuid, systemRandom as random } from './random.ts'
import { asDeliveryKey, deriveRequest, deriveRequestDoor, openDescription, sealDescription } from './request.ts'
import { expectEveryChangeFails } from './testing/tamper.ts'

const failure = { code: 'verify_failed' }
const misuse = { code: 'bad_argument' }
const [requestId, fileId, otherId] = [randomUuid(random), randomUuid(random), randomUuid(random)]
const deliveryKey = asDeliveryKey(random(32))
const fileKey = newFileKey(random)
const wrapped = random(1228)
const record = await sealDeliveryRecord({ fileId, fileKey, plain: utf8('{"name":"a"}'), random })
const delivery = {
  requestId,
  fileId,
  contentId: randomUuid(random),
  headerTag: random(32),
  segmentBytes: 262_144,
  size: 7,
  time: '2026-01-02T03:04:05.678Z',
}
const statement = await stateDelivery({ ...delivery, wrapped, record }, deliveryKey)
const right = { statement, deliveryKey, wrapped, record, expected: { requestId, fileId } }

describe('request', () => {
  const secret = random(32)

  test('every key is another one, and a password changes all but the door', async () => {
    const parameters = newKdfParameters(random)
    const open = await deriveRequest({ secret })
    const locked = await deriveRequest({ secret, password: { text: 'a', parameters } })
    const door = await deriveRequestDoor(secret)

    const keys = [open, locked].flatMap(({ accessToken, descriptionKey, deliveryKey: mac }) => [
      accessToken,
      String(descriptionKey),
      String(mac),
    ])
    expect(new Set([...keys, door.token]).size).toBe(7)
    expect(await deriveRequest({ secret })).toEqual(open)
    await expect(deriveRequest({ secret: random(31) })).rejects.toMatchObject(misuse)
    await expect(deriveRequestDoor(random(31))).rejects.toMatchObject(misuse)
  })

  test('a description opens for its own request only, and not with one byte changed', async () => {
    const { descriptionKey: key } = await deriveRequest({ secret })
    const sealed = await sealDescription({ key, requestId, plain: utf8('Send me the plans'), random })

    expect(fromUtf8(await openDescription({ key, requestId, sealed }))).toBe('Send me the plans')
    await expect(openDescription({ key, requestId: otherId, sealed })).rejects.toMatchObject({ code: 'open_failed' })
    await expectEveryChangeFails(sealed, (changed) => openDescription({ key, requestId, sealed: changed }), [
      'open_failed',
    ])
  })
})

describe('delivery', () => {
  test('reads back what the sender said', async () => {
    expect(await verifyDelivery(right)).toMatchObject(delivery)
  })

  test('another address, request, file, wrap or record is refused', async () => {
    const others = [
      { deliveryKey: asDeliveryKey(random(32)) },
      { expected: { requestId: otherId, fileId } },
      { expected: { requestId, fileId: otherId } },
      { wrapped: random(1228) },
      { record: random(40) },
    ]
    for (const other of others) await expect(verifyDelivery({ ...right, ...other })).rejects.toMatchObject(failure)
  })

  test('every changed byte of text, authentication, wrap and record is refused', async () => {
    const verify = (change: object) => verifyDelivery({ ...right, ...change })
    await expectEveryChangeFails(
      utf8(statement.text),
      (text) => verify({ statement: { ...statement, text: new TextDecoder().decode(text) } }),
      ['verify_failed'],
    )
    await expectEveryChangeFails(statement.mac, (mac) => verify({ statement: { ...statement, mac } }), [
      'verify_failed',
    ])
    await expectEveryChangeFails(wrapped, (changed) => verify({ wrapped: changed }), ['verify_failed'], 5)
    await expectEveryChangeFails(record, (changed) => verify({ record: changed }), ['verify_failed'])
  })

  test('what is wrong in itself is not stated', async () => {
    for (const change of [{ headerTag: random(31) }, { fileId: 'x' }, { size: -1 }, { time: '2026' }]) {
      const stated = stateDelivery({ ...delivery, ...change, wrapped, record }, deliveryKey)
      await expect(stated).rejects.toMatchObject(misuse)
    }
  })

  test('a name opens with the key of its file and for its file', async () => {
    expect(fromUtf8(await openDeliveryRecord({ fileId, fileKey, sealed: record }))).toBe('{"name":"a"}')
    for (const other of [
      { fileId: otherId, fileKey },
      { fileId, fileKey: newFileKey(random) },
    ]) {
      await expect(openDeliveryRecord({ ...other, sealed: record })).rejects.toMatchObject({ code: 'open_failed' })
    }
  })
})
