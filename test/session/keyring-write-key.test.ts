/** Who writes a keyring: a client that has the account key, and nobody with an access token alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyringWriteProof } from '#crypto/index.ts'
import { countUnreadNotices } from '#web/lib/keyless/notices/unread-notices.ts'
import { changeKeyring } from '#vault/session/keyring-store.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { changePassword } from '../support/people/new-password.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'

const REFUSED = 'Somebody tried to overwrite your vault'
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Stored = { sealed: string; version: number }
const stored = async ({ api }: VaultPerson): Promise<Stored> => {
  const [row] = (await api.rest('keyrings?select=sealed,version')) as Stored[]
  if (!row) throw new Error('there is a keyring')
  return row
}
/** With an access token, and perhaps a proof. @returns whether it was written */
async function write(person: VaultPerson, body: object): Promise<boolean> {
  const { version } = await stored(person)
  const path = `keyrings?user_id=eq.${person.userId}&select=version`
  const written = await person.api.rest(path, {
    method: 'PATCH',
    prefer: 'return=representation',
    body: { version: version + 1, ...body },
  })
  return Array.isArray(written) && written.length === 1
}
const note = ({ api, vault }: VaultPerson, pin: string) =>
  changeKeyring(api, vault, ({ peers, pins }) => ({ peers, pins: { ...pins, [pin]: 'x' } }))
const refusals = async ({ email }: VaultPerson) =>
  (await server.mailbox.to(email)).filter(({ subject }) => subject === REFUSED).length

test('a token alone writes nothing over a keyring, and its person is mailed without a switch, once an hour', async () => {
  const [ada, bob] = await Promise.all([personWithVault(server), personWithVault(server)])
  const before = await stored(ada)
  const foreign = await keyringWriteProof(bob.vault.amk)
  const off = { kind: 'keyring_refused', in_app: true, by_email: false }
  await ada.api.rest('notification_settings', { method: 'POST', body: off })
  for (const body of [
    { sealed: 'rubbish' },
    { sealed: 'rubbish', write_proof: null },
    { sealed: 'x', write_proof: foreign },
  ])
    expect(await write(ada, body), JSON.stringify(body)).toBe(false)
  expect(await stored(ada)).toEqual(before)
  expect(await countUnreadNotices(ada.api)).toBe(3)
  await expect.poll(() => refusals(ada)).toBe(1)
  expect((await server.mailbox.to(ada.email)).find(({ subject }) => subject === REFUSED)?.text).toContain(
    'This mail is always sent.',
  )

  await note(ada, 'root')
  expect((await ada.reopen()).vault.keyring.pins['root']).toBe('x')
})

test('the key is shown and never stored, and nobody sets another by its hash', async () => {
  const ada = await personWithVault(server)
  await note(ada, 'root')
  const [row] = (await ada.api.rest('keyrings?select=write_hash,write_proof')) as Record<string, unknown>[]
  expect(row).toEqual({ write_hash: expect.stringMatching(/^[\w-]{43}$/), write_proof: null })
  const { version } = await stored(ada)
  for (const body of [{ write_hash: 'A'.repeat(43) }, { write_hash: null }]) {
    const change = ada.api.rest(`keyrings?user_id=eq.${ada.userId}`, {
      method: 'PATCH',
      body: { ...body, version: version + 1 },
    })
    await expect(change).rejects.toMatchObject({ code: 'not_allowed' })
  }
  await expect(write(ada, { write_proof: 'short' })).rejects.toThrow('no write key')
})

test('a new account key brings another write key; the one of before writes nothing', async () => {
  const ada = await personWithVault(server)
  const old = await keyringWriteProof(ada.vault.amk)
  await changePassword(ada)
  expect(await write(ada, { sealed: 'x', write_proof: old })).toBe(false)
  await note(ada, 'root')
})

test('an account of before, or one whose keys were put back, gets its write key with its next keyring', async () => {
  const ada = await personWithVault(server)
  await server.database.owner('update keyrings set write_hash = null where user_id = $1', [ada.userId])
  await note(ada, 'root')
  expect(await write(ada, { sealed: 'x' })).toBe(false)
  await server.database.owner('select auth.restore_account_keys($1, current_date)', [ada.userId])
  const [row] = (await ada.api.rest('keyrings?select=write_hash')) as Record<string, unknown>[]
  expect(row).toEqual({ write_hash: null })
  const again = await ada.reopen()
  await note(again, 'other')
  expect(await write(again, { sealed: 'x' })).toBe(false)
})
