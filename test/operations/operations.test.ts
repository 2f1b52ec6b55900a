import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { announceNode } from '#server/operations/announce-node.ts'
import { listNodes } from '#server/operations/operations.sql.ts'
import { type Person, newEmail, signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

type Job = { id: string; task: string; error: string; attempts: number; next_try_at: string | null; to?: string | null }
type Facts = {
  jobs: { waiting: number; scheduled: number; running: number; failed: number; list: Job[] }
  mails: Job[]
  storage: Record<string, unknown>
  nodes: { id: string; name: string; is_there: boolean }[]
  backup: Record<string, unknown> | null
  database: { bytes: number; migrations: number; last_migration: string }
}

let server: TestServer
let admin: Person
let member: Person
beforeAll(async () => {
  server = await startServer()
  admin = await signedInPerson(server)
  member = await signedInPerson(server)
  // An administrator of the organisation, and not of the installation.
  await server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role) select user_id, tenant_id, 'admin' from profiles where user_id = $1
     on conflict do nothing`,
    [member.session.user.id],
  )
})
afterAll(() => server.stop())
beforeEach(() =>
  server.database.owner('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))'),
)

const ask = (person: Person | undefined, method: string, path: string) =>
  server.fetch(`/operations/v1${path}`, {
    method,
    headers: person ? { authorization: `Bearer ${person.session.access_token}` } : {},
  })

async function read(): Promise<Facts> {
  const answer = await ask(admin, 'GET', '/')
  expect(answer.status).toBe(200)
  return JSON.parse(await answer.text()) as Facts
}

/** A job that nobody here works on, as it is after its last try. */
async function failedJob({ task = 'some:work', error = 'it broke', attempts = 10 } = {}): Promise<string> {
  const { rows } = await server.database.owner<{ id: string }>(
    `select id::text from graphile_worker.add_job($1, '{}'::json, run_at => now() + interval '1 hour', max_attempts => 10)`,
    [task],
  )
  const id = rows[0]?.id ?? ''
  await server.database.owner('update graphile_worker._private_jobs set attempts = $2, last_error = $3 where id = $1', [
    id,
    attempts,
    error,
  ])
  return id
}

async function failedMail(to: string): Promise<string> {
  const { mail } = server
  await server.database.asOwner(async (db) => {
    await mail.send(db, to, { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' })
    // In the same transaction, so that the worker never sees it.
    await db.query({
      text: `update graphile_worker._private_jobs set attempts = max_attempts, last_error = $1
             where task_id = (select id from graphile_worker._private_tasks where identifier = 'send_mail')`,
      values: [`550 no such mailbox ${to}`],
    })
  })
  return (await read()).mails.find((job) => job.to === to)?.id ?? ''
}

const eventsOf = async (type: string) =>
  (
    await server.database.owner<{ user_id: string; risk_level: string; details: object }>(
      'select user_id, risk_level, details from system_audit_log where event_type = $1 order by created_at desc',
      [type],
    )
  ).rows

test.each([
  ['GET', '/'],
  ['POST', '/jobs/1/run'],
  ['DELETE', '/mails/1'],
])('%s %s is for who operates the installation', async (method, path) => {
  expect((await ask(undefined, method, path)).status).toBe(401)
  const refused = await ask(member, method, path)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ code: 'forbidden' })
})

test('a super admin of another organisation is none of the installation', async () => {
  const { rows } = await server.database.owner<{ id: string }>(`insert into tenants (name) values ($1) returning id`, [
    randomUUID(),
  ])
  await server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role) values ($1, $2, 'super_admin')`,
    [member.session.user.id, rows[0]?.id],
  )
  expect((await ask(member, 'GET', '/')).status).toBe(403)
})

test('jobs are counted as the queue has them, and those that failed are listed with what they said', async () => {
  const secret = 'https://vault.example.org/reset?token=abcdef'
  const givenUp = await failedJob({ error: `could not open ${secret} for ada@example.org` })
  const retried = await failedJob({ attempts: 3 })
  await server.database.owner(`select from graphile_worker.add_job('some:work', '{}'::json)`)

  const { jobs } = await read()

  expect(jobs).toMatchObject({ waiting: 1, scheduled: 1, running: 0, failed: 1 })
  expect(jobs.list.map(({ id }) => id)).toEqual([givenUp, retried])
  expect(jobs.list[0]).toMatchObject({ task: 'some:work', attempts: 10, max_attempts: 10, next_try_at: null })
  expect(jobs.list[1]?.next_try_at).not.toBeNull()
  expect(jobs.list[0]?.error).toContain('could not open')
  expect(jobs.list[0]?.error).not.toMatch(/abcdef|ada@/)
  expect(jobs.list[0]).not.toHaveProperty('payload')
})

test('a job that failed is run again at once, with all its tries, and the log says who wanted it', async () => {
  const id = await failedJob()

  expect((await ask(admin, 'POST', `/jobs/${id}/run`)).status).toBe(204)

  const { jobs } = await read()
  expect(jobs).toMatchObject({ waiting: 1, scheduled: 0, failed: 0 })
  expect(jobs.list[0]).toMatchObject({ id, attempts: 0 })
  expect(await eventsOf('job.run_again')).toMatchObject([
    { user_id: admin.session.user.id, risk_level: 'medium', details: { job: id, task: 'some:work' } },
  ])
})

