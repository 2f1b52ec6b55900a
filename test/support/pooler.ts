import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './server/server-process.ts'

const STARTS_MS = 30_000

export type Pooler = { port: number; log: () => string; stop: () => Promise<void> }

/**
 * PgBouncer in transaction mode before a PostgreSQL of the same machine, with two connections for each user: what belongs to a session would be
 * met by somebody else at once.
 *
 * @param folder that its user may enter; its settings are written there
 * @param password of the user `postgres`; those of others are asked of PostgreSQL, as an operator would set it up
 */
export async function startPooler(
  program: string,
  { folder, socket, password }: { folder: string; socket: string; password: string },
): Promise<Pooler> {
  const port = await freePort()
  const file = (name: string) => path.join(folder, name)
  const isRoot = process.getuid?.() === 0
  fs.writeFileSync(file('users.txt'), `"postgres" "${password}"\n`)
  const lines = [
    '[databases]',
    `* = host=${socket} auth_user=postgres`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${file('users.txt')}`,
    'auth_query = select usename, passwd from pg_shadow where usename = $1',
    'pool_mode = transaction',
    'max_prepared_statements = 200',
    'default_pool_size = 2',
    // It refuses to run as root, and the folder of the socket is closed to others than the user of PostgreSQL.
    ...(isRoot ? [`user = ${ownerOf(socket)}`] : []),
  ]
  fs.writeFileSync(file('pgbouncer.ini'), `${lines.join('\n')}\n`)
  let log = ''
  const pooler: ChildProcess = spawn(program, [file('pgbouncer.ini')], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const output of [pooler.stdout, pooler.stderr]) output?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  for (const until = Date.now() + STARTS_MS; !(await listens(port)); await sleep(50))
    if (Date.now() > until || pooler.exitCode !== null) throw new Error(`PgBouncer did not start:\n${log}`)
  return {
    port,
    log: () => log,
    stop: async () => {
      if (pooler.exitCode === null && pooler.kill('SIGINT')) await once(pooler, 'exit')
    },
  }
}

function ownerOf(folder: string): string {
  return execFileSync('id', ['-un', String(fs.statSync(folder).uid)], { encoding: 'utf8' }).trim()
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
