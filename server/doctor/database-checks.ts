import { type Client, DatabaseError } from 'pg'
import { compareSchema } from '../db/compare-schema.ts'
import { OLDEST_SERVER } from '../db/open.ts'
import { isEmpty, refuseHalfRestored } from '../db/restored.ts'
import { LISTENING_CONNECTIONS } from '../db/pool-sizes.ts'
import { JOB_CONNECTIONS } from '../jobs/jobs.ts'
import { readConnectionLimits, readRights, readServerFacts, type ServerFacts } from './doctor.sql.ts'
import type { Check, Installation } from './check.ts'
import { type Finding, ok, problem, reasonOf, skipped, warning } from './finding.ts'

const MOST_APART_MS = 60_000

type Look = (client: Client, installation: Installation) => Promise<Finding>

/** What needs the database; nothing of it is changed. */
export const databaseChecks: readonly Check[] = [
  { name: 'database', look: ({ database }) => database.finding },
  asked('database-version', async (client) => lookAtVersion(await readServerFacts(client))),
  asked('database-schema', lookAtSchema),
  asked('database-roles', lookAtRoles),
  asked('database-rights', lookAtRights),
  asked('database-connections', lookAtConnections),
  asked('database-clock', async (client, { nowMs }) => lookAtClock(await readServerFacts(client), nowMs())),
  asked('database-durability', async (client) => lookAtDurability(await readServerFacts(client))),
  asked('database-checksums', async (client) => lookAtChecksums(await readServerFacts(client))),
]

function asked(name: string, look: Look): Check {
  return {
    name,
    look: (installation) => {
      const { database } = installation
      return database.isReached ? look(database.client, installation) : skipped('The database was not reached.')
    },
  }
}

/** @param facts of a server that may be older than those that tests have. */
export function lookAtVersion({ version }: Pick<ServerFacts, 'version'>): Finding {
  const major = Math.floor(version / 10_000)
  if (version < OLDEST_SERVER)
    return problem(
      `PostgreSQL ${major} is too old.`,
      `Move the database to PostgreSQL ${OLDEST_SERVER / 10_000} or newer, or take DATABASE_URL out of the settings.`,
    )
  return ok(`PostgreSQL ${major}.`)
}

async function lookAtSchema(client: Client): Promise<Finding> {
  if (await isEmpty(client)) return ok('The database is empty; the first start fills it.')
  try {
    const { fresh, isNewer, unknown } = await compareSchema(client)
    if (unknown.length > 0)
      return ok(`A newer version of this program added ${unknown.join(', ')}, and this one can work with that.`)
    if (isNewer) return ok('A newer version of this program was here, with the same migrations.')
    return ok(
      fresh.length === 0
        ? 'The database has all migrations of this program.'
        : `The next start applies ${fresh.length} migrations.`,
    )
  } catch (error) {
    // It could not be read, which says nothing of what it holds.
    if (error instanceof DatabaseError) throw error
    return problem(
      `${reasonOf(error)}.`,
      'Start the version of the program that was here last, or restore a backup that fits this one.',
    )
  }
}

async function lookAtRoles(client: Client): Promise<Finding> {
  try {
    await refuseHalfRestored(client)
    return ok('The roles of the database are there, and its policies name them.')
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    return problem(reasonOf(error), 'Without roles and policies nobody can read or write anything.')
  }
}

async function lookAtRights(client: Client): Promise<Finding> {
  const { name, makes_roles: makesRoles, makes_schemas: makesSchemas, owns } = await readRights(client)
  const missing = [
    makesRoles ? '' : 'make roles',
    makesSchemas ? '' : 'make schemas in this database',
    owns === false ? 'change the tables of this installation' : '',
  ].filter(Boolean)
  if (missing.length > 0)
    return problem(
      `The database user ${name} may not ${missing.join(', nor ')}.`,
      `As a superuser, run alter role "${name}" createrole, and make it the owner of the database and of what is in it.`,
    )
  return ok(`The database user ${name} has the rights that the server needs.`)
}

async function lookAtConnections(client: Client, { config }: Installation): Promise<Finding> {
  const { server, database, role } = await readConnectionLimits(client)
  const granted = Math.min(...[server, database, role].filter((limit) => limit >= 0))
  const needed = config.databasePoolSize + JOB_CONNECTIONS + LISTENING_CONNECTIONS
  if (granted < needed)
    return problem(
      `PostgreSQL grants ${granted} connections, and one server opens up to ${needed}.`,
      'Raise max_connections, or the connection limit of the database or of its user, or lower DATABASE_POOL_SIZE.',
    )
  return ok(`PostgreSQL grants ${granted} connections; one server opens up to ${needed}.`)
}

function lookAtClock({ now }: ServerFacts, nowMs: number): Finding {
  const apartMs = Math.abs(now.getTime() - nowMs)
  if (apartMs > MOST_APART_MS)
    return problem(
      `The clocks of PostgreSQL and of this machine are ${Math.round(apartMs / 1000)} seconds apart: links and sessions end too early or too late.`,
      'Let both machines set their clocks by NTP.',
    )
  return ok('The clocks of PostgreSQL and of this machine agree.')
}

export function lookAtDurability(facts: ServerFacts): Finding {
  const off = [facts.fsync === 'on' ? '' : 'fsync', facts.full_page_writes === 'on' ? '' : 'full_page_writes'].filter(
    Boolean,
  )
  if (off.length > 0)
    return problem(
      `PostgreSQL runs with ${off.join(' and ')} off: a power failure can destroy the whole database.`,
      `Set ${off.map((name) => `${name} = on`).join(' and ')} in postgresql.conf, and reload PostgreSQL.`,
    )
  if (facts.synchronous_commit === 'off')
    return problem(
      'PostgreSQL runs with synchronous_commit off: what it confirmed a moment before a power failure is gone.',
      'Set synchronous_commit = on in postgresql.conf, and for the database and its user, and reload PostgreSQL.',
    )
  return ok('PostgreSQL waits for the disk before it confirms.')
}

export function lookAtChecksums({ checksums }: ServerFacts): Finding {
  if (checksums === 'on') return ok('PostgreSQL notices pages that a disk damaged.')
  return warning(
    'PostgreSQL keeps no checksums of its pages: what a disk damages is noticed late or never.',
    'Stop PostgreSQL and run pg_checksums --enable on its data folder.',
  )
}