test('what runs, never failed or is not there is not run again', async () => {
  const before = (await eventsOf('job.run_again')).length
  const running = await failedJob()
  await server.database.owner(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where id = $1`,
    [running],
  )
  const { rows } = await server.database.owner<{ id: string }>(
    `select id::text from graphile_worker.add_job('some:work', '{}'::json, run_at => now() + interval '1 hour')`,
  )
  for (const id of [running, rows[0]?.id, '999999999'])
    expect((await ask(admin, 'POST', `/jobs/${id}/run`)).status).toBe(404)
  expect((await ask(admin, 'POST', '/jobs/1;drop/run')).status).toBe(400)
  expect(await eventsOf('job.run_again')).toHaveLength(before)
  await server.database.owner(`select graphile_worker.force_unlock_workers(array['somebody'])`)
})

test('a mail that failed names its address, is sent again, and arrives', async () => {
  const to = newEmail()
  const id = await failedMail(to)
  expect(id).not.toBe('')

  expect((await ask(admin, 'POST', `/jobs/${id}/run`)).status).toBe(204)

  expect(await server.mailbox.next(to)).toBeDefined()
  expect((await read()).mails).toEqual([])
})

test('a mail that failed is dropped, which no other job is', async () => {
  const [mail, job] = [await failedMail(newEmail()), await failedJob()]

  expect((await ask(admin, 'DELETE', `/mails/${job}`)).status).toBe(404)
  expect((await ask(admin, 'DELETE', `/mails/${mail}`)).status).toBe(204)
  expect((await ask(admin, 'DELETE', `/mails/${mail}`)).status).toBe(404)

  const facts = await read()
  expect(facts.mails).toEqual([])
  expect(facts.jobs.list).toHaveLength(1)
  expect(await eventsOf('mail.dropped')).toMatchObject([
    { user_id: admin.session.user.id, risk_level: 'high', details: { job: mail, task: 'send_mail' } },
  ])
})

test('a mail that is being tried as somebody drops it is dropped when that try has failed', async () => {
  const id = await failedMail(newEmail())
  await server.database.owner(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where id = $1`,
    [id],
  )
  const dropped = ask(admin, 'DELETE', `/mails/${id}`)
  // Long enough for the first look, which finds it locked.
  await sleep(200)
  await server.database.owner(`select graphile_worker.force_unlock_workers(array['somebody'])`)
  expect((await dropped).status).toBe(204)
  expect((await read()).mails).toEqual([])
})

test('a mail whose seal is another one is listed without its address', async () => {
  await failedMail(newEmail())
  await server.database.owner(`update graphile_worker._private_jobs set payload = '{"sealed":"AAAA"}'`)
  expect((await read()).mails).toMatchObject([{ to: null }])
})

test('storage, database and backup are what the database says', async () => {
  await server.database.owner(
    `insert into meta.backups (taken_at, place, name, database_bytes, contents, content_bytes, damaged)
     values (now() - interval '1 hour', '/mnt/backup', 'one', 1000, 7, 7000, 2)`,
  )
  onTestFinished(async () => void (await server.database.owner('delete from meta.backups')))
  const { rows } = await server.database.owner<{ count: number; last: string }>(
    `select count(*)::integer as count, max(name) as last from meta.schema_migrations where name ~ '^[0-9]'`,
  )

  const { storage, database, backup } = await read()

  expect(storage).toMatchObject({
    place: 'disk',
    files: 0,
    bytes: 0,
    missing: 0,
    damaged: 0,
    leftovers: 0,
    unreadable: 0,
  })
  expect(database).toMatchObject({ migrations: rows[0]?.count, last_migration: rows[0]?.last })
  expect(database.bytes).toBeGreaterThan(1_000_000)
  expect(backup).toMatchObject({ place: '/mnt/backup', contents: 7, content_bytes: 7000, damaged: 2 })
})

test('a node is listed while it is there, as away once it is silent, and not after it ended in order', async () => {
  const warnings: string[] = []
  const log = { warn: (_details: object, message: string) => void warnings.push(message) }
  const { config, database } = server
  const end = announceNode({ config, database, version: '9.9.9' }, log)
  await expect.poll(() => listNodes(database)).toHaveLength(1)
  expect(await listNodes(database)).toMatchObject([{ version: '9.9.9', role: 'all', is_there: true }])
  const [node] = await listNodes(database)
  expect(node?.disk_free_bytes).toBeGreaterThan(0)
  expect(node?.pools.map(({ name }) => name)).toContain('owner')

  await database.owner(`update meta.nodes set seen_at = seen_at - interval '61 seconds'`)
  expect((await read()).nodes).toMatchObject([{ version: '9.9.9', is_there: false }])

  await end()
  expect((await read()).nodes).toEqual([])
  expect(warnings).toEqual([])
})
