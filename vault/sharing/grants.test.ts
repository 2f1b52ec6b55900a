import { beforeAll, describe, expect, test } from 'vitest'
import { randomUuid, systemRandom } from '#crypto/index.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { HostileServer } from '../testing/hostile-server.ts'
import { type Person, newPerson, vaultOf } from '../testing/person.ts'
import { grantColumns } from '../testing/shared-row.ts'
import { type StoredFile, storedFile } from '../testing/stored-file.ts'
import { hasLiveGrant, listGrants, revokeGrant, revokeGrants } from './grants.ts'

const now = new Date('2026-03-04T05:06:07.089Z')

let ada: Person
let bob: Person
let eve: Person
let vault: OpenVault
let file: StoredFile
beforeAll(async () => {
  ;[ada, bob, eve] = await Promise.all([newPerson(), newPerson(), newPerson()])
  vault = await vaultOf(ada)
  file = await storedFile(vault)
})

describe('whether somebody can still open a file', () => {
  const grantRow = (by: Person, change: { objectId?: string; expires?: string | null } = {}) =>
    grantColumns({ by, to: bob, fileKey: file.fileKey, objectId: file.row.id, ...change })
  const live = (rows: readonly unknown[]) =>
    hasLiveGrant(new HostileServer({ 'file_access?': rows }), vault, { fileId: file.row.id, now })

  test('follows from one grant of one’s own that has not run out', async () => {
    const [good, over] = [await grantRow(ada), await grantRow(ada, { expires: now.toISOString() })]
    expect(await live([good])).toBe(true)
    expect(await live([over, good])).toBe(true)
    expect(await live([await grantRow(ada, { expires: new Date(now.getTime() + 1).toISOString() })])).toBe(true)
    expect(await live([over])).toBe(false)
    expect(await live([])).toBe(false)
  })

  test('does not follow from what the server or somebody else made', async () => {
    const good = await grantRow(ada)
    const other = await grantRow(ada, { objectId: randomUuid(systemRandom) })
    for (const row of [
      await grantRow(bob),
      other,
      { ...good, grant_signature: other.grant_signature },
      { ...good, grant_text: other.grant_text },
      { grant_text: null, grant_signature: good.grant_signature },
      { grant_text: good.grant_text, grant_signature: null },
      { ...good, grant_signature: 'not base64url!' },
      { ...good, grant_text: '{}' },
    ]) {
      expect(await live([row])).toBe(false)
      // Rubbish does not hide a good one behind it.
      expect(await live([row, good])).toBe(true)
    }
  })

  test('is asked of the own grants of that file alone, so many at once', async () => {
    const server = new HostileServer({ 'file_access?': [] })
    await hasLiveGrant(server, vault, { fileId: file.row.id, now })
    expect(server.asked[0]?.path).toBe(
      `file_access?select=grant_text,grant_signature&granted_by=eq.${ada.userId}&file_id=eq.${file.row.id}&order=created_at.desc&limit=500`,
    )
  })

  test('ends with an answer in another form, and with a fault of its own', async () => {
    await expect(live([{ grant_text: 1, grant_signature: 'AAAA' }])).rejects.toMatchObject({ name: 'ZodError' })
    const broken = { ...vault, bundle: null as unknown as OpenVault['bundle'] }
    const server = new HostileServer({ 'file_access?': [await grantRow(ada)] })
    await expect(hasLiveGrant(server, broken, { fileId: file.row.id, now })).rejects.toMatchObject({
      name: 'TypeError',
    })
  })
})

describe('the list of grants', () => {
  const rows = () => [
    { file_id: file.row.id, user_id: bob.userId, created_at: '2026-03-01', expires_at: '2026-04-01' },
    { file_id: file.row.id, user_id: eve.userId, created_at: '2026-02-01', expires_at: null },
  ]
  const people = () => [
    { user_id: bob.userId, email: 'bob@server.example', first_name: 'Bob', last_name: 'Ray' },
    { user_id: ada.userId, email: null, first_name: null, last_name: null },
  ]
  const serve = () => new HostileServer({ 'file_access?': rows(), 'rpc/people_i_share_with?': people() })

  test('has who, when and until when, by the address that this vault knows', async () => {
    const own = { ...vault, keyring: { ...vault.keyring, pins: { 'mail/bob@known.example': bob.userId } } }
    const [first, second] = await listGrants(serve(), own)
    expect(first).toEqual({
      fileId: file.row.id,
      userId: bob.userId,
      email: 'bob@known.example',
      name: 'Bob Ray',
      sharedAt: '2026-03-01',
      expiresAt: '2026-04-01',
    })
    expect(second).toMatchObject({ userId: eve.userId, email: '', name: '', expiresAt: null })
    expect(await listGrants(serve(), vault)).toMatchObject([{ email: 'bob@server.example' }, { email: '' }])
  })

  test('is of all files or of one', async () => {
    for (const [fileId, filter] of [
      [undefined, ''],
      [file.row.id, `&file_id=eq.${file.row.id}`],
    ]) {
      const server = serve()
      await listGrants(server, vault, fileId)
      expect(server.to('file_access?')[0]?.path).toContain(
        `select=file_id,user_id,created_at,expires_at&granted_by=eq.${ada.userId}${filter}&order=created_at.desc,file_id,user_id&`,
      )
      expect(server.to('rpc/people_i_share_with?order=user_id&')).toHaveLength(1)
    }
  })

  test('is refused in another form', async () => {
    const server = serve().say('file_access?', [{ ...rows()[0], user_id: 'x' }])
    await expect(listGrants(server, vault)).rejects.toMatchObject({ name: 'ZodError' })
    const other = serve().say('rpc/people_i_share_with?', [{ ...people()[0], email: 1 }])
    await expect(listGrants(other, vault)).rejects.toMatchObject({ name: 'ZodError' })
  })
})

describe('taking a grant back', () => {
  test('names one person, and is not done before the server says so', async () => {
    const server = new HostileServer({ 'file_access?': [{ file_id: file.row.id }] })
    await revokeGrant(server, file.row.id, bob.userId)
    expect(server.asked).toEqual([
      {
        path: `file_access?file_id=eq.${file.row.id}&user_id=eq.${bob.userId}&select=file_id`,
        method: 'DELETE',
        prefer: 'return=representation',
        body: undefined,
      },
    ])
    for (const answer of [[], null]) {
      const gone = revokeGrant(new HostileServer({ 'file_access?': answer }), file.row.id, bob.userId)
      await expect(gone).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  test('or all that one gave of a file', async () => {
    const server = new HostileServer({ 'file_access?': null })
    await revokeGrants(server, vault, file.row.id)
    const path = `file_access?file_id=eq.${file.row.id}&granted_by=eq.${ada.userId}`
    expect(server.asked).toMatchObject([{ path, method: 'DELETE' }])
  })
})
