import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Jobs, startJobs } from '#server/jobs/jobs.ts'
import { collectGarbage } from '../support/collect-garbage.ts'
import { createTestDatabase, type TestDatabase } from '../support/server/test-database.ts'

let own: TestDatabase
const done: string[] = []
const warnings: string[] = []
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

const note = async (payload: unknown) => void done.push(String(payload))
const start = (): Promise<Jobs> =>
  startJobs({
    connection: own.connection,
    tasks: { note, slow: note },
    log: { warn: (text) => warnings.push(text), error: (text) => warnings.push(text) },
  })

/** A job that a worker took so many seconds ago, and was there itself so many seconds ago. */
async function taken(name: string, { takenAgo, seenAgo }: { takenAgo: number; seenAgo?: number }): Promise<void> {
  const { database } = own
  const { rows } = await database.owner<{ id: string }>(
    `select id from graphile_worker.add_job('note', to_json($1::text))`,
    [name],
  )
  await database.owner(
    `update graphile_worker._private_jobs set locked_by = $2, locked_at = clock_timestamp() - make_interval(secs => $3), attempts = 1
     where id = $1`,
    [rows[0]?.id, `worker of ${name}`, takenAgo],
  )
  if (seenAgo === undefined) return
  await database.owner(
    'insert into meta.job_workers (id, seen_at) values ($1, clock_timestamp() - make_interval(secs => $2))',
    [`worker of ${name}`, seenAgo],
  )
}

test('jobs of a worker that is gone for a minute run again, and those of others do not', async () => {
  await taken('died a while ago', { takenAgo: 70, seenAgo: 65 })
  await taken('never said that it was there', { takenAgo: 70 })
  await taken('is at it', { takenAgo: 3000, seenAgo: 10 })
  await taken('has only begun', { takenAgo: 50 })
  const jobs = await start()
  await expect.poll(() => done.toSorted()).toEqual(['died a while ago', 'never said that it was there'])
  expect(warnings).toEqual(['Jobs of 2 workers that are gone are run again'])
  const { rows } = await own.database.owner<{ worker: string }>(
    'select locked_by as worker from graphile_worker.jobs order by locked_by',
  )
  expect(rows.map(({ worker }) => worker)).toEqual(['worker of has only begun', 'worker of is at it'])
  await jobs.stop()
})

test('workers are there while their process runs', async () => {
  const count = async () =>
    (
      await own.database.owner(
        `select from meta.job_workers where id like 'pool-%' and seen_at > now() - interval '1 minute'`,
      )
    ).rowCount
  expect(await count()).toBe(0)
  const jobs = await start()
  expect(await count()).toBe(1)
  await jobs.stop()
  expect(await count()).toBe(0)
})

/** A process with a job that never ends. */
async function startStuck(name: string): Promise<Jobs> {
  const began = Promise.withResolvers<void>()
  const slow = () => {
    began.resolve()
    return new Promise<void>(() => undefined)
  }
  const stuck = await startJobs({ connection: own.connection, tasks: { slow } })
  await own.database.owner(`select graphile_worker.add_job('slow', to_json($1::text))`, [name])
  await began.promise
  return stuck
}

test('a job that takes long stays with its process, and is given back when that stops', async () => {
  const stuck = await startStuck('takes long')
  await own.database.owner(
    `update graphile_worker._private_jobs set locked_at = clock_timestamp() - interval '10 minutes' where locked_by like 'pool-%'`,
  )
  // Looks for jobs of the dead before it takes any.
  const jobs = await start()
  await own.database.owner(`select graphile_worker.add_job('note', to_json('came later'::text))`)
  await expect.poll(() => done).toContain('came later')
  expect(done).not.toContain('takes long')

  await stuck.stop()
  await expect.poll(() => done).toContain('takes long')
  await jobs.stop()
})

test('a job that fails after it was given back says so to nobody, and ends no process', async () => {
  const [began, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = () => {
    began.resolve()
    return ends.promise
  }
  const gone = await createTestDatabase()
  const stuck = await startJobs({ connection: gone.connection, tasks: { slow } })
  await gone.database.owner(`select graphile_worker.add_job('slow', '{}'::json)`)
  await began.promise
  await stuck.stop()
  await gone.drop()

  // A rejection that nobody looks at ends the run of the tests with an error.
  ends.reject(new Error('its database is gone'))
  await sleep(300)
})

test('a worker that has stopped holds nothing of its server', async () => {
  const workFor = async (services: object): Promise<WeakRef<object>> => {
    const jobs = await startJobs({ connection: own.connection, tasks: { note: async () => void services } })
    await jobs.stop()
    return new WeakRef(services)
  }
  const held = await workFor({})
  await expect
    .poll(() => {
      collectGarbage()
      return held.deref()
    })
    .toBeUndefined()
})
