import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { readConfig } from '#server/config.ts'
import { expect, onTestFinished, test } from 'vitest'
import { makePrivate, serverUser, usableBinaries } from '#server/db/cluster-home.ts'
import { startPostgres } from '#server/db/postgres.ts'
import { reachDatabase } from '#server/doctor/reach-database.ts'
import { lookAtVersion } from '#server/doctor/database-checks.ts'
import { freePort } from '../support/server/server-process.ts'
import { administer } from '../support/server/test-database.ts'
import { DoctorStage, wrongIn } from './doctor-stage.ts'

test.each<[string, (stage: DoctorStage, port: number) => string]>([
  ['cannot be reached (ECONNREFUSED)', (_stage, port) => `postgres://me:geheim@localhost:${port}/vault`],
  ['refuses the user nobody_of_that_name or its password', (stage) => stage.urlFor('nobody_of_that_name:geheim')],
  ['has no database lost', (stage) => stage.urlFor('postgres').replace(/\/test_\w+/, '/lost')],
])('database: PostgreSQL %s, and what needs it is not said to be in order', async (saw, url) => {
  const stage = await new DoctorStage().prepare()

  const results = await stage.examine({ DATABASE_URL: url(stage, await freePort()) })

  const isOfDatabase = ({ check }: { check: string }) => /^(database-[^p]|backup|jobs|event-streams|lost)/.test(check)
  expect(wrongIn(results)).toEqual(['problem database'])
  expect(results.find(({ check }) => check === 'database')?.saw).toContain(saw)
  expect(results.filter(isOfDatabase).map(({ state }) => state)).toEqual(Array.from({ length: 14 }, () => 'skipped'))
  expect(JSON.stringify(results)).not.toContain('geheim')
})

const ROWS: [check: string, saw: string, ...statements: string[]][] = [
  [
    'problem database-schema',
    '9999_future.sql is not shipped here',
    'alter table meta.schema_migrations add column needs text',
    `insert into meta.schema_migrations (name, sha256, needs) values ('9999_future.sql', 'x', '9999_future.sql')`,
  ],
  [
    'problem database-schema',
    'was edited after it ran',
    `update meta.schema_migrations set sha256 = 'x' where name = (select min(name) from meta.schema_migrations)`,
  ],
  [
    'problem database-roles',
    'before its roles were there',
    `do $$ declare p record; begin
       for p in select * from pg_policies where 'authenticated' = any(roles) loop
         execute format('drop policy %I on %I.%I', p.policyname, p.schemaname, p.tablename);
       end loop;
     end $$`,
  ],
  [
    'problem database-connections',
    'grants 20 connections',
    `do $$ begin execute format('alter database %I connection limit 20', current_database()); end $$`,
  ],
  ['warning backup', 'No backup was ever taken', 'delete from meta.backups'],
  ['warning backup', '2 days old', `update meta.backups set taken_at = now() - interval '50 hours'`],
  ['problem backup-content', 'newest backup: 3.', 'update meta.backups set damaged = 3'],
  [
    'warning jobs',
    'given up after their last try: 1.',
    `select graphile_worker.add_job('mail', max_attempts => 1)`,
    'update graphile_worker._private_jobs set attempts = max_attempts',
  ],
  [
    'warning event-streams',
    'fail: 1. The first has failed since 2026-01-02T03:04:05.000Z: HTTP 503',
    `insert into public.event_streams (id, tenant_id, name, kind, address, format)
     values ('00000000-0000-4000-8000-000000000001', gen_random_uuid(), 'siem', 'webhook', 'https://siem.example.org', 'json')`,
    `insert into streams.states (stream_id, failing_since, last_error)
     values ('00000000-0000-4000-8000-000000000001', '2026-01-02T03:04:05Z', 'HTTP 503')`,
  ],
  [
    'problem lost-content',
    'content is missing: 1; damaged: 0.',
    `insert into storage.lost_content (object_id, blob_id, problem, found_by) values (gen_random_uuid(), gen_random_uuid(), 'missing', 'sweep')`,
  ],
  [
    'warning content-reading',
    'It is 61 days since',
    `update storage.scrub set finished_at = now() - interval '61 days'`,
  ],
  ['warning lost-content', 'so many: 7.', 'update storage.sweep set held = 7'],
]

test.each(ROWS)('%s: %s', async (wrong, saw, ...statements) => {
  const stage = await new DoctorStage().prepare()
  await stage.change(...statements)

  const results = await stage.examine()

  expect(wrongIn(results)).toEqual([wrong])
  expect(results.find(({ check }) => wrong.endsWith(` ${check}`))?.saw).toContain(saw)
})

test('a paused event stream is not said to fail', async () => {
  const stage = await new DoctorStage().prepare()
  await stage.change(
    `insert into public.event_streams (id, tenant_id, name, kind, address, format, paused_at)
     values ('00000000-0000-4000-8000-000000000001', gen_random_uuid(), 'siem', 'webhook', 'https://siem.example.org', 'json', now())`,
    `insert into streams.states (stream_id, failing_since) values ('00000000-0000-4000-8000-000000000001', now())`,
  )
  expect(wrongIn(await stage.examine())).toEqual([])
})

