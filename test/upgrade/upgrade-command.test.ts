/** What an operator runs after taking a new version: with the embedded database of an earlier one, and of an earlier PostgreSQL. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { majorOf, majorOfCluster, serverUser } from '#server/db/cluster-home.ts'
import { createWhenMissing } from '#server/db/open.ts'
import { startPostgres, type StartOptions } from '#server/db/postgres.ts'
import { migrateJobs } from '#server/jobs/jobs.ts'
import { CommandLine } from '../support/command-line.ts'
import { runCommand } from '../support/server/plain-node.ts'
import { freePort, ROOT, startProcess } from '../support/server/server-process.ts'
import { shortLivedFolder } from '../support/short-lived.ts'
import { makeDataDir, makeReleased, readReleased } from './released-database.ts'

const released = readReleased('0.2.0-baseline')
/** Of Debian: any that is older. */
const OLD_BIN = ['17', '16', '15'].map((major) => `/usr/lib/postgresql/${major}/bin`).find((one) => fs.existsSync(one))

let dataDir: string
let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-upgrade-'))
  fs.chmodSync(folder, 0o755)
  dataDir = path.join(folder, 'data')
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
})

const home = () => path.join(dataDir, 'postgres')
const settings = () => ({ DATA_DIR: dataDir, BILLING: 'off' })
const upgrade = (...words: string[]) => runCommand('upgrade', words, settings())

/** What was left once, by the PostgreSQL that it has: copied for each test. */
const left = new Map<string, string>()
afterAll(() => left.forEach((made) => fs.rmSync(path.dirname(made), { recursive: true, force: true })))

/** A server of the release with its own database, and a job that waits. */
async function leave(options: StartOptions = {}): Promise<void> {
  const of = options.bin ?? ''
  const made = left.get(of)
  if (made) return copyFolder(made, dataDir)
  await makeLeft(options)
  const kept = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-left-'))
  fs.chmodSync(kept, 0o755)
  left.set(of, path.join(kept, 'data'))
  copyFolder(dataDir, path.join(kept, 'data'))
}

function copyFolder(from: string, to: string): void {
  expect(spawnSync('cp', ['-a', from, to]).status).toBe(0)
}

async function makeLeft(options: StartOptions): Promise<void> {
  fs.mkdirSync(dataDir, { mode: 0o755 })
  if (options.bin) makeOldCluster(options.bin)
  await withDatabase(options, async (client, connection) => {
    await makeReleased(client, released)
    await migrateJobs(connection)
    await client.query(`select graphile_worker.add_job('of before', '{"n":1}')`)
  })
  makeDataDir(dataDir, released)
}

/** As a version with that PostgreSQL made it. */
function makeOldCluster(bin: string): void {
  const owner = serverUser()
  fs.mkdirSync(home(), { mode: 0o700 })
  if (owner.uid !== undefined && owner.gid !== undefined) fs.chownSync(home(), owner.uid, owner.gid)
  const words = ['-D', path.join(home(), 'data'), '-U', 'postgres', '--encoding=UTF8', '--locale=C', '--auth=trust']
  const made = spawnSync(path.join(bin, 'initdb'), words, { ...owner, cwd: '/', encoding: 'utf8' })
  expect([made.status, made.stderr]).toEqual([0, ''])
}

async function withDatabase<T>(
  options: StartOptions,
  use: (client: Client, connection: { host: string; user: string; database: string }) => Promise<T>,
): Promise<T> {
  const server = await startPostgres(home(), options)
  const connection = { host: server.socketDirectory, user: 'postgres', database: 'quantumshield' }
  await createWhenMissing(connection, 'quantumshield')
  const client = new Client(connection)
  await client.connect()
  try {
    return await use(client, connection)
  } finally {
    await client.end()
    await server.stop()
  }
}

function makeBackupKey(): void {
  const made = runCommand('backup', ['new-key', '--into', path.join(folder, 'key')], { DATA_DIR: dataDir })
  expect([made.status, made.said]).toEqual([0, expect.any(String)])
}

