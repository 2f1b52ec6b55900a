/** A server that goes back to an older keyring at the next session, or has one filled with people nobody met. */
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  type Keyring,
  openKeyring,
  fromBase64Url,
  sealKeyring,
  systemRandom,
  toBase64Url,
  utf8,
} from '#crypto/index.ts'
import { concat, uint } from '#crypto/bytes.ts'
import { uuidBytes } from '#crypto/encoding.ts'
import { sealBytes } from '#crypto/envelope/floe.ts'
import { shareFile } from '#vault/sharing/grants.ts'
import { restoreKeyring } from '#vault/session/keyring-store.ts'
import { findPerson, markCompared } from '#vault/sharing/people.ts'
import { agreeToRecovery, readOwnRecovery } from '#vault/recovery/recovery-agreement.ts'
import { decideRecovery, readRecoveryPolicy } from '#vault/recovery/recovery-policy.ts'
import { listSharedWithMe } from '#vault/sharing/shared-files.ts'
import { createTeamSpace, listTeamSpaces } from '#vault/spaces/team-spaces.ts'
import { changePassword } from '../../support/people/new-password.ts'
import { storeFile } from '../../support/stored-file.ts'
import { type VaultPerson, newDevice } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'
import { forgedBundle } from '../forged-bundle.ts'
import { shown } from '../../support/shown.ts'

type Row = Record<string, unknown>

const attacked = stageAttacked()
let ada: VaultPerson
let bob: VaultPerson
beforeAll(async () => {
  ;[ada, bob] = await Promise.all([attacked.person(), attacked.person()])
})

test('an older keyring at the next session does not undo a comparison on a device that has seen a newer one', async () => {
  const device = newDevice()
  const first = await bob.reopen(undefined, device)
  const before = await keyringRow(first)
  await compare(first, ada)
  serveKeyring(before)

  const next = await bob.reopen(undefined, device)
  expect(next.vault.stale).toMatchObject({ served: expect.any(Number) })
  const forged = await forgedBundle(ada.userId)
  attacked.proxy.tamper(({ path }, { body }) => {
    const change = path.includes('keyrings?') ? () => before : (row: Row) => ({ ...row, ...forged })
    if (!path.includes('keyrings?') && !path.includes('rpc/find_colleagues')) return null
    return { body: Buffer.from(JSON.stringify((JSON.parse(body.toString()) as Row[]).map(change))) }
  })
  expect((await findPerson(next.api, next.vault, ada.email)).trust).toBe('changed')
  // Nothing is written on top of the older one unless the person asks for it.
  const file = await storeFile(next, 'plan.txt', randomBytes(10))
  await expect(share(next, file, await findPerson(next.api, next.vault, ada.email))).rejects.toMatchObject({
    code: 'key_changed',
  })

  // A new password would come without a new account key, so the old one would still open what is stored later.
  serveKeyring(before)
  await expect(changePassword(next)).rejects.toMatchObject({ code: 'vault_rolled_back' })

  attacked.proxy.honest()
  expect((await findPerson(next.api, next.vault, ada.email)).trust).toBe('compared')
})

test('what a device remembers is put back over an older keyring, joined with what other devices added', async () => {
  const dan = await attacked.person()
  const device = newDevice()
  const first = await dan.reopen(undefined, device)
  const before = await keyringRow(first)
  await compare(first, ada)
  await putBack(dan, before['sealed'])
  const elsewhere = await dan.reopen()
  await compare(elsewhere, bob)

  const next = await dan.reopen(undefined, device)
  expect(next.vault.stale).not.toBeNull()
  await restoreKeyring(next.api, next.vault)
  expect(next.vault.stale).toBeNull()
  const fresh = await dan.reopen()
  for (const person of [ada, bob]) {
    expect((await findPerson(fresh.api, fresh.vault, person.email)).trust).toBe('compared')
  }
  expect((await dan.reopen(undefined, device)).vault.stale).toBeNull()
})

test('another keyring of the same number is noticed', async () => {
  const dan = await attacked.person()
  const device = newDevice()
  const first = await dan.reopen(undefined, device)
  const row = await keyringRow(first)
  await compare(first, ada)
  // What another device of Dan wrote from the older state, at the instigation of the server.
  const { amk, userId } = dan.vault
  const keyring: Keyring = await openKeyring({ amk, userId, sealed: fromBase64Url(String(row['sealed'])) })
  const fork = { ...keyring, revision: first.vault.keyring.revision }
  const sealed = toBase64Url(await sealKeyring({ amk, userId, keyring: fork, random: systemRandom }))
  serveKeyring({ ...row, sealed })
  const next = await dan.reopen(undefined, device)
  expect(next.vault.stale).toEqual({ served: fork.revision, remembered: fork.revision })
  expect((await findPerson(next.api, next.vault, ada.email)).trust).toBe('compared')
  // A later act does not write on top of the fork, nor into the device's memory.
  await expect(compare(next, bob)).rejects.toMatchObject({ code: 'vault_rolled_back' })
  const again = await dan.reopen(undefined, device)
  expect((await findPerson(again.api, again.vault, ada.email)).trust).toBe('compared')
})