test('a database user without the rights of an owner is found', async () => {
  const stage = await new DoctorStage().prepare()
  const user = `limited_${stage.database.connection.database}`
  await stage.change(`create role ${user} login`)
  onTestFinished(() => administer(`drop role ${user}`))

  const results = await stage.examine({ DATABASE_URL: stage.urlFor(user) })

  expect(wrongIn(results)).toEqual(['problem database-rights'])
  expect(results.find(({ check }) => check === 'database-rights')?.saw).toBe(
    `The database user ${user} may not make roles, nor make schemas in this database, nor change the tables of this installation.`,
  )
  expect(results.find(({ check }) => check === 'lost-content')?.state, 'it could not look').toBe('skipped')
})

test('a database user who may not take backups is found', async () => {
  const stage = await new DoctorStage().prepare()
  const user = `seeing_${stage.database.connection.database}`
  await stage.change(
    `create role ${user} login createrole`,
    `grant usage on schema meta, graphile_worker to ${user}`,
    `grant select on all tables in schema meta to ${user}`,
  )
  onTestFinished(async () => {
    await stage.change(`drop owned by ${user}`)
    await administer(`drop role ${user}`)
  })

  const results = await stage.examine({ DATABASE_URL: stage.urlFor(user) })

  expect(wrongIn(results)).toContain('warning backup-rights')
  expect(results.find(({ check }) => check === 'backup-rights')?.saw).toContain(`alter role ${user} bypassrls`)
})

test.each([-61_000, 61_000])('clocks that are apart by %i ms are found', async (apartMs) => {
  const stage = await new DoctorStage().prepare()
  expect(wrongIn(await stage.examine({}, () => Date.now() + apartMs))).toEqual(['problem database-clock'])
})

test('PostgreSQL 14 is too old, and 15 is not', () => {
  expect(lookAtVersion({ version: 140_018 })).toMatchObject({ state: 'problem', saw: 'PostgreSQL 14 is too old.' })
  expect(lookAtVersion({ version: 150_000 })).toEqual({ state: 'ok', saw: 'PostgreSQL 15.' })
})

test('an empty database is no problem before the first start', async () => {
  const stage = await new DoctorStage().prepare()
  const name = `test_empty_${process.pid}`
  await administer(`create database ${name} template template1`)
  onTestFinished(() => administer(`drop database ${name} with (force)`))

  const results = await stage.examine({ DATABASE_URL: stage.urlFor('postgres').replace(/\/test_\w+/, `/${name}`) })

  expect(wrongIn(results)).toEqual([])
  const stateOf = (name: string) => results.find(({ check }) => check === name)?.state
  expect([stateOf('database-schema'), stateOf('backup')]).toEqual(['ok', 'skipped'])
})

/** A cluster of its own without checksums. @returns the folder of its files, and of its socket. */
async function startOwnCluster(): Promise<{ data: string; host: string }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-doctor-'))
  fs.chmodSync(folder, 0o755)
  const home = path.join(folder, 'postgres')
  const owner = serverUser()
  makePrivate(home, owner)
  const { initdb } = await usableBinaries(home, owner)
  const data = path.join(home, 'data')
  const words = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-data-checksums']
  expect(spawnSync(initdb, words, { ...owner, cwd: '/' }).status).toBe(0)
  const postgres = await startPostgres(home)
  onTestFinished(async () => {
    await postgres.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })
  return { data, host: postgres.socketDirectory }
}

test('a cluster without checksums is found, one that waits for the disk is in order, and a wrong password is refused', async () => {
  const stage = await new DoctorStage().prepare()
  const { data, host } = await startOwnCluster()
  const as = (user: string) => ({ DATABASE_URL: `postgres://${user}@localhost/postgres?host=${host}` })

  const results = await stage.examine(as('postgres'))

  expect(wrongIn(results)).toEqual(['warning database-checksums'])
  expect(results.find(({ check }) => check === 'database-durability')?.state).toBe('ok')

  const server = { host, user: 'postgres' }
  await administer('alter role postgres set synchronous_commit = off', server)
  const careless = await stage.examine(as('postgres'))
  expect(careless.find(({ check }) => check === 'database-durability')).toMatchObject({
    state: 'problem',
    saw: expect.stringContaining('synchronous_commit off') as string,
  })
  await administer('alter role postgres reset synchronous_commit', server)

  const rules = path.join(data, 'pg_hba.conf')
  fs.writeFileSync(rules, `local all ada scram-sha-256\n${fs.readFileSync(rules, 'utf8')}`)
  for (const text of [`create role ada superuser login password 'right'`, 'select pg_reload_conf()'])
    await administer(text, server)

  expect(wrongIn(await stage.examine(as('ada:right')))).toEqual(['warning database-checksums'])
  const refused = await stage.examine(as('ada:wrong'))
  expect(wrongIn(refused)).toEqual(['problem database'])
  expect(refused.find(({ check }) => check === 'database')?.saw).toContain('refuses the user ada or its password')
})

test('PostgreSQL refuses every change over the connections of the doctor', async () => {
  const stage = await new DoctorStage().prepare()
  const { database, close } = await reachDatabase(readConfig(stage.environment))
  onTestFinished(close)
  if (!database.isReached) throw new Error(database.finding.saw)
  const change = 'delete from meta.backups'

  await expect(database.client.query(change)).rejects.toThrow('read-only transaction')
  await expect(database.database.owner(change)).rejects.toThrow('read-only transaction')
})
