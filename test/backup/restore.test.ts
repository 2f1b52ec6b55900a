import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { USUAL_COSTS } from '#server/auth/password/passwords.ts'
import { makeBackupKey, readBackupKey } from '#server/backup/backup-keys.ts'
import { restoreServer, verifyBackup } from '#server/backup/restore-server.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { SecretFolder } from '#server/secret-store/secret-folder.ts'
import { CommandLine } from '../support/command-line.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { freePort, ROOT, startProcess } from '../support/server/server-process.ts'
import { createEmptyDatabase } from '../support/server/empty-database.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { BackupStage, flipBit } from './backup-stage.ts'

let server: TestServer
let stage: BackupStage
let person: VaultPerson
const content = randomBytes(9_000_000)
const computer = new CommandLine()
const silent = () => undefined

beforeAll(async () => {
  server = await startServer({}, { passwordCosts: USUAL_COSTS })
  stage = new BackupStage(server)
  await stage.prepare()
  person = await personWithVault(server)
  await computer.signIn(server.url, person)
  await computer.json(['put', computer.makeFile('of before.bin', content)])
  await server.ledger.placeAll()
  await server.ledger.signAll(0)
  await stage.take()
})
afterAll(async () => {
  await server.stop()
  stage.remove()
  computer.remove()
})

const configOf = (dataDir: string, databaseUrl?: string) =>
  readConfig({ DATA_DIR: dataDir, PUBLIC_URL: server.url, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })

function addressOf(host = '', database = ''): string {
  const url = new URL(`postgresql://postgres@localhost/${database}`)
  url.searchParams.set('host', host)
  return url.href
}

/** A folder that is not there, and a database without a schema. */
async function emptyMachine() {
  const { name, client, drop } = await createEmptyDatabase()
  onTestFinished(drop)
  return {
    config: configOf(stage.newDataDir(), addressOf(server.connection.host, name)),
    query: async <Row extends object>(text: string) => (await client.query<Row>(text)).rows,
  }
}

const settingsOf = { reason: 'the disk failed', say: silent }

test('a server begins again on an empty machine: its people sign in and open what they stored', async () => {
  const dataDir = stage.newDataDir()
  // As an operator does: a program of its own, which must not end before its work.
  const command = ['--disable-warning=ExperimentalWarning', 'server/commands/restore.ts', '--from', stage.stored]
  const restore = startProcess({
    cwd: ROOT,
    command: [process.execPath, ...command, '--key', stage.keyFile, '--reason', 'the disk failed'],
    port: 0,
    environment: { DATA_DIR: dataDir },
  })
  expect(await restore.ended, restore.log()).toBe(0)
  expect(restore.log()).toMatch(/Restored in [\d.]+ s\. Start the server\./)
  expect(fs.statSync(path.join(dataDir, 'secrets/server-secret')).mode & 0o777).toBe(0o600)

  const port = await freePort()
  const restored = startProcess({
    cwd: ROOT,
    command: [process.execPath, '--disable-warning=ExperimentalWarning', 'server/main.ts'],
    port,
    environment: { DATA_DIR: dataDir, PUBLIC_URL: `http://localhost:${port}`, LOG_LEVEL: 'error' },
  })
  onTestFinished(async () => {
    restored.kill('SIGTERM')
    await restored.ended
  })
  await restored.ready()
  const other = new CommandLine()
  onTestFinished(() => other.remove())
  await other.json(['login', '--server', restored.url, '--email', person.email])
  const target = other.newFolder('got-')
  await other.json(['get', 'of before.bin', '--to', target])
  expect(fs.readFileSync(path.join(target, 'of before.bin')).equals(content)).toBe(true)
  await other.json(['put', other.makeFile('of after.txt', Buffer.from('after'))])
  expect(restored.log()).not.toContain('"level":50')
})

test('the ledgers of before end, and those that begin say why, and as of when', async () => {
  const { config, query } = await emptyMachine()
  const backup = await stage.open()
  await restoreServer(backup, { config, ...settingsOf })
  const logs = await query<{ ended: boolean; epoch: number }>(
    'select ended_at is not null as ended, epoch from ledger.logs',
  )
  expect(logs.length).toBeGreaterThan(0)
  for (const { ended, epoch } of logs) expect(ended).toBe(epoch === 1)
  expect(logs.filter(({ ended }) => !ended).length).toBe(logs.length / 2)
  const events = await query<{ details: object }>(
    `select details from system_audit_log where event_type = 'ledger.epoch_started'`,
  )
  expect(events[0]?.details).toMatchObject({
    reason: 'the disk failed',
    restored_as_of: backup.manifest.takenAt,
  })
})

test('a session of before, which may have been ended since, is not back', async () => {
  const { rows } = await server.database.owner<{ sessions: string }>('select count(*) as sessions from auth.sessions')
  expect(Number(rows[0]?.sessions)).toBeGreaterThan(0)
  const { config, query } = await emptyMachine()
  await restoreServer(await stage.open(), { config, ...settingsOf })
  expect(await query('select id from auth.sessions')).toEqual([])
  // The sweep begins with what it finds here.
  expect(await query('select is_running from storage.sweep')).toEqual([{ is_running: false }])
})

