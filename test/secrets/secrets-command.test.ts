import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSecrets } from '#server/secret-store/open-secrets.ts'
import { addressOf, runCommand } from '../support/server/plain-node.ts'
import { createTestDatabase } from '../support/server/test-database.ts'
import { shortLivedFolder } from '../support/short-lived.ts'

/** An installation with secrets in its folder, or with SECRETS_KEY in its database. */
async function installation(secretsKey: Buffer | undefined) {
  const db = await createTestDatabase()
  onTestFinished(() => db.drop())
  const dataDir = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-secrets-'))
  onTestFinished(() => fs.rmSync(dataDir, { recursive: true, force: true }))
  const open = (key = secretsKey) => openSecrets({ dataDir, secretsKey: key }, db.database, () => undefined)
  await open()
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: addressOf(db.connection),
    SECRETS_KEY: secretsKey?.toString('base64') ?? '',
  }
  return { open, run: (words: string[], input = '') => runCommand('secrets', words, environment, input) }
}

test.each([
  ['in DATA_DIR', undefined],
  ['in the database', randomBytes(32)],
])('secrets %s are named, shown, replaced and removed', async (_place, key) => {
  const { run, open } = await installation(key)
  const { said } = run(['list'])
  for (const name of ['ledger-key', 'publishable-key', 'secret-key', 'server-secret', 'signing-keys.json'])
    expect(said).toContain(name)

  const shown = run(['show', 'publishable-key']).said.trim()
  expect(run(['set', 'publishable-key'], `sb_publishable_new\n${shown}\n`)).toEqual({ status: 0, said: '' })
  expect((await open()).secrets.publishableKeys).toEqual(['sb_publishable_new', shown])

  const before = (await open()).secrets.ledgerSeeds
  expect(run(['remove', 'ledger-key']).status).toBe(0)
  expect(run(['list']).said).not.toContain('ledger-key')
  expect((await open()).secrets.ledgerSeeds).not.toEqual(before)
})

test('what is no secret of a server is refused, and nothing is changed', async () => {
  const { run, open } = await installation(randomBytes(32))
  const before = (await open()).secrets.serverSecret
  expect(run(['set', 'server-secret'], 'short')).toMatchObject({ status: 1, said: expect.stringContaining('32 bytes') })
  expect(run(['set', 'server-secret'])).toMatchObject({ status: 1, said: expect.stringContaining('Nothing came') })
  expect(run(['set', 'server-secrte'], 'x')).toMatchObject({
    status: 1,
    said: expect.stringContaining('no server-secrte'),
  })
  expect((await open()).secrets.serverSecret).toEqual(before)
})

test('a new key is taken by the settings; sealed with it, secrets open with nothing else', async () => {
  const { run, open } = await installation(randomBytes(32))
  const { secrets } = await open()
  const fresh = run(['new-key']).said.trim()
  expect(Buffer.from(fresh, 'base64')).toHaveLength(32)
  expect(run(['new-key']).said.trim()).not.toBe(fresh)
  expect(run(['reseal'], 'not a key')).toMatchObject({ status: 1, said: expect.stringContaining('32 random bytes') })

  expect(run(['reseal'], fresh).status).toBe(0)
  await expect(open()).rejects.toThrow('SECRETS_KEY does not open')
  expect((await open(Buffer.from(fresh, 'base64'))).secrets.serverSecret).toEqual(secrets.serverSecret)
})
