import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { AccessTokens } from '#server/auth/session/access-token.ts'
import { openSecrets } from '#server/secret-store/open-secrets.ts'
import { openSecretStore } from '#server/secret-store/open-store.ts'
import { SecretFolder } from '#server/secret-store/secret-folder.ts'
import { SecretTable } from '#server/secret-store/secret-table.ts'
import { SharedKeys } from '#server/secret-store/shared-keys.ts'
import { loadSecrets } from '#server/secrets.ts'
import { newKeyFile, parseKeyFile, publicHalf, rotateSigningKeys, SIGNING_KEYS } from '#server/signing-keys.ts'
import { createTestDatabase, type TestDatabase } from '../support/server/test-database.ts'
import { shortLivedFolder } from '../support/short-lived.ts'

let db: TestDatabase
beforeEach(async () => {
  db = await createTestDatabase()
  onTestFinished(() => db.drop())
})

const secretsKey = randomBytes(32)

function newDataDir(): string {
  const dataDir = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-secrets-'))
  onTestFinished(() => fs.rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

const open = (settings: { dataDir?: string; secretsKey?: Buffer | undefined }, said: string[] = []) =>
  openSecrets({ dataDir: newDataDir(), secretsKey, ...settings }, db.database, (line) => void said.push(line))

test('nodes that start at once make one set of secrets, and none leaves a file', async () => {
  const folders = [newDataDir(), newDataDir(), newDataDir(), newDataDir()]
  const nodes = await Promise.all(folders.map((dataDir) => open({ dataDir })))

  const all = nodes.map(({ secrets }) =>
    JSON.stringify([secrets.serverSecret, secrets.publishableKeys, secrets.publicKeys]),
  )
  expect(new Set(all).size).toBe(1)
  for (const folder of folders) expect(fs.readdirSync(folder)).toEqual([])
})

test('the database holds nothing of them in clear', async () => {
  const { secrets } = await open({})
  const { rows } = await db.database.owner<{ all: string }>(
    `select string_agg(encode(sealed, 'escape'), ' ') as all from meta.shared_secrets`,
  )
  const all = rows[0]?.all ?? ''
  expect(all.length).toBeGreaterThan(300)
  expect(all).not.toContain(secrets.publishableKeys[0])
  expect(all).not.toContain(secrets.signingKey.kid)
})

test('a sealed secret that was copied to another row does not open there', async () => {
  await open({})
  await db.database.owner(
    `update meta.shared_secrets set sealed = (select sealed from meta.shared_secrets where name = 'ledger-key') where name = 'server-secret'`,
  )
  await expect(open({})).rejects.toThrow('SECRETS_KEY does not open')
})

test('no role of the API can read or write them', async () => {
  await open({})
  for (const role of ['anon', 'authenticated', 'service_role'] as const) {
    const caller = { role, claims: { role } }
    for (const text of ['select sealed from meta.shared_secrets', 'delete from meta.shared_secrets'])
      await expect(db.database.oneAsCaller(caller, { text })).rejects.toThrow(/permission denied/)
  }
})

test('another key is refused with what to do, and changes nothing', async () => {
  const { secrets } = await open({})
  await expect(open({ secretsKey: randomBytes(32) })).rejects.toThrow(
    'SECRETS_KEY does not open the secrets in the database. Set the key that the other nodes of this installation have',
  )
  expect((await open({})).secrets.serverSecret).toEqual(secrets.serverSecret)
})

test('without the key a node does not make secrets of its own beside those of the database', async () => {
  await open({})
  const dataDir = newDataDir()
  await expect(open({ dataDir, secretsKey: undefined })).rejects.toThrow('Set SECRETS_KEY (or SECRETS_KEY_FILE)')
  expect(fs.readdirSync(dataDir)).toEqual([])
})

const plantAccount = () => db.database.owner(`insert into auth.users (email) values ('ada@example.org')`)
const plantCheckpoint = () =>
  db.database.owner(
    `with log as (insert into ledger.logs (kind, origin) values ('anchor', 'example.org/anchor') returning id)
     insert into ledger.checkpoints (log_id, size, root, note) select id, 0, decode(repeat('00', 32), 'hex'), '' from log`,
  )

test.each([
  ['accounts', plantAccount],
  ['a signed ledger', plantCheckpoint],
])(
  'beside %s a node without secrets makes none; the one that has them moves them, then it starts',
  async (_what, plant) => {
    const [dataDir, empty] = [newDataDir(), newDataDir()]
    const before = await loadSecrets(new SecretFolder(dataDir))
    await plant()

    await expect(open({ dataDir: empty })).rejects.toThrow(
      'Start that server first, with SECRETS_KEY, and it moves them into the database',
    )
    expect(await new SecretTable(secretsKey, (work) => db.database.asOwner(work)).names()).toEqual([])
    await open({ dataDir })
    expect((await open({ dataDir: empty })).secrets.serverSecret).toEqual(before.serverSecret)
  },
)

test('a folder without the lasting secrets is none that a node could go on with', async () => {
  const dataDir = newDataDir()
  const folder = new SecretFolder(dataDir)
  await folder.readOrCreate('backup-recipients', () => 'age1abc')
  await plantAccount()

  await expect(open({ dataDir })).rejects.toThrow('Start that server first')
  expect(await folder.read('backup-recipients')).toBe('age1abc')
  expect(await new SecretTable(secretsKey, (work) => db.database.asOwner(work)).names()).toEqual([])
})

test('secrets of the folder move into an empty table, whole, and the start says so', async () => {
  const dataDir = newDataDir()
  const folder = new SecretFolder(dataDir)
  const before = await loadSecrets(folder)
  await folder.replace('publishable-key', (text) => `${text}\nsb_publishable_older`)
  await folder.readOrCreate('backup-recipients', () => 'age1abc')

  const said: string[] = []
  const { secrets } = await open({ dataDir }, said)
  expect(secrets.serverSecret).toEqual(before.serverSecret)
  expect(secrets.signingKey.kid).toBe(before.signingKey.kid)
  expect(secrets.publishableKeys).toEqual([...before.publishableKeys, 'sb_publishable_older'])
  expect(said).toEqual([expect.stringContaining('The secrets were moved into the database')])

  const [moved = '', ...others] = fs.readdirSync(dataDir)
  expect([moved, others]).toEqual([expect.stringMatching(/^secrets-moved-/), []])
  expect(fs.statSync(path.join(dataDir, moved)).mode & 0o777).toBe(0o700)
  const store = await openSecretStore(
    { dataDir, secretsKey },
    (work) => db.database.asOwner(work),
    () => undefined,
  )
  expect(await store.read('backup-recipients')).toBe('age1abc')
})

test('a second node with a copy of the same files gives them up; one with files of another installation does not start', async () => {
  const [first, copy, foreign] = [newDataDir(), newDataDir(), newDataDir()]
  await loadSecrets(new SecretFolder(first))
  fs.cpSync(path.join(first, 'secrets'), path.join(copy, 'secrets'), { recursive: true })
  await loadSecrets(new SecretFolder(foreign))
  await open({ dataDir: first })

  const said: string[] = []
  await open({ dataDir: copy }, said)
  expect(said).toEqual([expect.stringContaining('The secrets are in the database')])
  expect(fs.existsSync(path.join(copy, 'secrets'))).toBe(false)

  await expect(open({ dataDir: foreign })).rejects.toThrow('check DATABASE_URL')
  expect(fs.existsSync(path.join(foreign, 'secrets/server-secret'))).toBe(true)
})

test('what a folder has besides the secrets of the database is added to them', async () => {
  const [first, copy] = [newDataDir(), newDataDir()]
  await loadSecrets(new SecretFolder(first))
  fs.cpSync(path.join(first, 'secrets'), path.join(copy, 'secrets'), { recursive: true })
  await new SecretFolder(copy).readOrCreate('backup-signing-key', () => 'seeds')
  await open({ dataDir: first })

  const said: string[] = []
  await open({ dataDir: copy }, said)
  expect(said).toEqual([expect.stringContaining('sealed with SECRETS_KEY: backup-signing-key.')])
  expect(await new SecretTable(secretsKey, (work) => db.database.asOwner(work)).read('backup-signing-key')).toBe(
    'seeds',
  )
})

test.each([SIGNING_KEYS, 'publishable-key', 'secret-key', 'backup-signing-key'])(
  'a folder with another %s than the database is refused by that name, and stays as it is',
  async (name) => {
    const [first, copy] = [newDataDir(), newDataDir()]
    const folder = new SecretFolder(first)
    await loadSecrets(folder)
    await folder.readOrCreate('backup-signing-key', () => 'seeds')
    fs.cpSync(path.join(first, 'secrets'), path.join(copy, 'secrets'), { recursive: true })
    const other = new SecretFolder(copy)
    await other.replace(name, (text) => `${text}0`)
    await other.readOrCreate('backup-recipients', () => 'age1abc')
    const { secrets } = await open({ dataDir: first })

    await expect(open({ dataDir: copy })).rejects.toThrow(`hold different secrets as ${name}, so nothing was moved`)
    const table = new SecretTable(secretsKey, (work) => db.database.asOwner(work))
    expect(await other.names()).toContain(name)
    expect(await table.names()).not.toContain('backup-recipients')
    expect((await open({})).secrets).toEqual(secrets)
  },
)

test('a file that has no name of a secret is left out and named; alone, it stays where it is', async () => {
  const [dataDir, other] = [newDataDir(), newDataDir()]
  const names = ['README.txt', 'secret-key_old', 'secret-key~', '1', `a${'b'.repeat(64)}`]
  await loadSecrets(new SecretFolder(dataDir))
  for (const name of names) fs.writeFileSync(path.join(dataDir, 'secrets', name), 'mine')
  fs.mkdirSync(path.join(other, 'secrets'))
  fs.writeFileSync(path.join(other, 'secrets/README.txt'), 'mine')

  const said: string[] = []
  await open({ dataDir }, said)
  for (const name of names) expect(said[0]).toContain(name)
  const [moved = ''] = fs.readdirSync(dataDir)
  expect(fs.readdirSync(path.join(dataDir, moved))).toEqual(expect.arrayContaining(names))
  await open({ dataDir: other }, said)
  expect(said).toHaveLength(2)
  expect(fs.readdirSync(path.join(other, 'secrets'))).toEqual(['README.txt'])
})

test('what two nodes change at the same time is changed one after the other', async () => {
  const table = new SecretTable(secretsKey, (work) => db.database.asOwner(work))
  await table.readOrCreate('counted', () => '')
  await Promise.all(Array.from({ length: 6 }, (_, one) => table.replace('counted', (text) => `${text}${one}`)))
  expect((await table.read('counted'))?.split('').toSorted()).toEqual(['0', '1', '2', '3', '4', '5'])
})

/** As if the newest key had been made an hour ago. */
const makeOlder = (table: SecretTable, kid: string) =>
  table.replace(SIGNING_KEYS, (text = '') =>
    JSON.stringify(parseKeyFile(text).map((key) => (key.kid === kid ? { ...key, iat: now() - 3600 } : key))),
  )

const now = () => Math.floor(Date.now() / 1000)

test('a new key is published to nodes that run before one of them signs with it', async () => {
  const { secrets } = await open({})
  const old = secrets.signingKey.kid
  const table = new SecretTable(secretsKey, (work) => db.database.asOwner(work))
  // Its time to sign is an hour away, so however slow this machine is, it has not come.
  const { kid } = await rotateSigningKeys(table, { algorithm: 'ES256', now: new Date(Date.now() + 3_600_000) })
  const node = new SharedKeys(table, secrets)
  const tokens = new AccessTokens(secrets, 'here')
  const sign = (by = tokens) => by.sign({ sub: 'a', role: 'authenticated' }, now(), now() + 60)

  expect(secrets.publicKeys.map((key) => key.kid)).toEqual([old])
  await node.look()
  expect(secrets.publicKeys.map((key) => key.kid)).toEqual([kid, old])
  const before = await sign()
  expect(decodeProtectedHeader(before).kid).toBe(old)
  expect((await open({})).secrets.signingKey.kid, 'of a node that starts meanwhile').toBe(old)

  await makeOlder(table, kid)
  const other = (await open({})).secrets
  expect(other.signingKey.kid).toBe(kid)
  expect(await tokens.verify(await sign(new AccessTokens(other, 'here')))).toHaveProperty('claims')
  await node.look()
  expect(decodeProtectedHeader(await sign()).kid).toBe(kid)
  expect(await tokens.verify(before)).toHaveProperty('claims')
})

test('a token that was seen is refused once its key is no longer one', async () => {
  const { secrets } = await open({})
  const table = new SecretTable(secretsKey, (work) => db.database.asOwner(work))
  const tokens = new AccessTokens(secrets, 'here')
  const sign = () => tokens.sign({ sub: 'a', role: 'authenticated' }, now(), now() + 60)
  const seen = await sign()
  expect(await tokens.verify(seen)).toHaveProperty('claims')
  expect(tokens.remembered(seen)).toHaveProperty('sub', 'a')

  await table.replace(SIGNING_KEYS, () => newKeyFile())
  await new SharedKeys(table, secrets).look()
  expect(tokens.remembered(seen)).toBeUndefined()
  expect(await tokens.verify(seen)).toEqual({ problem: 'invalid' })
  expect(await tokens.verify(await sign())).toHaveProperty('claims')
})

test('a token that is being looked at while its key goes is not remembered', async () => {
  const { secrets } = await open({})
  const tokens = new AccessTokens(secrets, 'here')
  const token = await tokens.sign({ sub: 'a', role: 'authenticated' }, now(), now() + 60)
  const others = parseKeyFile(await newKeyFile()).map(publicHalf)

  const underWay = tokens.verify(token)
  secrets.publicKeys = others
  expect(tokens.remembered(token)).toBeUndefined()
  await underWay
  expect(await tokens.verify(token)).toEqual({ problem: 'invalid' })
})