test('a later number that another device reached from an older state takes nothing away', async () => {
  const dan = await attacked.person()
  const device = newDevice()
  const first = await dan.reopen(undefined, device)
  const before = await keyringRow(first)
  await compare(first, ada)
  // The server shows the older state to a device that has not seen the newer one, which continues from there.
  await putBack(dan, before['sealed'])
  const elsewhere = await dan.reopen()
  const carol = await attacked.person()
  for (const person of [bob, carol]) await compare(elsewhere, person)
  expect(elsewhere.vault.keyring.revision).toBeGreaterThan(first.vault.keyring.revision)

  const next = await dan.reopen(undefined, device)
  expect(next.vault.stale).not.toBeNull()
  for (const person of [ada, bob, carol]) {
    expect((await findPerson(next.api, next.vault, person.email)).trust).toBe('compared')
  }
  await restoreKeyring(next.api, next.vault)
  const fresh = await dan.reopen()
  expect((await findPerson(fresh.api, fresh.vault, ada.email)).trust).toBe('compared')
})

test('a device whose storage fails opens the vault all the same', async () => {
  const broken = {
    recall: () => Promise.reject(new Error('no storage')),
    remember: () => Promise.reject(new Error('full')),
  }
  const next = await bob.reopen(undefined, broken)
  await compare(next, ada)
  expect((await findPerson(next.api, next.vault, ada.email)).trust).toBe('compared')
})

test('rubbish in place of the keyring locks out no device that has its own copy, and is overwritten by a click', async () => {
  const dan = await attacked.person()
  const device = newDevice()
  const first = await dan.reopen(undefined, device)
  await compare(first, ada)
  for (const sealed of ['not even base64', toBase64Url(randomBytes(300))]) {
    // As a thief of an access token can write it.
    await putBack(dan, sealed)
    const next = await dan.reopen(undefined, device)
    expect(next.vault.stale).toEqual({ served: null, remembered: next.vault.keyring.revision })
    await expect(compare(next, bob)).rejects.toMatchObject({ code: 'file_damaged' })
    await expect(dan.reopen()).rejects.toMatchObject({ code: 'keyring_damaged' })
    await restoreKeyring(next.api, next.vault)
    expect((await findPerson(next.api, next.vault, ada.email)).trust).toBe('compared')
    const fresh = await dan.reopen()
    expect((await findPerson(fresh.api, fresh.vault, ada.email)).trust).toBe('compared')
  }
})

test('a keyring in a form of a later version is no rubbish: nobody puts an older copy over it', async () => {
  const dan = await attacked.person()
  const device = newDevice()
  const first = await dan.reopen(undefined, device)
  const aad = concat(utf8('qs1/keyring'), uint(0, 1), uuidBytes(dan.userId))
  const later = await sealBytes({ key: dan.vault.amk, aad, random: systemRandom, plain: utf8('{"v":9}') })
  const sealed = toBase64Url(later)
  await putBack(dan, sealed)
  await expect(dan.reopen(undefined, device)).rejects.toMatchObject({ code: 'app_outdated' })
  await expect(restoreKeyring(first.api, first.vault)).rejects.toMatchObject({ code: 'app_outdated' })
  expect(await keyringRow(dan)).toMatchObject({ sealed })
})

test('a keyring where the copy of this device does not open is refused, older or newer', async () => {
  for (const revision of [1000, 0]) {
    const device = newDevice()
    const copy = { revision, sealed: randomBytes(200) }
    await device.remember(bob.userId, copy)
    await expect(bob.reopen(undefined, device)).rejects.toMatchObject({ name: 'VaultError', code: 'keys_refused' })
    expect(await device.recall(bob.userId)).toEqual(copy)
  }
})

