import { describe, expect, test } from 'vitest'
import { utf8 } from '../encoding.ts'
import { generateIdentity } from '../identity/identity.ts'
import { randomUuid, systemRandom } from '../primitives/random.ts'
import { createSigner } from '../primitives/signature.ts'
import { expectEveryChangeFails } from '../testing/tamper.ts'
import { folderRecordHash, readFolderRecord, signFolderRecord, verifyFolderRecord } from './folder-record.ts'
import { signStatement } from './statement.ts'

const failure = { name: 'CryptoError', code: 'verify_failed' }
const misuse = { name: 'CryptoError', code: 'bad_argument' }
const random = systemRandom
const [folderId, parentId, spaceId] = [0, 1, 2].map(() => randomUuid(random)) as [string, string, string]
const signer = await createSigner(generateIdentity(random), random)
const stranger = await createSigner(generateIdentity(random), random)
const author = signer.verifyingKeys
const record = {
  folderId,
  parentId,
  spaceId,
  version: 2,
  previous: random(32),
  name: random(40),
  time: '2026-11-28T12:00:00.000Z',
  roster: random(32),
}
const expected = { folderId, spaceId }

describe('the record of a folder', () => {
  test('reads back what was signed, at the top and by a first record of a later version too', async () => {
    for (const change of [{}, { parentId: null, roster: null }, { previous: null }, { version: 1, previous: null }]) {
      const signed = await signFolderRecord({ ...record, ...change }, signer)
      const read = { ...record, ...change, authorKeyId: signer.keyId }
      expect(await verifyFolderRecord({ signed, author, expected })).toEqual(read)
      expect(readFolderRecord(signed)).toEqual(read)
      expect((await folderRecordHash(signed)).length).toBe(32)
    }
  })

  test('of another author, folder or space, or an older one than was seen, is refused', async () => {
    const signed = await signFolderRecord(record, signer)
    await expect(verifyFolderRecord({ signed, author: stranger.verifyingKeys, expected })).rejects.toMatchObject(
      failure,
    )
    for (const other of [{ folderId: parentId }, { spaceId: folderId }, { minimumVersion: 3 }]) {
      const wanted = { signed, author, expected: { ...expected, ...other } }
      await expect(verifyFolderRecord(wanted)).rejects.toMatchObject(failure)
    }
  })

  test('that names another author than the one who signed it is refused', async () => {
    const signed = await signFolderRecord(record, signer)
    const claims = { ...JSON.parse(signed.text), author_key_id: Buffer.from(stranger.keyId).toString('base64url') }
    const planted = await signStatement(signer, 'qs1/folder-record', claims)
    await expect(verifyFolderRecord({ signed: planted, author, expected })).rejects.toMatchObject(failure)
  })

  test('is refused with every changed character, and under the label of another statement', async () => {
    const signed = await signFolderRecord(record, signer)
    const verify = (changed: Uint8Array) => {
      const text = new TextDecoder().decode(changed)
      return verifyFolderRecord({ signed: { ...signed, text }, author, expected })
    }
    await expectEveryChangeFails(utf8(signed.text), verify, ['verify_failed'], 3)
    const other = await signStatement(signer, 'qs1/manifest', JSON.parse(signed.text))
    await expect(verifyFolderRecord({ signed: other, author, expected })).rejects.toMatchObject(failure)
  })

  test('that is wrong in itself is neither signed nor read', async () => {
    const wrong = [
      { version: 0 },
      { version: 1 },
      { previous: random(31) },
      { folderId: 'x' },
      { parentId: folderId.toUpperCase() },
      { time: '2026-11-28' },
      { roster: random(31) },
    ]
    for (const change of wrong)
      await expect(signFolderRecord({ ...record, ...change }, signer)).rejects.toMatchObject(misuse)
    const { text } = await signFolderRecord(record, signer)
    for (const change of [{ v: 2 }, { extra: 1 }]) {
      const planted = await signStatement(signer, 'qs1/folder-record', { ...JSON.parse(text), ...change })
      await expect(verifyFolderRecord({ signed: planted, author, expected })).rejects.toMatchObject(failure)
    }
  })
})
