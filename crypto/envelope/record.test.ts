import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { utf8 } from '../encoding.ts'
import { newSpaceKey } from './keys.ts'
import { openPage, sealPage } from './page.ts'
import { randomUuid, systemRandom as random } from '../primitives/random.ts'
import { createRecordCipher, openRecord, sealRecord } from './record.ts'
import { expectEveryChangeFails } from '../testing/tamper.ts'

const spaceKey = newSpaceKey(random)
const context = { kind: 'file', id: randomUuid(random), version: 1, field: 'name' }
const failure = { code: 'open_failed' }

describe('record', () => {
  test('opening inverts sealing', async () => {
    const cipher = await createRecordCipher(spaceKey)
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'grapheme' }), async (plain, field) => {
        const sealed = await cipher.seal({ ...context, field }, plain)
        expect(sealed.length).toBe(plain.length + 28)
        expect(await openRecord({ ...context, field, spaceKey, sealed })).toEqual(plain)
      }),
    )
  })

  test('every changed byte is refused', async () => {
    const sealed = await sealRecord({ ...context, spaceKey, plain: utf8('report.pdf'), random })
    const open = (changed: Uint8Array) => openRecord({ ...context, spaceKey, sealed: changed })
    await expectEveryChangeFails(sealed, open, ['open_failed'])
  })

  test('a record of another row, version, field, kind or space is refused', async () => {
    const sealed = await sealRecord({ ...context, spaceKey, plain: utf8('report.pdf'), random })
    const others = [
      { kind: 'folder' },
      { id: randomUuid(random) },
      { version: 2 },
      { field: 'type' },
      { spaceKey: newSpaceKey(random) },
    ]
    for (const other of others) {
      await expect(openRecord({ ...context, spaceKey, sealed, ...other })).rejects.toMatchObject(failure)
    }
  })

  test.for(['', 'File', 'a/b', 'x'.repeat(33)])('the kind %j is refused', async (kind) => {
    const sealed = sealRecord({ ...context, kind, spaceKey, plain: utf8(''), random })
    await expect(sealed).rejects.toMatchObject({ code: 'bad_argument' })
  })

  test('a space key of another length is refused', async () => {
    const short = random(16) as typeof spaceKey
    await expect(createRecordCipher(short)).rejects.toMatchObject({ code: 'bad_argument' })
  })
})

describe('page', () => {
  const page = { id: context.id, version: 3, page: 0 }

  test('opening inverts sealing', async () => {
    const cipher = await createRecordCipher(spaceKey)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 256 }), async (entries) => {
        expect(await openPage(cipher, page, await sealPage(cipher, page, entries))).toEqual(entries)
      }),
    )
  })

  test('every changed byte is refused, and so is another page', async () => {
    const cipher = await createRecordCipher(spaceKey)
    const sealed = await sealPage(cipher, page, ['a', 'b'])
    await expectEveryChangeFails(sealed, (changed) => openPage(cipher, page, changed), ['open_failed'])
    for (const other of [{ page: 1 }, { version: 4 }, { id: randomUuid(random) }]) {
      await expect(openPage(cipher, { ...page, ...other }, sealed)).rejects.toMatchObject(failure)
    }
  })

  test('a page that holds something else is refused', async () => {
    const cipher = await createRecordCipher(spaceKey)
    for (const text of ['{}', '[1]', 'nothing']) {
      const sealed = await cipher.seal({ kind: 'page', id: page.id, version: 3, field: '0' }, utf8(text))
      await expect(openPage(cipher, page, sealed)).rejects.toMatchObject(failure)
    }
  })
})
