import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { hasCluster, type Owner, shortHash, SYSTEM_USER } from './cluster-home.ts'

/** Where clusters go that root keeps in folders nobody else may enter. */
const SHARED = '/var/lib/quantumshield'
/** Beside the folder of the cluster, in DATA_DIR: names the place where the cluster lies instead. */
const POINTER = 'postgres.path'
/** With a cluster that lies elsewhere: names the DATA_DIR that it belongs to. */
const BELONGS = 'data-dir'

/**
 * The folder of the cluster: `directory`, or a place below /var/lib when the system user cannot enter there, as in a clone
 * under /root (mode 0700). DATA_DIR then names the place, so that it is found when DATA_DIR moves. A cluster that exists is never left
 * behind for an empty one, whatever happened to the modes.
 *
 * @throws {Error} when it lies where it cannot be used, or belongs to another DATA_DIR.
 */
export function clusterHome(directory: string, owner: Owner, shared = SHARED): string {
  const named = readText(path.join(path.dirname(directory), POINTER))
  if (named !== undefined && !hasCluster(directory)) return ofPointer(named, directory)
  if (owner.uid === undefined) return directory
  const parent = path.dirname(directory)
  fs.mkdirSync(parent, { recursive: true, mode: 0o755 })
  const canEnter = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', parent], { ...owner, cwd: '/' }).status === 0
  if (hasCluster(directory)) {
    if (canEnter) return directory
    throw new Error(
      `The database lies in ${directory}, which the user ${SYSTEM_USER} cannot enter any more. Allow it (chmod o+x on each folder above) and start again.`,
    )
  }
  const elsewhere = path.join(shared, shortHash(directory))
  if (canEnter && !hasCluster(elsewhere)) return directory
  fs.mkdirSync(shared, { recursive: true, mode: 0o755 })
  // A strict umask would have kept PostgreSQL's user out.
  fs.chmodSync(shared, 0o755)
  return elsewhere
}

/**
 * Where the cluster of `directory` lies; undefined where there is none yet. Changes nothing.
 *
 * @throws {Error} when DATA_DIR names a place that has none, or that belongs to another DATA_DIR.
 */
export function findCluster(directory: string, shared = SHARED): string | undefined {
  const named = readText(path.join(path.dirname(directory), POINTER))
  if (named !== undefined && !hasCluster(directory)) return ofPointer(named, directory)
  return [directory, path.join(shared, shortHash(directory))].find(hasCluster)
}

/** Notes on both sides that the cluster of `directory` lies in `home`; nothing where that is the same. */
export function notePlace(directory: string, home: string): void {
  if (home === directory) return
  fs.writeFileSync(path.join(home, BELONGS), path.dirname(directory))
  fs.writeFileSync(path.join(path.dirname(directory), POINTER), home)
}

function ofPointer(home: string, directory: string): string {
  const pointer = path.join(path.dirname(directory), POINTER)
  if (!hasCluster(home)) {
    throw new Error(
      `${pointer} says that the database lies in ${home}, where this user finds none. Start as the user who did before, or restore the database there.`,
    )
  }
  const before = readText(path.join(home, BELONGS))
  const isCopied =
    before !== undefined && !isSame(before, path.dirname(directory)) && readText(path.join(before, POINTER)) === home
  if (isCopied) {
    throw new Error(
      `${path.dirname(directory)} and ${before} both name the database in ${home}, and only one can have it. Start with ${before}, or take the file ${path.join(before, POINTER)} away to use this one.`,
    )
  }
  return home
}

/**
 * Refuses to begin with an empty database beside what an earlier one spoke of: without it nobody can sign in and no file opens, and who
 * signs up first would own the server.
 *
 * @param dataDir of a server that is about to make its database
 */
export function refuseBesideContent(dataDir: string): void {
  const left = ['secrets', 'storage/blobs'].filter((name) => holdsFiles(path.join(dataDir, name)))
  if (left.length === 0) return
  throw new Error(
    `${dataDir} holds ${left.join(' and ')} of a server, but not its database. Restore the database from a backup (see the guide "Backup and restore"), or set DATABASE_URL if it lies in a PostgreSQL of yours. To begin with an empty one, move ${left.join(' and ')} away.`,
  )
}

function holdsFiles(folder: string): boolean {
  if (!fs.existsSync(folder)) return false
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .some((entry) => entry.isFile() || (entry.isDirectory() && holdsFiles(path.join(folder, entry.name))))
}

/** Also by another path, such as a link or a mount. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((folder) => fs.statSync(folder, { throwIfNoEntry: false }))
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino
}

function readText(file: string): string | undefined {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined
}
