/** A server that lies about who the colleagues are. Of the attacks of docs/threat-model.md: a swapped public key. */
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { toBase64Url } from '#crypto/index.ts'
import { findPerson } from '#vault/sharing/people.ts'
import { isVouching } from '#vault/pins/trust.ts'
import { listTeam, pinInviter } from '#vault/organisation/team.ts'
import { trustOfListed } from '#vault/organisation/trust.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'

type Row = Record<string, unknown>

const attacked = stageAttacked()
let ada: VaultPerson
let bob: VaultPerson
let mallory: VaultPerson
beforeAll(async () => {
  ;[ada, bob, mallory] = await Promise.all([attacked.person(), attacked.person(), attacked.person()])
})

test('the list of members says whose keys were exchanged', async () => {
  await pinInviter(bob.api, bob.vault, inviterOf(ada))
  expect(await trustInAda()).toBe('invited')
  const foreign = await membersRow(mallory.userId)
  attacked.proxy.tamperJson<Row[]>('rpc/team_members', (rows) =>
    rows.map((row) =>
      row['user_id'] === ada.userId
        ? { ...row, statement: foreign['statement'], signature: foreign['signature'] }
        : row,
    ),
  )

  expect(await trustInAda()).toBe('changed')
  expect(attacked.proxy.changed()).toBe(1)
})

test('a page of people says whose keys were exchanged or are withheld, and whose address moved, and reads keys of nobody else', async () => {
  await pinInviter(bob.api, bob.vault, inviterOf(ada))
  const page = [ada, mallory].map(({ userId, email }) => ({ userId, email }))
  const trusts = () => trustOfListed(bob.api, bob.vault, page)
  const asked: string[] = []
  attacked.proxy.tamperJson<Row[]>(
    'user_key_bundles',
    (rows) => (asked.push(...rows.map((row) => String(row['user_id']))), rows),
  )
  expect(await trusts()).toEqual({ [ada.userId]: 'invited', [mallory.userId]: 'new' })
  expect(asked).toEqual([ada.userId])

  const foreign = await bundleRow(mallory.userId)
  attacked.proxy.tamperJson<Row[]>('user_key_bundles', (rows) => rows.map((row) => ({ ...row, ...foreign })))
  expect(await trusts()).toEqual({ [ada.userId]: 'changed', [mallory.userId]: 'new' })
  attacked.proxy.tamperJson<Row[]>('user_key_bundles', () => [])
  expect(await trusts()).toEqual({ [ada.userId]: 'changed', [mallory.userId]: 'new' })
  attacked.proxy.honest()
  // The server lists another account under an address that led to Ada.
  expect(await trustOfListed(bob.api, bob.vault, [{ userId: mallory.userId, email: ada.email }])).toEqual({
    [mallory.userId]: 'moved',
  })
})

test('an address that led to a colleague does not lead to somebody else', async () => {
  await pinInviter(bob.api, bob.vault, inviterOf(ada))
  const foreign = await membersRow(mallory.userId)
  attacked.proxy.tamperJson<Row[]>('rpc/team_members', () => [{ ...foreign, email: ada.email }])

  const { members } = await listTeam(bob.api, bob.vault)
  expect(members.map(({ trust }) => trust)).toEqual(['moved'])
})

test('an invitation whose keys the server does not know of is reported, and stays in memory', async () => {
  const fresh = await attacked.person()
  const foreign = await bundleRow(mallory.userId)
  attacked.proxy.tamperJson<Row[]>('user_key_bundles', (rows) => rows.map((row) => ({ ...row, ...foreign })))

  await expect(pinInviter(fresh.api, fresh.vault, inviterOf(ada))).rejects.toMatchObject({ code: 'key_changed' })
  attacked.proxy.honest()
  expect((await findPerson(fresh.api, fresh.vault, ada.email)).trust).toBe('invited')
})

test('a fingerprint of nobody is found out', async () => {
  const fresh = await attacked.person()
  const said = { ...inviterOf(ada), fingerprint: toBase64Url(randomBytes(32)) }
  await expect(pinInviter(fresh.api, fresh.vault, said)).rejects.toMatchObject({ code: 'key_changed' })
})

test('an invitation that the server mailed makes nobody who vouches for others; one that was handed over does', async () => {
  const fresh = await attacked.person()
  await pinInviter(fresh.api, fresh.vault, { ...inviterOf(mallory), isHandedOver: false })
  expect((await findPerson(fresh.api, fresh.vault, mallory.email)).trust).toBe('chosen')
  expect(isVouching('chosen')).toBe(false)
  await pinInviter(fresh.api, fresh.vault, inviterOf(mallory))
  expect((await findPerson(fresh.api, fresh.vault, mallory.email)).trust).toBe('invited')
  // Nor does a mail take that away again.
  const other = { ...inviterOf(mallory), isHandedOver: false, fingerprint: toBase64Url(randomBytes(32)) }
  await expect(pinInviter(fresh.api, fresh.vault, other)).rejects.toMatchObject({ code: 'key_changed' })
  expect((await findPerson(fresh.api, fresh.vault, mallory.email)).trust).toBe('invited')
})

const inviterOf = ({ userId, email, vault }: VaultPerson) => ({
  userId,
  email,
  isHandedOver: true,
  fingerprint: Buffer.from(vault.keyFingerprint, 'hex').toString('base64url'),
})

async function trustInAda(): Promise<string | null | undefined> {
  const { members } = await listTeam(bob.api, bob.vault)
  return members.find(({ userId }) => userId === ada.userId)?.trust
}

async function membersRow(userId: string): Promise<Row> {
  const rows = (await bob.api.rest('rpc/team_members', { method: 'POST', body: {} })) as Row[]
  return rows.find((row) => row['user_id'] === userId) ?? {}
}

async function bundleRow(userId: string): Promise<Row> {
  const rows = await bob.api.rest(`user_key_bundles?select=statement,signature&user_id=eq.${userId}`)
  return (rows as Row[])[0] ?? {}
}
