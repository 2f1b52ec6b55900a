import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { Client } from 'pg'
import { connectAsOwner } from '#server/backup/database-connection.ts'
import { beginSnapshot, exportDatabase } from '#server/backup/export-database.ts'
import { readShippedSchema } from '#server/db/shipped-schema.ts'
import { freePort, ROOT, startProcess } from '../../test/support/server/server-process.ts'
import { fillServer } from '../../test/upgrade/fill-server.ts'
import { type ReleasedDatabase, writeReleased } from '../../test/upgrade/released-database.ts'

const USAGE = `Keeps the database of a release for the tests of upgrades: starts this server, lets people store and share, and writes what it stored.

  npm run keep-release          into test/upgrade/databases, by the version of package.json
  npm run keep-release -- --replace   also where one of this version is there`

/** Some rounds of the ledger. */
const PLACED_MS = 60_000

const { values } = parseArgs({
  options: { replace: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
})
if (values.help) console.log(USAGE)
else console.log(await keepRelease())

async function keepRelease(): Promise<string> {
  const schema = readShippedSchema()
  const target = path.join(ROOT, 'test/upgrade/databases', `${schema.version}.json.br`)
  if (fs.existsSync(target) && !values.replace)
    throw new Error(`${target} is there: it is of a release, and people have its database. Change the version first.`)
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-release-'))
  fs.chmodSync(dataDir, 0o755)
  try {
    const filled = await runServer(dataDir)
    const script = await withDatabase(dataDir, exported)
    const { version, functions, migrations } = schema
    const names = migrations.map(({ name }) => name)
    return writeReleased(version, { version, migrations: names, functions, script, ...filled, ...stored(dataDir) })
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

async function runServer(dataDir: string): Promise<Awaited<ReturnType<typeof fillServer>>> {
  const port = await freePort()
  const server = startProcess({
    cwd: ROOT,
    command: [process.execPath, '--disable-warning=ExperimentalWarning', 'server/main.ts'],
    port,
    environment: { DATA_DIR: dataDir, MAILER_AUTOCONFIRM: 'true', ORGANISATION: 'single', LOG_LEVEL: 'error' },
  })
  try {
    await server.ready()
    const filled = await fillServer(server.url)
    await withDatabase(dataDir, async (client) => {
      await addIncident(client)
      await untilPlaced(client)
    })
    return filled
  } finally {
    server.kill('SIGTERM')
    await server.ended
  }
}

async function withDatabase<T>(dataDir: string, use: (client: Client) => Promise<T>): Promise<T> {
  const { client, close } = await connectAsOwner({ dataDir, databaseUrl: undefined, databaseDirectUrl: undefined })
  try {
    return await use(client)
  } finally {
    await close()
  }
}

/** As a detector does. */
async function addIncident(client: Client): Promise<void> {
  const finding = { detector: 'token_reuse', subject: 'a session', reasons: [{ code: 'copied_token' }] }
  await client.query(
    `select threats.record($1::jsonb || jsonb_build_object('user_id', id)) from auth.users where email = 'ada@example.test'`,
    [JSON.stringify(finding)],
  )
}

/** Events wait for the next round of the ledger. */
async function untilPlaced(client: Client): Promise<void> {
  for (const end = Date.now() + PLACED_MS; Date.now() < end; await sleep(200)) {
    const { rows } = await client.query<{ waits: boolean }>('select exists (select from ledger.pending) as waits')
    if (!rows[0]?.waits) return
  }
  throw new Error('The ledger did not take all events.')
}

async function exported(client: Client): Promise<string> {
  await beginSnapshot(client)
  return text(Readable.from(exportDatabase(client, [])))
}

function stored(dataDir: string): Pick<ReleasedDatabase, 'secrets' | 'contents'> {
  const secrets = path.join(dataDir, 'secrets')
  const blobs = path.join(dataDir, 'storage/blobs')
  const files = fs.readdirSync(blobs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return {
    secrets: Object.fromEntries(
      fs.readdirSync(secrets).map((name) => [name, fs.readFileSync(path.join(secrets, name), 'utf8')]),
    ),
    contents: Object.fromEntries(
      files.map(({ name, parentPath }) => [name, fs.readFileSync(path.join(parentPath, name)).toString('base64')]),
    ),
  }
}
