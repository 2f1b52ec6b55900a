// Plain JavaScript for Node >= 20.10, as `prepare.mjs`, which imports it.
import { spawnSync } from 'node:child_process'
import { laterProgram, unpackLater } from './later-debian.mjs'

/** The first PgBouncer of Debian that keeps named statements apart in transaction mode (1.21), and what it needs to run on an earlier release. */
const PGBOUNCER = {
  name: 'pgbouncer',
  file: 'usr/sbin/pgbouncer',
  packages: [
    'pgbouncer',
    'libaudit1',
    'libc6',
    'libcap-ng0',
    'libcap2',
    'libcares2',
    'libevent-2.1-7t64',
    'libpam0g',
    'libssl3t64',
    'libsystemd0',
    'libzstd1',
    'zlib1g',
  ],
}

/** A PgBouncer that is new enough; undefined when there is none. */
export function findPgbouncer() {
  return [process.env.PGBOUNCER, 'pgbouncer', laterProgram(PGBOUNCER.name)].find((command) => {
    if (!command) return false
    const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' })
    const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? []
    return status === 0 && Number(major) * 100 + Number(minor) >= 121
  })
}

/** Unpacks it where Debian has it. */
export const unpackPgbouncer = () => unpackLater(PGBOUNCER)
