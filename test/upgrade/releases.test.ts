/** Every release's database becomes today's: what people stored opens, the ledger is what was signed, and policies hold. */
import fs from 'node:fs'
import path from 'node:path'
import { Client, type PoolConfig } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { readTableStates } from '#server/backup/export-database.ts'
import { openDatabase } from '#server/db/open.ts'
import { checkLog } from '#server/ledger/check-log.ts'
import { listAllLogs } from '#server/ledger/operator.sql.ts'
import { describeSchema } from '../../scripts/schema/describe-schema.ts'
import { CommandLine } from '../support/command-line.ts'
import { createEmptyDatabase } from '../support/server/empty-database.ts'
import { addressOf, startPlainNode } from '../support/server/plain-node.ts'
import { createTestDatabase } from '../support/server/test-database.ts'
import { shortLivedFolder } from '../support/short-lived.ts'
import {
  makeDataDir,
  makeReleased,
  readReleased,
  releasedVersions,
  type ReleasedDatabase,
} from './released-database.ts'

const versions = releasedVersions()

test('the database of this version, or of the one before it, is kept', () => {
  const [major, minor] = packageJson.version.split('.').map(Number)
  const near = versions.filter((version) => {
    const [otherMajor, otherMinor = 0] = version.split('.').map(Number)
    return otherMajor === major && minor !== undefined && minor - otherMinor <= 1
  })
  expect(near).not.toEqual([])
})

/** A release's server as it was left: its database in an empty one, and its folder. */
async function leftBy(released: ReleasedDatabase) {
  const { name, client, drop } = await createEmptyDatabase()
  const dataDir = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-upgrade-'))
  onTestFinished(async () => {
    await drop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  })
  await makeReleased(client, released)
  makeDataDir(dataDir, released)
  return { client, dataDir, connection: { host: client.host, user: 'postgres', database: name } }
}

test.each(versions)(
  'of %s: people sign in and open what they stored, shared and keep in a team',
  { timeout: 180_000 },
  async (version) => {
    const released = readReleased(version)
    const { connection, dataDir } = await leftBy(released)

    const server = await startPlainNode({ connection }, { DATA_DIR: dataDir, ORGANISATION: 'single' })

    const { ada, bob } = released.people
    expect(await fileOf(server.url, ada, ['get', 'plan.txt'])).toBe(released.files['plan.txt'])
    expect(await fileOf(server.url, bob, ['get', 'plan.txt', '--shared'])).toBe(released.files['plan.txt'])
    expect(await fileOf(server.url, bob, ['get', 'notes.txt', '--space', released.space])).toBe(
      released.files['notes.txt'],
    )
    await expect(fileOf(server.url, bob, ['get', 'plan.txt'])).rejects.toThrow('plan.txt')
    expect(server.process.log()).not.toContain('"level":50')
  },
)

test.each(versions)('of %s: it has the schema of a new one, and the rows that it had', async (version) => {
  const released = readReleased(version)
  const { client, connection, dataDir } = await leftBy(released)
  const before = new Map((await readTableStates(client)).map(({ name, rows }) => [name, rows]))

  await upgrade({ connection, dataDir })

  expect(await describeSchema(client)).toBe(await schemaOfToday())
  const after = await readTableStates(client)
  const fewer = after.filter(({ name, rows }) => rows < (before.get(name) ?? 0))
  expect(fewer, 'no table lost a row').toEqual([])
  expect([...before.values()].filter((rows) => rows > 0).length).toBeGreaterThan(20)
})

test.each(versions)('of %s: the ledger is what was signed, and incidents are kept', async (version) => {
  const released = readReleased(version)
  const { client, connection, dataDir } = await leftBy(released)
  const { rows: signed } = await client.query<{ logs: number | null }>(
    `select case when to_regclass('ledger.logs') is not null then 1 end as logs`,
  )

  const { database, close } = await openDatabase({ databaseUrl: addressOf(connection), dataDir })
  try {
    const logs = await listAllLogs(database)
    if (signed[0]?.logs) expect(logs.filter(({ size }) => size > 0).length).toBeGreaterThan(1)
    for (const log of logs) expect(await checkLog(database, log), log.origin).toEqual([])
  } finally {
    await close()
  }

  // Detectors came after the baseline.
  if (released.script.includes('copied_token')) {
    const { rows } = await client.query('select detector from public.threat_detections')
    expect(rows).toEqual([{ detector: 'token_reuse' }])
  }
})

test.each(versions)('of %s: nobody reads what is not theirs', async (version) => {
  const released = readReleased(version)
  const { connection, dataDir } = await leftBy(released)
  const environment = { DATA_DIR: dataDir, ORGANISATION: 'single', MAILER_AUTOCONFIRM: 'true' }
  const { url } = await startPlainNode({ connection }, environment)
  const { 'publishable-key': publishable = '', 'secret-key': secret = '' } = released.secrets
  const headers = { apikey: publishable.trim(), 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'eve@example.test', password: 'a password of Eve' })
  const answer = await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body })
  const { access_token: token }: { access_token: string } = await answer.json()

  for (const table of ['file_records', 'account_wraps', 'space_keys']) {
    const rowsFor = async (credentials: Record<string, string>): Promise<number> => {
      const listed = await fetch(`${url}/rest/v1/${table}`, { headers: credentials })
      expect(listed.status, table).toBe(200)
      const rows: unknown[] = await listed.json()
      return rows.length
    }
    expect(await rowsFor({ apikey: secret.trim() }), `the operator, of ${table}`).toBeGreaterThan(1)
    expect(await rowsFor({ ...headers, authorization: `Bearer ${token}` }), `a stranger, of ${table}`).toBe(0)
  }
})

/** The content that a new device gets, where somebody signs in with their password. */
async function fileOf(url: string, person: { email: string; password: string }, words: string[]): Promise<string> {
  const computer = new CommandLine()
  try {
    const { email, password } = person
    const login = await computer.run(['login', '--server', url, '--email', email, '--json'], { password })
    if (login.status !== 0) throw new Error(login.stderr)
    const got = await computer.run([...words, '--output', '-'], { password })
    if (got.status !== 0) throw new Error(got.stderr)
    return got.stdout.toString()
  } finally {
    computer.remove()
  }
}

async function upgrade({ connection, dataDir }: { connection: PoolConfig; dataDir: string }): Promise<string[]> {
  const { migrated, close } = await openDatabase({ databaseUrl: addressOf(connection), dataDir })
  await close()
  return migrated
}

async function schemaOfToday(): Promise<string> {
  const { connection, drop } = await createTestDatabase()
  const client = new Client(connection)
  await client.connect()
  try {
    return await describeSchema(client)
  } finally {
    await client.end()
    await drop()
  }
}
