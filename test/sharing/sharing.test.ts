import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { renameFile } from '#vault/files/file-records.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { listGrants, revokeGrant, revokeGrants, shareFile } from '#vault/sharing/grants.ts'
import { createLink } from '#vault/sharing/links/new-link.ts'
import { listNotices } from '#web/lib/keyless/notices/notices.ts'
import { findPeople, findPerson } from '#vault/sharing/people.ts'
import { leaveShare, listSharedWithMe, proveShared } from '#vault/sharing/shared-files.ts'
import { pinInviter } from '#vault/organisation/team.ts'
import { restoreItems, trashItems } from '#vault/folders/trash.ts'
import { isWhole } from '../../scripts/tiers.ts'
import { seedColleagues } from '../support/people/seed-colleagues.ts'
import { readContent, storeFile } from '../support/stored-file.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { waitingForLocks } from '../support/server/waiting-for-locks.ts'
import { ada, bob, bytes, eve, fileId, now, server, share, stageSharedFile } from './shared-file.ts'
import { shown, shownItems } from '../support/shown.ts'

/** Makes keys for 120 people. */
const long = needs(isWhole('sharing'), 'npm run test:full')

stageSharedFile()

describe('a file shared with a colleague', () => {
  test('comes back byte for byte, under its name', async () => {
    await share(30)

    const listed = (await listSharedWithMe(bob.api, bob.vault, now())).find(({ id }) => id === fileId)
    expect(listed).toMatchObject({
      name: 'plan.pdf',
      mimeType: 'text/plain',
      sizeBytes: bytes.length,
      ownerEmail: ada.email,
      trust: 'new',
      problem: null,
    })
    const days = (new Date(listed?.expiresAt ?? '').getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect((await download(bob)).equals(bytes)).toBe(true)
  })

  test('and with others in the same breath comes to each; who cannot be given it is named', async () => {
    const typed = [bob.email, ` ${eve.email.toUpperCase()} `, 'nobody@example.org', bob.email, ada.email]
    const { peers, missing } = await findPeople(ada.api, ada.vault, typed)
    expect(peers.map(({ userId }) => userId)).toEqual([bob.userId, eve.userId])
    expect(missing.map(({ email, problem }) => [email, problem.code])).toEqual([
      ['nobody@example.org', 'person_unknown'],
      [ada.email, 'person_unknown'],
    ])

    await shareFile(ada.api, ada.vault, { file: await shown(ada, fileId), peers, days: 1, now: now() })
    for (const one of [bob, eve]) expect((await download(one)).equals(bytes)).toBe(true)
    expect(await listGrants(ada.api, ada.vault, fileId)).toHaveLength(2)
  })

  test('with several goes to nobody when the keys of one changed', async () => {
    const { peers } = await findPeople(ada.api, ada.vault, [bob.email, eve.email])
    const spoiled = peers.map((peer, at) => (at === 0 ? peer : { ...peer, trust: 'changed' as const }))

    await expect(
      shareFile(ada.api, ada.vault, { file: await shown(ada, fileId), peers: spoiled, days: null, now: now() }),
    ).rejects.toMatchObject({ code: 'key_changed' })
    expect(await listGrants(ada.api, ada.vault, fileId)).toEqual([])
  })

  test('comes to all of more people than one request takes, but for who left meanwhile', long, async () => {
    const emails = await seedColleagues((text, values) => server.database.owner(text, values), 120)
    const { peers } = await findPeople(ada.api, ada.vault, emails)
    expect(peers).toHaveLength(120)
    await server.database.owner(
      'insert into former_members (user_id, tenant_id) select user_id, tenant_id from profiles where user_id = any($1)',
      [[peers[7]?.userId, peers[110]?.userId]],
    )

    const refused = await shareFile(ada.api, ada.vault, {
      file: await shown(ada, fileId),
      peers,
      days: null,
      now: now(),
    })
    expect(refused.map(({ email }) => email)).toEqual([emails[7], emails[110]])
    expect(await listGrants(ada.api, ada.vault, fileId)).toHaveLength(118)
    expect((await findPeople(ada.api, ada.vault, emails)).missing).toHaveLength(2)
    await revokeGrants(ada.api, ada.vault, fileId)
    expect(await listGrants(ada.api, ada.vault, fileId)).toEqual([])
  })

  test('is not looked up for more addresses than the server takes at once', async () => {
    const body = { emails: Array.from({ length: 501 }, (_, at) => `nobody-${at}@example.org`) }
    await expect(ada.api.rest('rpc/find_colleagues', { method: 'POST', body })).rejects.toBeDefined()
  })

  test('sends them one notice, in the app and by a mail that does not name it', async () => {
    const carol = await personWithVault(server)
    const peer = await findPerson(ada.api, ada.vault, carol.email)
    for (const days of [1, 30])
      await shareFile(ada.api, ada.vault, { file: await shown(ada, fileId), peers: [peer], days, now: now() })

    expect(await listNotices(carol.api, 10)).toMatchObject([
      { kind: 'file_shared', isRead: false, details: { file_id: fileId, shared_by: ada.userId } },
    ])
    const mail = await server.mailbox.next(carol.email)
    expect(mail.subject).toBe('A file was shared with you')
    expect(mail.text).toContain(`${ada.email} shared a file with you.`)
    expect(mail.text).toContain(`${server.config.publicUrl}/dashboard/shared`)
    expect(mail.text).not.toContain('plan.pdf')
  })

  test('is shared again from a device whose clock is right, after one that runs an hour ahead', async () => {
    const peer = await findPerson(ada.api, ada.vault, bob.email)
    const ahead = new Date(Date.now() + 3_600_000)
    await shareFile(ada.api, ada.vault, { file: await shown(ada, fileId), peers: [peer], days: null, now: ahead })
    const { grant: first } = await proveShared(bob.api, bob.vault, fileId, now())

    const right = await ada.reopen()
    await shareFile(right.api, right.vault, { file: await shown(right, fileId), peers: [peer], days: 30, now: now() })
    const { grant: second } = await proveShared(bob.api, bob.vault, fileId, now())
    expect(second.epoch).toBeGreaterThan(first.epoch)
    expect(second.expires).not.toBeNull()

    await revokeGrant(right.api, fileId, bob.userId)
    await shareFile(right.api, right.vault, { file: await shown(right, fileId), peers: [peer], days: null, now: now() })
    expect((await download(bob)).equals(bytes)).toBe(true)
  })

  test('keeps its new name when it is renamed', async () => {
    await share()
    await renameFile(ada.api, ada.vault, await shown(ada, fileId), 'plan, signed.pdf')

    expect((await proveShared(bob.api, bob.vault, fileId, now())).metadata.name).toBe('plan, signed.pdf')
  })

  test('is for nobody else, and its record is not shown', async () => {
    await share()
    const { row } = await proveShared(bob.api, bob.vault, fileId, now())

    await expect(proveShared(eve.api, eve.vault, fileId, now())).rejects.toMatchObject({ code: 'share_ended' })
    expect(await objectStatus(eve, row.storage_path)).toBe(400)
    expect(await objectStatus(bob, row.storage_path)).toBe(200)
    expect(await bob.api.rest(`file_records?id=eq.${fileId}&select=*`)).toEqual([])
    expect(await listFiles(bob.api, bob.vault)).toEqual([])
  })

  test('is gone for them when it is taken back, in the middle of a download too', async () => {
    await share()
    const keys = readingKeys(await proveShared(bob.api, bob.vault, fileId, now()))
    await revokeGrant(ada.api, fileId, bob.userId)

    expect((await listSharedWithMe(bob.api, bob.vault, now())).map(({ id }) => id)).not.toContain(fileId)
    await expect(proveShared(bob.api, bob.vault, fileId, now())).rejects.toMatchObject({ code: 'share_ended' })
    await expect(readContent(bob.api, keys)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('ends by itself, on the server and in the client', async () => {
    await share(1)
    const tomorrow = new Date(Date.now() + 2 * 86_400_000)
    await expect(proveShared(bob.api, bob.vault, fileId, tomorrow)).rejects.toMatchObject({ code: 'share_ended' })

    const { row } = await proveShared(bob.api, bob.vault, fileId, now())
    await server.database.owner(
      'update file_access set expires_at = now() where file_id = $1 and granted_by is not null',
      [fileId],
    )
    await expect(proveShared(bob.api, bob.vault, fileId, now())).rejects.toMatchObject({ code: 'share_ended' })
    expect(await objectStatus(bob, row.storage_path)).toBe(400)
  })

  test('is listed for who shared it, marked as shared, and can be left', async () => {
    await share()
    const marked = async () => (await listFiles(ada.api, ada.vault)).find(({ id }) => id === fileId)?.isShared

    expect(await listGrants(ada.api, ada.vault, fileId)).toMatchObject([{ userId: bob.userId, email: bob.email }])
    expect(await marked()).toBe(true)
    await leaveShare(bob.api, bob.vault, fileId)
    expect(await listGrants(ada.api, ada.vault, fileId)).toEqual([])
    expect(await marked()).toBe(false)
  })
})

test('an owner whom another device knows by other keys opens nothing, and the files of the others do', async () => {
  const carol = await personWithVault(server)
  const shareWithCarol = async (owner: VaultPerson, id: string) => {
    const peer = await findPerson(owner.api, owner.vault, carol.email)
    await shareFile(owner.api, owner.vault, { file: await shown(owner, id), peers: [peer], days: null, now: now() })
  }
  const evesFile = await storeFile(eve, 'budget.pdf', bytes)
  await Promise.all([shareWithCarol(ada, fileId), shareWithCarol(eve, evesFile)])
  const elsewhere = await carol.reopen()
  const fingerprint = randomBytes(32).toString('base64url')
  const others = { userId: ada.userId, email: ada.email, isHandedOver: true, fingerprint }
  await expect(pinInviter(elsewhere.api, elsewhere.vault, others)).rejects.toMatchObject({ code: 'key_changed' })

  // The list remembers nobody, so this session learns of it when the first file is opened.
  await expect(proveShared(carol.api, carol.vault, fileId, now())).rejects.toMatchObject({ code: 'key_changed' })
  await proveShared(carol.api, carol.vault, evesFile, now())
  const listed = await listSharedWithMe(carol.api, carol.vault, now())
  expect(listed.find(({ id }) => id === evesFile)).toMatchObject({ name: 'budget.pdf', trust: 'seen', problem: null })
  expect(listed.find(({ id }) => id === fileId)).toMatchObject({ name: null, trust: 'changed', problem: 'key_changed' })
  const again = await carol.reopen()
  expect((await findPerson(again.api, again.vault, eve.email)).trust).toBe('seen')
})

test('a file in the trash opens for nobody else, and is shared again when it comes out', async () => {
  await share()
  const items = { fileIds: [fileId], folderIds: [] }
  const isListed = async () =>
    (await listSharedWithMe(bob.api, bob.vault, now())).some(({ id, problem }) => id === fileId && !problem)
  const { row } = await proveShared(bob.api, bob.vault, fileId, now())

  const { rows: before } = await hintsOf(bob)
  await trashItems(ada.api, items)
  // Their lists are read again at once.
  expect((await hintsOf(bob)).rows.length).toBe(before.length + 1)
  expect(await isListed()).toBe(false)
  expect(await objectStatus(bob, row.storage_path)).toBe(400)
  await restoreItems(ada.api, ada.vault, await shownItems(ada, items))
  expect(await isListed()).toBe(true)
  expect((await download(bob)).equals(bytes)).toBe(true)
})

const hintsOf = ({ userId }: VaultPerson) =>
  server.database.owner(`select from realtime.hints where kind = 'sharing' and person_id = $1`, [userId])

test('a grant and a link that end at the same moment leave no mark', async () => {
  await share()
  await createLink(
    ada.api,
    ada.vault,
    { file: await shown(ada, fileId), days: 1, password: null, maxDownloads: null, sender: null },
    now(),
  )
  const { database } = server
  let ending: Promise<unknown> | undefined
  await database.asOwner(async (transaction) => {
    await transaction.query({
      text: 'delete from file_access where file_id = $1 and granted_by is not null',
      values: [fileId],
    })
    ending = database.owner('update share_links set revoked_at = now() where file_id = $1', [fileId])
    // The other one has seen the grant alive: it waits for this transaction, which is not done.
    await expect.poll(() => waitingForLocks(server.database)).toBe(1)
  })
  await ending

  const { rows } = await database.owner<{ is_shared: boolean }>('select is_shared from file_records where id = $1', [
    fileId,
  ])
  expect(rows).toEqual([{ is_shared: false }])
})

async function download(who: VaultPerson): Promise<Buffer> {
  return readContent(who.api, readingKeys(await proveShared(who.api, who.vault, fileId, now())))
}

async function objectStatus({ accessToken }: VaultPerson, storagePath: string): Promise<number> {
  const path = `/storage/v1/object/authenticated/encrypted-files/${storagePath}`
  return (await server.fetch(path, { headers: { authorization: `Bearer ${accessToken}` } })).status
}