test('into a folder that holds something nothing is restored, nor into a database', async () => {
  const { config } = await emptyMachine()
  fs.mkdirSync(config.dataDir, { recursive: true })
  fs.writeFileSync(path.join(config.dataDir, 'something'), '')
  const backup = await stage.open()
  await expect(restoreServer(backup, { config, ...settingsOf })).rejects.toThrow(
    'holds something. A backup is restored into an empty DATA_DIR',
  )
  expect(fs.readdirSync(config.dataDir)).toEqual(['something'])
  const { connection } = server
  const full = configOf(stage.newDataDir(), addressOf(connection.host, connection.database))
  await expect(restoreServer(backup, { config: full, ...settingsOf })).rejects.toThrow(
    'The database in DATABASE_URL is not empty',
  )
})

test('after a restore that did not end no server starts there', async () => {
  const backup = await stage.open()
  const file = path.join(stage.stored, backup.folder, 'secrets.json.age')
  flipBit(file)
  onTestFinished(() => flipBit(file))
  const { config } = await emptyMachine()
  await expect(restoreServer(backup, { config, ...settingsOf })).rejects.toThrow()
  await expect(openDatabase(config)).rejects.toThrow('began and did not end')
})

test('nor before the ledgers have begun again', async () => {
  const { config } = await emptyMachine()
  const say = (line: string) => {
    if (line.startsWith('audit ledgers')) throw new Error('power failure')
  }
  await expect(restoreServer(await stage.open(), { config, reason: 'the disk failed', say })).rejects.toThrow('power')
  await expect(openDatabase(config)).rejects.toThrow('began and did not end')
})

const damages = {
  'is gone': (file: string) => fs.rmSync(file),
  'is longer than it was': (file: string) => fs.appendFileSync(file, 'x'),
}

test.each(Object.entries(damages))(
  'content that %s in the backup is named, and the rest restored',
  async (_, damage) => {
    const backup = await stage.open()
    const folder = path.join(stage.stored, 'content')
    const names = fs.readdirSync(folder).flatMap((name) => fs.readdirSync(path.join(folder, name)))
    const lost = names[0] ?? ''
    const file = path.join(folder, lost.slice(0, 2), lost)
    const bytes = fs.readFileSync(file)
    damage(file)
    onTestFinished(() => fs.writeFileSync(file, bytes))
    const { config } = await emptyMachine()
    expect(await restoreServer(backup, { config, ...settingsOf })).toEqual([lost])
  },
)

test('a place that is away ends a restore, which then does not count', async () => {
  const backup = await stage.open()
  const away = async (name: string) =>
    name.startsWith('content/') ? Promise.reject(new Error('no route to the place')) : backup.place.read(name)
  const { config } = await emptyMachine()
  const place = { ...backup.place, read: away }
  await expect(restoreServer({ ...backup, place }, { config, ...settingsOf })).rejects.toThrow('no route to the place')
  await expect(openDatabase(config)).rejects.toThrow('began and did not end')
})

test('a backup is tried without leaving anything', async () => {
  const tried = () => fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith('quantumshield-verify-'))
  const before = tried()
  const lines: string[] = []
  expect(await verifyBackup(await stage.open(), (line) => lines.push(line))).toEqual([])
  expect(lines.join('\n')).toContain('audit ledgers: every event is what was signed')
  expect(tried()).toEqual(before)
})

test('the command that tries one leaves nothing in the folder where it runs', async () => {
  const folder = fs.mkdtempSync(path.join(stage.folder, 'cwd-'))
  const command = ['--disable-warning=ExperimentalWarning', path.join(ROOT, 'server/commands/restore.ts')]
  const tried = startProcess({
    cwd: folder,
    command: [process.execPath, ...command, '--from', stage.stored, '--key', stage.keyFile, '--verify'],
    port: 0,
    environment: {},
  })
  expect(await tried.ended, tried.log()).toBe(0)
  expect(tried.log()).toContain('The backup can be restored')
  expect(fs.readdirSync(folder)).toEqual([])
})

test('a key that does not fit makes nothing', async () => {
  const other = path.join(stage.folder, 'other-key.txt')
  await makeBackupKey(new SecretFolder(server.config.dataDir), other)
  const { config, query } = await emptyMachine()
  const backup = { ...(await stage.open()), key: await readBackupKey(other) }
  await expect(restoreServer(backup, { config, ...settingsOf })).rejects.toThrow('This key does not open the backup')
  expect(await query(`select from pg_namespace where nspname = 'meta'`)).toEqual([])
})

test('of a version that this program does not know none is made', async () => {
  const backup = await stage.open()
  const migrations = [...backup.manifest.migrations, { name: '9999_of_the_future.sql', sha256: '00' }]
  const newer = { ...backup, manifest: { ...backup.manifest, migrations } }
  const { config } = await emptyMachine()
  await expect(restoreServer(newer, { config, ...settingsOf })).rejects.toThrow(
    'whose database this program cannot make (9999_of_the_future.sql)',
  )
})
