import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSecrets } from '#server/secret-store/open-secrets.ts'
import { ownerOf, SecretTable } from '#server/secret-store/secret-table.ts'
import { createEmptyDatabase } from '../support/server/empty-database.ts'
import { addressOf, runCommand } from '../support/server/plain-node.ts'
import { createTestDatabase } from '../support/server/test-database.ts'
import { shortLivedFolder } from '../support/short-lived.ts'

test('a backup holds the secrets that nodes share, and opens for a server with another SECRETS_KEY or with none', async () => {
  const db = await createTestDatabase()
  onTestFinished(() => db.drop())
  const folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-shared-'))
  fs.chmodSync(folder, 0o755)
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const inside = (name: string) => path.join(folder, name)
  const [dataDir, place, key] = [inside('data'), inside('place'), inside('key.txt')]
  fs.mkdirSync(dataDir)
  const secretsKey = randomBytes(32)
  const { secrets } = await openSecrets({ dataDir, secretsKey }, db.database, () => undefined)
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: addressOf(db.connection),
    SECRETS_KEY: secretsKey.toString('base64'),
  }
  const run = (name: string, words: string[], environment: Record<string, string> = settings) => {
    const { status, said } = runCommand(name, words, environment)
    expect(status, said).toBe(0)
    return said
  }

  run('backup', ['new-key', '--into', key])
  run('backup', ['take', '--to', place])
  expect(fs.existsSync(path.join(dataDir, 'secrets'))).toBe(false)
  expect(run('secrets', ['show', 'publishable-key'])).toContain(secrets.publishableKeys[0])

  const restore = async (differences: Record<string, string>) => {
    const target = path.join(folder, randomBytes(4).toString('hex'))
    const { name, client, drop } = await createEmptyDatabase()
    onTestFinished(drop)
    const address = addressOf({ ...db.connection, database: name })
    const environment = { ...settings, DATA_DIR: target, DATABASE_URL: address, ...differences }
    run('restore', ['--from', place, '--key', key, '--reason', 'a test'], environment)
    const { rows } = await client.query<{ sealed: number }>('select count(*)::int as sealed from meta.shared_secrets')
    return { target, client, sealed: rows[0]?.sealed }
  }
  const otherKey = randomBytes(32)
  const shared = await restore({ SECRETS_KEY: otherKey.toString('base64') })
  expect(await new SecretTable(otherKey, ownerOf(shared.client)).read('server-secret')).toBe(
    secrets.serverSecret.toString('base64url'),
  )
  const alone = await restore({ SECRETS_KEY: '' })
  expect(alone.sealed).toBe(0)
  expect(fs.readFileSync(path.join(alone.target, 'secrets/server-secret'), 'utf8').trim()).toBe(
    secrets.serverSecret.toString('base64url'),
  )
})
