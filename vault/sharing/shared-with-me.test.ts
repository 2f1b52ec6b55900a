import { beforeAll, describe, expect, test } from 'vitest'
import type { OpenVault } from '../session/open-vault.ts'
import { HostileServer } from '../testing/hostile-server.ts'
import { type Person, newPerson, pinned, vaultOf } from '../testing/person.ts'
import { sharedRow } from '../testing/shared-row.ts'
import { type StoredFile, storedFile } from '../testing/stored-file.ts'
import { listSharedWithMe } from './shared-files.ts'

const ROWS = 'rpc/files_shared_with_me?'
const now = new Date('2026-03-04T05:06:07.089Z')

let ada: Person
let bob: Person
let eve: Person
let owner: OpenVault
let file: StoredFile
beforeAll(async () => {
  ;[ada, bob, eve] = await Promise.all([newPerson(), newPerson(), newPerson()])
  owner = await vaultOf(ada)
  file = await storedFile(owner)
})

type Terms = Partial<Parameters<typeof sharedRow>[1]>
const shared = (terms: Terms = {}, of = file) => sharedRow(of, { owner: ada, to: bob, ...terms })
const bobs = (remembered = {}) => vaultOf(bob, remembered)
const list = async (rows: readonly object[], vault?: OpenVault) =>
  listSharedWithMe(new HostileServer({ [ROWS]: rows }), vault ?? (await bobs()), now)

describe('the list of what others shared', () => {
  test('has what opens, with owner and end', async () => {
    const expires = '2026-04-01T00:00:00.000Z'
    expect(await list([await shared({ expires })])).toEqual([
      {
        id: file.row.id,
        name: 'plan.pdf',
        mimeType: 'application/pdf',
        sizeBytes: 1234,
        ownerId: ada.userId,
        ownerEmail: ada.email,
        ownerName: 'Ada Moss',
        trust: 'new',
        sharedAt: '2026-03-02',
        expiresAt: expires,
        problem: null,
      },
    ])
    const nameless = { ...(await shared()), owner_email: null, first_name: null, last_name: null }
    expect(await list([nameless])).toMatchObject([{ ownerEmail: '', ownerName: '', expiresAt: null }])
  })

  test('shows no name that would lead out of a folder', async () => {
    const bad = await storedFile(owner, { metadata: { name: '../../etc/passwd' } })
    const [shown] = await list([await shared({}, bad)])
    expect(shown?.name).not.toContain('/')
  })

  test('leaves out what was not granted, and what is over', async () => {
    const rows = [
      await shared({ by: eve }),
      await shared({ expires: now.toISOString() }),
      await shared(),
      await shared({ to: eve }),
    ]
    expect(await list(rows)).toMatchObject([{ id: file.row.id }])
    expect(await list([])).toEqual([])
  })

  test('shows that something is damaged, without a name', async () => {
    const row = { ...(await shared()), manifest: null, file_size: 7 }
    const vault = await bobs({ pins: pinned(ada, 'chosen') })
    expect(await list([row], vault)).toMatchObject([
      { name: null, mimeType: '', sizeBytes: 7, problem: 'file_damaged', trust: 'chosen', expiresAt: null },
    ])
  })

  test('shows that somebody’s keys changed, and nothing of theirs', async () => {
    const forged = await newPerson(ada.userId)
    const vault = await bobs({ pins: pinned(forged, 'seen') })
    const shown = { name: null, problem: 'key_changed', trust: 'changed', sizeBytes: 1234 }
    expect(await list([await shared()], vault)).toMatchObject([shown])
    expect(await list([{ ...(await shared()), signature: 'AAAA' }])).toMatchObject([shown])
  })

  test('takes the first answer for the keys of an owner for all their files', async () => {
    const forged = await newPerson(ada.userId)
    const honest = await shared()
    const planted = { ...(await shared({ by: forged, author: forged.print })), ...forged.published }
    expect(await list([planted])).toMatchObject([{ problem: 'file_damaged' }])
    expect(await list([honest, planted])).toMatchObject([{ problem: null }])
    expect(await list([planted, honest])).toMatchObject([{ problem: 'file_damaged' }])
  })

  test('throws a fault of its own', async () => {
    const keyless = { ...(await bobs()), kem: null as unknown as OpenVault['kem'] }
    await expect(list([await shared()], keyless)).rejects.toMatchObject({ name: 'TypeError' })
  })

  test('remembers nobody', async () => {
    const vault = await bobs()
    const server = new HostileServer({ [ROWS]: [await shared()] })
    await listSharedWithMe(server, vault, now)
    expect(server.to('keyrings?')).toEqual([])
    expect(server.asked).toMatchObject([{ body: {} }])
    expect(vault.keyring.pins).toEqual({})
  })

  test('ends with rows in another form', async () => {
    await expect(list([{ ...(await shared()), file_id: 'x' }])).rejects.toMatchObject({ name: 'ZodError' })
    await expect(list([{ ...(await shared()), version: 1.5 }])).rejects.toMatchObject({ name: 'ZodError' })
  })
})