/** Below the folder of content. */
function blobs(): string[] {
  const found = fs.readdirSync(path.join(dataDir, 'storage/blobs'), { recursive: true, encoding: 'utf8' })
  return found.filter((name) => /^..\/[^/]+$/.test(name))
}

const countPeople = (options: StartOptions = {}) =>
  withDatabase(options, async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int from auth.users')
    return rows[0]?.count ?? 0
  })

const countMigrations = () =>
  withDatabase({}, async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int from meta.schema_migrations')
    return rows[0]?.count ?? 0
  })

/** Signs in at a server of today, and opens what was stored. */
async function openFile(): Promise<string> {
  const server = startProcess({
    cwd: ROOT,
    command: [process.execPath, '--disable-warning=ExperimentalWarning', 'server/main.ts'],
    port: await freePort(),
    environment: { DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  })
  const computer = new CommandLine()
  try {
    await server.ready()
    const { email, password } = released.people.ada
    const signedIn = await computer.run(['login', '--server', server.url, '--email', email], { password })
    expect(signedIn.stderr).not.toContain('Error')
    return (await computer.run(['get', 'plan.txt', '--output', '-'], { password })).stdout.toString()
  } finally {
    server.kill('SIGTERM')
    await server.ended
    computer.remove()
  }
}

test('it says what would be done, takes a backup, and runs it', { timeout: 240_000 }, async () => {
  await leave()
  const place = path.join(folder, 'place')
  const before = await countMigrations()

  const dry = upgrade('--dry-run')
  expect([dry.status, dry.said]).toEqual([0, expect.stringContaining('0301_space_history_in_pages.sql, ')])
  expect(await countMigrations(), 'nothing was changed').toBe(before)

  const unable = upgrade('--to', place)
  expect(unable, 'there is no key for a backup').toMatchObject({
    status: 1,
    said: expect.stringContaining('There is no key for backups yet'),
  })
  expect(await countMigrations(), 'no backup, no migration').toBe(before)

  const done = upgrade('--no-backup')
  expect([done.status, done.said]).toEqual([0, expect.stringMatching(/Done: \d+ steps ran\.\nThere is no backup/)])
  const again = upgrade('--no-backup')
  expect([again.status, again.said]).toEqual([0, expect.stringContaining('Nothing had to be changed.')])
  makeBackupKey()
  expect(upgrade('--to', place)).toMatchObject({ status: 0, said: expect.stringContaining('is complete in') })
  expect(await openFile()).toBe(released.files['plan.txt'])
})

test('a backup that lacks content is not enough, unless the operator says so', { timeout: 240_000 }, async () => {
  await leave()
  makeBackupKey()
  const [blob = ''] = blobs()
  fs.rmSync(path.join(dataDir, 'storage/blobs', blob))
  const [before, place] = [await countMigrations(), path.join(folder, 'place')]

  const lacking = upgrade('--to', place)
  expect([lacking.status, lacking.said]).toEqual([5, expect.stringContaining('Nothing was migrated.')])
  expect(lacking.said).toContain(`${path.basename(blob)} is missing or damaged on this server`)
  expect(await countMigrations()).toBe(before)

  const accepted = upgrade('--to', place, '--with-damaged-backup')
  expect([accepted.status, accepted.said]).toEqual([0, expect.stringContaining('without the content named above')])
  expect(await countMigrations()).toBeGreaterThan(before)
  expect(upgrade('--no-backup', '--with-damaged-backup').status).toBe(2)

  const words = ['--from', place, '--key', path.join(folder, 'key'), '--verify']
  const tried = runCommand('restore', words, { DATA_DIR: path.join(folder, 'other') })
  expect(tried, 'the earlier version can be restored').toMatchObject({
    status: 5,
    said: expect.stringContaining('All but the content named above can be restored'),
  })
})

test(
  'settings that cannot be read, and a server that runs, are refused before anything is done',
  { timeout: 120_000 },
  async () => {
    await leave()
    const before = await countMigrations()
    const wrong = runCommand('upgrade', ['--no-backup'], { DATA_DIR: dataDir, PORT: 'many' })
    expect([wrong.status, wrong.said]).toEqual([1, expect.stringContaining('problem: PORT')])

    await withDatabase({}, async () => {
      expect(upgrade('--no-backup')).toMatchObject({ status: 1, said: expect.stringContaining('End it first') })
    })
    expect(upgrade().status).toBe(2)
    expect(await countMigrations()).toBe(before)
  },
)

test(
  'a database that an older PostgreSQL wrote is refused at a start, moved by this, and the old one stays',
  { timeout: 240_000, ...needs(OLD_BIN, 'an older PostgreSQL of Debian, such as postgresql-15') },
  async () => {
    const bin = OLD_BIN ?? ''
    await leave({ bin })
    const major = majorOf(path.join(bin, 'postgres')) ?? 0
    expect(majorOfCluster(home())).toBe(major)

    await expect(startPostgres(home())).rejects.toThrow(
      `was written by PostgreSQL ${major}, and this version has PostgreSQL 18. npm run upgrade moves it`,
    )
    expect(upgrade('--dry-run')).toMatchObject({ status: 0, said: expect.stringContaining('would be moved') })
    expect(upgrade('--no-backup')).toMatchObject({ status: 1, said: expect.stringContaining('--old-postgres') })
    expect(majorOfCluster(home()), 'nothing was changed').toBe(major)

    const done = upgrade('--no-backup', '--old-postgres', bin)
    expect([done.status, done.said]).toEqual([0, expect.stringContaining('every table compared')])

    expect(majorOfCluster(home())).toBe(18)
    const aside = path.join(home(), `data-of-${major}`)
    expect(fs.readFileSync(path.join(aside, 'PG_VERSION'), 'utf8').trim()).toBe(String(major))
    const jobs = await withDatabase({}, (client) => client.query('select task_identifier from graphile_worker.jobs'))
    expect(jobs.rows).toEqual([{ task_identifier: 'of before' }])
    expect(await openFile()).toBe(released.files['plan.txt'])
  },
)

const BETWEEN = 'renameSync /postgres/moving/data'
const MOMENTS = [
  'createWriteStream /postgres/moving/move.sql',
  'createReadStream /postgres/moving/move.sql',
  'writeFileSync /postgres/moving/compared',
  'renameSync /postgres/data',
]

test(
  'a move that is killed loses nothing, and the next run has every row',
  { timeout: 400_000, ...needs(OLD_BIN, 'an older PostgreSQL of Debian, such as postgresql-15') },
  async () => {
    const bin = OLD_BIN ?? ''
    await leave({ bin })
    const people = await countPeople({ bin })
    expect(people).toBeGreaterThan(0)
    const kill = (moment: string) => {
      const killing = { KILL_AT: moment, NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'kill-at.ts')}` }
      const { status, said } = runCommand('upgrade', ['--no-backup', '--old-postgres', bin], {
        ...settings(),
        ...killing,
      })
      expect([status, said], moment).toEqual([null, expect.stringContaining('database: written by')])
    }
    for (const moment of MOMENTS) {
      kill(moment)
      expect(majorOfCluster(home()), moment).toBeLessThan(18)
      expect(fs.readdirSync(home()), moment).toContain('data')
    }
    expect(await countPeople({ bin }), 'the earlier version still works').toBe(people)

    kill(BETWEEN)
    expect(fs.readdirSync(home())).not.toContain('data')
    const copy = path.join(folder, 'copy')
    copyFolder(dataDir, copy)
    const done = upgrade('--no-backup')
    expect([done.status, done.said]).toEqual([0, expect.stringMatching(/Done: \d+ steps ran/)])
    expect(await countPeople()).toBe(people)
    expect(await openFile()).toBe(released.files['plan.txt'])

    dataDir = copy
    expect(await countPeople(), 'a start finishes it as well').toBe(people)
    fs.renameSync(path.join(home(), 'data'), path.join(folder, 'away'))
    await expect(startPostgres(home()), 'no empty one beside the earlier one').rejects.toThrow(
      'of an earlier PostgreSQL',
    )
  },
)
