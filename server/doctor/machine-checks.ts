import fs from 'node:fs'
import type { Config } from '../config.ts'
import type { Check } from './check.ts'
import { type Finding, ok, skipped, warning } from './finding.ts'

const LIMITS_FILE = '/proc/self/limits'
/** Of the database, the disk and the program itself, beside one for each connection. */
const OTHER_FILES = 1024

/** What the machine grants to the server. */
export const machineChecks: readonly Check[] = [{ name: 'open-files', look: ({ config }) => lookAtOpenFiles(config) }]

function lookAtOpenFiles({ realtime }: Config): Finding {
  if (!fs.existsSync(LIMITS_FILE)) return skipped('This system does not say how many files a process may open.')
  const [, soft] = /^Max open files\s+(\S+)/m.exec(fs.readFileSync(LIMITS_FILE, 'utf8')) ?? []
  const limit = Number(soft)
  const needed = realtime.maxConnections + OTHER_FILES
  if (limit < needed)
    return warning(
      `A process may open ${limit} files, and REALTIME_MAX_CONNECTIONS allows ${realtime.maxConnections} connections, each of which is one.`,
      `Raise the limit to ${needed} (ulimit -n, or LimitNOFILE= in a systemd unit), or lower REALTIME_MAX_CONNECTIONS.`,
    )
  return ok(soft === 'unlimited' ? 'A process may open any number of files.' : `A process may open ${soft} files.`)
}
