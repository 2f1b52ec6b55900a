import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AccessTokens } from './auth/session/access-token.ts'
import { SecretFolder } from './secret-store/secret-folder.ts'
import { hashOf, loadSecrets } from './secrets.ts'
import { rotateSigningKeys, SIGNING_ALGORITHMS } from './signing-keys.ts'

let dataDir: string
let store: SecretFolder
beforeEach(async () => {
  dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'quantumshield-secrets-'))
  store = new SecretFolder(dataDir)
})
afterEach(() => fs.rm(dataDir, { recursive: true }))

test('secrets are made once, for their owner only, and read from then on', async () => {
  const made = await loadSecrets(store)
  const read = await loadSecrets(store)

  expect(read.publicKeys).toEqual(made.publicKeys)
  expect(read.serverSecret).toEqual(made.serverSecret)
  expect(made.publishableKeys[0]).toMatch(/^sb_publishable_[\w-]{22}_[\w-]{8}$/)
  const folder = path.join(dataDir, 'secrets')
  expect((await fs.stat(folder)).mode & 0o777).toBe(0o700)
  for (const file of await fs.readdir(folder)) expect((await fs.stat(path.join(folder, file))).mode & 0o777).toBe(0o600)
})

test('nodes that start at once agree', async () => {
  const nodes = await Promise.all(Array.from({ length: 6 }, () => loadSecrets(store)))

  expect(new Set(nodes.map(({ signingKey }) => signingKey.kid)).size).toBe(1)
  expect(new Set(nodes.map(({ serverSecret }) => serverSecret.toString('hex'))).size).toBe(1)
})

test('public keys hold no private part, and of the secret key only its hash is kept in memory', async () => {
  const secrets = await loadSecrets(store)
  const secretKey = (await fs.readFile(path.join(dataDir, 'secrets/secret-key'), 'utf8')).trim()

  expect(JSON.stringify(secrets.publicKeys)).not.toContain('"d"')
  expect(secrets.secretKeyHashes).toEqual([hashOf(secretKey)])
})

test.each(SIGNING_ALGORITHMS)('a new %s key signs, and the one before it is still accepted', async (algorithm) => {
  const before = await loadSecrets(store)
  const old = await new AccessTokens(before, 'here').sign({ sub: 'a', role: 'authenticated' }, now(), now() + 60)

  const { kid, listed } = await rotateSigningKeys(store, { algorithm })
  const after = await loadSecrets(store)
  const tokens = new AccessTokens(after, 'here')
  const fresh = await tokens.sign({ sub: 'a', role: 'authenticated' }, now(), now() + 60)

  expect(listed).toBe(2)
  expect(after.publicKeys.map((key) => key.kid)).toEqual([kid, before.signingKey.kid])
  expect(decodeProtectedHeader(fresh)).toMatchObject({ kid, alg: algorithm })
  expect(await tokens.verify(fresh)).toHaveProperty('claims')
  expect(await tokens.verify(old)).toHaveProperty('claims')
  expect(JSON.stringify(after.publicKeys)).not.toMatch(/"(d|p|q|priv)":/)
  expect((await fs.stat(path.join(dataDir, 'secrets/signing-keys.json'))).mode & 0o777).toBe(0o600)
})

test('a key is dropped once no token of it can be alive', async () => {
  await loadSecrets(store)
  const hour = 3_600_000
  await rotateSigningKeys(store, { algorithm: 'ES256', now: new Date(Date.now() + hour) })
  expect((await rotateSigningKeys(store, { algorithm: 'ES256', now: new Date(Date.now() + 2 * hour) })).listed).toBe(3)
  expect((await rotateSigningKeys(store, { algorithm: 'ES256', now: new Date(Date.now() + 30 * hour) })).listed).toBe(2)
})

test('an algorithm that is not ours is named', async () => {
  await loadSecrets(store)
  const file = path.join(dataDir, 'secrets/signing-keys.json')
  const [key] = JSON.parse(await fs.readFile(file, 'utf8')) as object[]
  await fs.writeFile(file, JSON.stringify([{ ...key, alg: 'HS256' }]))
  await expect(loadSecrets(store)).rejects.toThrow('the algorithm HS256 is not one of ES256, RS256, ML-DSA-44')
})

const now = () => Math.floor(Date.now() / 1000)
