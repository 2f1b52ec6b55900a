import { z } from 'zod'
import type { VaultApi } from '#vault/session/api.ts'

const time = z.string()

const failedJob = z.object({
  id: z.string(),
  task: z.string(),
  attempts: z.number(),
  max_attempts: z.number(),
  error: z.string(),
  created_at: time,
  next_try_at: time.nullable(),
})
/** A job that failed at least once. `next_try_at`: null, it was given up. Times are ISO 8601. */
export type FailedJob = z.output<typeof failedJob>
const failedMail = failedJob.extend({ to: z.string().nullable() })
export type FailedMail = z.output<typeof failedMail>

const node = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(['all', 'api', 'worker']),
  version: z.string(),
  started_at: time,
  seen_at: time,
  is_there: z.boolean(),
  pools: z.array(z.object({ name: z.string(), open: z.number(), idle: z.number(), waiting: z.number() })),
  disk_free_bytes: z.number().nullable(),
  disk_bytes: z.number().nullable(),
})
export type OperatedNode = z.output<typeof node>

const operations = z.object({
  jobs: z.object({
    waiting: z.number(),
    scheduled: z.number(),
    running: z.number(),
    failed: z.number(),
    list: z.array(failedJob),
  }),
  mails: z.array(failedMail),
  storage: z.object({
    place: z.enum(['disk', 'bucket']),
    bytes: z.number(),
    files: z.number(),
    missing: z.number(),
    damaged: z.number(),
    leftovers: z.number(),
    leftover_bytes: z.number(),
    held: z.number(),
    swept_at: time.nullable(),
    read_at: time.nullable(),
    is_reading: z.boolean(),
    unreadable: z.number(),
  }),
  nodes: z.array(node),
  backup: z
    .object({
      taken_at: time,
      place: z.string(),
      database_bytes: z.number(),
      contents: z.number(),
      content_bytes: z.number(),
      damaged: z.number(),
    })
    .nullable(),
  database: z.object({
    bytes: z.number(),
    server_version: z.string(),
    migrations: z.number(),
    last_migration: z.string(),
    migrated_at: time,
  }),
})
/** The work of the whole installation. */
export type Operations = z.output<typeof operations>

const PATH = '/operations/v1'

/** For the super admin of the installation. @throws {VaultError} `not_allowed` */
export async function readOperations(api: VaultApi): Promise<Operations> {
  return operations.parse(await (await api.fetch(`${PATH}/`, { method: 'GET' })).json())
}

/** Runs a job that failed again, with all its tries; a mail is sent again. @throws {VaultError} when it is done or runs */
export async function runJobAgain(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/jobs/${id}/run`, { method: 'POST' })
}

/** Takes a mail that failed out of the queue. @throws {VaultError} when it is done or is being sent */
export async function dropMail(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/mails/${id}`, { method: 'DELETE' })
}
