import { describe, expect, test } from 'vitest'
import { canonicalJson, type Json } from './canonical-json.ts'
import { openDeliveryRecord, sealDeliveryRecord, stateDelivery, verifyDelivery } from './delivery.ts'
import { fromUtf8, utf8 } from '../encoding.ts'
import { newFileKey } from '../envelope/keys.ts'
import { newKdfParameters } from '../identity/password.ts'
import { randomUuid, systemRandom as random } from '../primitives/random.ts'
import { asDeliveryKey, deriveRequest, deriveRequestDoor, openDescription, sealDescription } from './request.ts'
import { hmac, importHmacKey } from '../primitives/symmetric.ts'
import { expectEveryChangeFails } from '../testing/tamper.ts'

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
  contentRoot: random(32),
  size: 7,
  time: '2026-01-02T03:04:05.678Z',
}
const macKeys = { deliveryKey, fileKey }
const statement = await stateDelivery({ ...delivery, wrapped, record }, macKeys)
const right = { statement, keys: macKeys, takesFormat1: false, wrapped, record, expected: { requestId, fileId } }

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

  test('another address, file key, request, file, wrap or record is refused', async () => {
    const others = [
      { keys: { deliveryKey: asDeliveryKey(random(32)), fileKey } },
      { keys: { deliveryKey, fileKey: newFileKey(random) } },
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

  test('a statement of format 1 is taken where it is expected, and nowhere else', async () => {
    const { content_root: _, ...rest } = JSON.parse(statement.text)
    const stated = async (value: object, key: Uint8Array) => {
      const text = canonicalJson(value as Json)
      const mac = await hmac(await importHmacKey('SHA-256', key), utf8(`qs1/delivery${text}`))
      return { ...right, statement: { text, mac }, takesFormat1: true }
    }
    const old = await stated({ ...rest, v: 1 }, deliveryKey)
    expect(await verifyDelivery(old)).toMatchObject({ contentRoot: null, size: 7 })
    await expect(verifyDelivery({ ...old, takesFormat1: false })).rejects.toMatchObject(failure)
    const relabelled = await stated(JSON.parse(statement.text), deliveryKey)
    await expect(verifyDelivery(relabelled)).rejects.toMatchObject(failure)
  })

  test('what is wrong in itself is not stated', async () => {
    for (const change of [
      { headerTag: random(31) },
      { contentRoot: null },
      { contentRoot: random(31) },
      { fileId: 'x' },
      { size: -1 },
      { time: '2026' },
    ]) {
      const stated = stateDelivery({ ...delivery, ...change, wrapped, record }, macKeys)
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
