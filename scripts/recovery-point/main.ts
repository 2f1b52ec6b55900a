import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { connectAsOwner } from '#server/backup/database-connection.ts'
import { freePort, ROOT, type ServerProcess, startProcess } from '../../test/support/server/server-process.ts'

const USAGE = `Measures how much a server that archives (ARCHIVE_TO) loses with its disk: kills it at a random moment while rows are written, removes its folder, recovers
as far as the archive goes, and looks which acknowledged rows are missing. Writes the table of docs/reliability.md.

  npm run recovery-point [-- --kills 3 --seconds 60]`

const PAGE = path.join(ROOT, 'docs/reliability.md')
const EVERY_MS = 50

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(USAGE)
else await measure(Number(values.kills), Number(values.seconds))

async function measure(kills: number, seconds: number): Promise<void> {
  const lostSeconds: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    const lost = await loseOnce(seconds)
    console.log(`kill ${kill + 1}: ${lost.toFixed(1)} s lost`)
    lostSeconds.push(lost)
  }
  const sorted = lostSeconds.toSorted((a, b) => a - b)
  const [least, most] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  const table = [
    `${new Date().toISOString().slice(0, 10)}, ${os.availableParallelism()} processors, the archive in a folder of the same machine.`,
    '',
    '| ARCHIVE_SECONDS | kills | least lost | most lost |',
    '|---|---|---|---|',
    `| ${seconds} | ${kills} | ${least.toFixed(1)} s | ${most.toFixed(1)} s |`,
  ].join('\n')
  const page = fs.readFileSync(PAGE, 'utf8')
  fs.writeFileSync(
    PAGE,
    page.replace(
      /<!-- recovery-point -->[^]*<!-- \/recovery-point -->/,
      () => `<!-- recovery-point -->\n\n${table}\n\n<!-- /recovery-point -->`,
    ),
  )
  console.log(table)
}

/** @returns seconds between the newest acknowledged row that was recovered and the newest of all. */
async function loseOnce(seconds: number): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-recovery-'))
  fs.chmodSync(folder, 0o755)
  const [first, second, place, key] = ['first', 'second', 'place', 'key.txt'].map((name) => path.join(folder, name))
  const settings = (dataDir = '') => ({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const archiving = { ...settings(first), ARCHIVE_TO: place ?? '', ARCHIVE_SECONDS: String(seconds) }
  try {
    await endOf(await start(settings(first)))
    run('backup', ['new-key', '--into', key ?? ''], settings(first))
    const server = await start(archiving)
    run('backup', ['take', '--to', place ?? ''], archiving)
    const newest = await withDatabase(first, (client) =>
      writeUntil(client, server, (1 + Math.random()) * seconds * 1000),
    )
    await server.ended
    fs.rmSync(first ?? '', { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    const words = ['--from', place ?? '', '--key', key ?? '', '--reason', 'measurement', '--until', 'latest']
    run('restore', words, settings(second))
    const recovered = await withDatabase(second, async (client) => {
      const { rows } = await client.query<{ at: string | null }>('select max(at_ms)::text as at from public.measured')
      return Number(rows[0]?.at ?? Number.NaN)
    })
    return (newest - recovered) / 1000
  } finally {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** @returns when the newest row was acknowledged, by the clock that wrote it. */
async function writeUntil(client: Client, server: ServerProcess, forMs: number): Promise<number> {
  client.on('error', () => undefined)
  await client.query('create table public.measured (at_ms bigint)')
  const end = Date.now() + forMs
  let newest = 0
  while (Date.now() < end) {
    const now = Date.now()
    await client.query('insert into public.measured values ($1)', [now])
    newest = now
    await sleep(EVERY_MS)
  }
  server.kill('SIGKILL')
  return newest
}

async function withDatabase<T>(dataDir = '', use: (client: Client) => Promise<T>): Promise<T> {
  const { client, close } = await connectAsOwner({ dataDir, databaseUrl: undefined, databaseDirectUrl: undefined })
  try {
    return await use(client)
  } finally {
    await close()
  }
}

async function start(environment: Record<string, string>): Promise<ServerProcess> {
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', 'server/main.ts']
  const server = startProcess({ cwd: ROOT, command, port: await freePort(), environment })
  await server.ready()
  return server
}

async function endOf(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM')
  await server.ended
}

function run(command: string, words: string[], environment: Record<string, string>): void {
  const program = ['--disable-warning=ExperimentalWarning', `server/commands/${command}.ts`, ...words]
  const env = { ...process.env, ...environment }
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: ROOT, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stdout}${stderr}`)
}
