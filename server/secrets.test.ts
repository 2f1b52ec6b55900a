import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashOf, loadSecrets } from './secrets.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'quantumshield-secrets-'))
})
afterEach(() => fs.rm(dataDir, { recursive: true }))

test('secrets are made once, for their owner only, and read from then on', async () => {
  const made = await loadSecrets(dataDir)
  const read = await loadSecrets(dataDir)

  expect(read.publicKeys).toEqual(made.publicKeys)
  expect(read.serverSecret).toEqual(made.serverSecret)
  expect(made.publishableKeys[0]).toMatch(/^sb_publishable_[\w-]{22}_[\w-]{8}$/)
  const folder = path.join(dataDir, 'secrets')
  expect((await fs.stat(folder)).mode & 0o777).toBe(0o700)
  for (const file of await fs.readdir(folder)) expect((await fs.stat(path.join(folder, file))).mode & 0o777).toBe(0o600)
})

test('nodes that start at once agree', async () => {
  const nodes = await Promise.all(Array.from({ length: 6 }, () => loadSecrets(dataDir)))

  expect(new Set(nodes.map(({ signingKey }) => signingKey.kid)).size).toBe(1)
  expect(new Set(nodes.map(({ serverSecret }) => serverSecret.toString('hex'))).size).toBe(1)
})

test('public keys hold no private part, and of the secret key only its hash is kept in memory', async () => {
  const secrets = await loadSecrets(dataDir)
  const secretKey = (await fs.readFile(path.join(dataDir, 'secrets/secret-key'), 'utf8')).trim()

  expect(JSON.stringify(secrets.publicKeys)).not.toContain('"d"')
  expect(secrets.secretKeyHashes).toEqual([hashOf(secretKey)])
})

test('a retired key stays in the JWKS behind the new one', async () => {
  await loadSecrets(dataDir)
  const file = path.join(dataDir, 'secrets/signing-keys.json')
  const [retired] = JSON.parse(await fs.readFile(file, 'utf8')) as object[]
  const other = await fs.mkdtemp(path.join(dataDir, 'other-'))
  await loadSecrets(other)
  const [fresh] = JSON.parse(await fs.readFile(path.join(other, 'secrets/signing-keys.json'), 'utf8')) as object[]
  await fs.writeFile(file, JSON.stringify([fresh, retired]))

  const { signingKey, publicKeys } = await loadSecrets(dataDir)

  expect(publicKeys.map(({ kid }) => kid)).toHaveLength(2)
  expect(publicKeys[0]?.kid).toBe(signingKey.kid)
})