test('nobody is remembered by looking at lists, so nobody made up that way decides about recovery', async () => {
  const [boss, dan] = await Promise.all([attacked.person(), attacked.person()])
  // Rows for files and spaces of somebody whom Dan never met, with their real keys and no grant that is worth anything.
  const statement = await bundleRow(boss)
  const row = {
    file_id: crypto.randomUUID(),
    owner_id: boss.userId,
    owner_email: boss.email,
    first_name: null,
    last_name: null,
    ...statement,
    wrapped_key: 'AAAA',
    grant_text: '{}',
    grant_signature: 'AAAA',
    shared_at: new Date().toISOString(),
    shared_record: null,
    file_size: 1,
    version: 1,
    content_id: null,
    storage_path: 'x',
    manifest: null,
    manifest_signature: null,
    segment_hashes: null,
    content_root: null,
  }
  attacked.proxy.tamperJson<Row[]>('rpc/files_shared_with_me', () => [row])
  expect(await listSharedWithMe(dan.api, dan.vault, new Date())).toEqual([])
  expect(attacked.proxy.changed()).toBeGreaterThan(0)
  attacked.proxy.honest()
  const members = [{ userId: dan.userId, role: 'editor' as const }]
  await createTeamSpace(boss.api, boss.vault, { name: 'Trap', members })
  expect(await listTeamSpaces(dan.api, dan.vault)).toMatchObject([{ name: 'Trap' }])

  expect((await findPerson(dan.api, dan.vault, boss.email)).trust).toBe('new')
  await attacked.server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role) select user_id, tenant_id, 'owner' from profiles where user_id = $1
     on conflict do nothing`,
    [boss.userId],
  )
  await decideRecovery(boss.api, boss.vault, { holders: [boss.userId, bob.userId], threshold: 2, now: new Date() })
  const policy = await readRecoveryPolicy(dan.api, dan.vault)
  expect(policy?.isVouched).toBe(false)
  await expect(agreeToRecovery(dan.api, dan.vault, policy?.hash ?? '')).rejects.toMatchObject({
    code: 'policy_author_unknown',
  })
  // Having given somebody a file is no reason to let them decide about recovery either.
  await share(dan, await storeFile(dan, 'a.txt', randomBytes(10)), await findPerson(dan.api, dan.vault, boss.email))
  expect((await findPerson(dan.api, dan.vault, boss.email)).trust).toBe('chosen')
  expect((await readRecoveryPolicy(dan.api, dan.vault))?.isVouched).toBe(false)
  await compare(dan, boss)
  expect((await readRecoveryPolicy(dan.api, dan.vault))?.isVouched).toBe(true)
  await agreeToRecovery(dan.api, dan.vault, policy?.hash ?? '')
  expect((await readOwnRecovery(dan.api)).agreement).toMatchObject({ revision: policy?.revision })
})

test('two answers for one person within one dialog: what is shared goes to the keys that were shown', async () => {
  const dan = await attacked.person()
  const shown = await findPerson(dan.api, dan.vault, bob.email)
  const forged = await forgedBundle(bob.userId)
  attacked.proxy.tamperJson<Row[]>(['rpc/find_colleagues', 'user_key_bundles'], (rows) =>
    rows.map((one) => (one['user_id'] === bob.userId ? { ...one, ...forged } : one)),
  )
  const file = await storeFile(dan, 'offer.txt', randomBytes(10))
  await share(dan, file, shown)
  expect((await findPerson(dan.api, dan.vault, bob.email)).trust).toBe('changed')
  attacked.proxy.honest()
  const listed = await listSharedWithMe(bob.api, bob.vault, new Date())
  expect(listed).toMatchObject([{ id: file, name: 'offer.txt', problem: null }])
})

test('an address that leads to another account is blocked until the number was compared', async () => {
  const dan = await attacked.person()
  await share(dan, await storeFile(dan, 'b.txt', randomBytes(10)), await findPerson(dan.api, dan.vault, bob.email))
  const eve = await attacked.person()
  const foreign = { ...(await bundleRow(eve)), user_id: eve.userId }
  attacked.proxy.tamperJson<Row[]>('rpc/find_colleagues', (rows) => rows.map((one) => ({ ...one, ...foreign })))
  const moved = await findPerson(dan.api, dan.vault, bob.email)
  expect(moved.trust).toBe('moved')
  const file = await storeFile(dan, 'c.txt', randomBytes(10))
  await expect(share(dan, file, moved)).rejects.toMatchObject({ code: 'key_changed' })
  await markCompared(dan.api, dan.vault, moved, new Date())
  expect((await findPerson(dan.api, dan.vault, bob.email)).trust).toBe('compared')
})

const share = async (person: VaultPerson, fileId: string, peer: Awaited<ReturnType<typeof findPerson>>) =>
  shareFile(person.api, person.vault, { file: await shown(person, fileId), peers: [peer], days: null, now: new Date() })

async function compare(person: VaultPerson, other: VaultPerson): Promise<void> {
  await markCompared(person.api, person.vault, await findPerson(person.api, person.vault, other.email), new Date())
}

async function keyringRow({ api }: VaultPerson): Promise<Row> {
  const [row] = (await api.rest('keyrings?select=sealed,version')) as Row[]
  return row ?? {}
}

function serveKeyring(row: Row): void {
  attacked.proxy.tamperJson<Row[]>('keyrings?', () => [row])
}

async function bundleRow({ api, userId }: VaultPerson): Promise<{ statement: unknown; signature: unknown }> {
  const [row] = (await api.rest(`user_key_bundles?select=statement,signature&user_id=eq.${userId}`)) as Row[]
  return { statement: row?.['statement'], signature: row?.['signature'] }
}

/** What the server really has from now on, as after a restored backup; it tells no lie about it. */
async function putBack({ userId }: VaultPerson, sealed: unknown): Promise<void> {
  await attacked.server.database.owner('update keyrings set sealed = $1 where user_id = $2', [sealed, userId])
}
