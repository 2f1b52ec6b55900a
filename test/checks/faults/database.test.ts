import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { brokenIndexes } from '#server/checks/database/indexes.ts'
import { createOwnCluster } from '../../support/server/own-cluster.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'
import { signedInPerson } from '../../support/people/people.ts'
import { DATABASE_FAULTS } from './database-faults.ts'
import { checksOf, expectRed, findings } from './fault.ts'
import { type NamedFault, testTogether } from './fault-groups.ts'
import { stage, useFaultStage } from './fault-stage.ts'

useFaultStage(
  () => ({}),
  async (server) => {
    await storeSomething(server)
    await server.database.owner(
      `insert into meta.backups (taken_at, place, name, database_bytes, contents, content_bytes, damaged) values (now(), 'a', 'b', 1, 1, 1, 0)`,
    )
  },
  { createDatabase: createOwnCluster },
)

const owner = (statement: string) => stage.server.database.owner(statement)

async function storeSomething(server: TestServer): Promise<void> {
  const person = await signedInPerson(server)
  const name = `${person.session.user.id}/${randomUUID()}`
  const { error } = await person.client.storage.from('encrypted-files').upload(name, Buffer.alloc(2000, 7))
  expect(error).toBeNull()
}

test('a whole server fails none of them, and skips none', async () => {
  const found = await findings(stage.server.services, checksOf('database'))
  expect(Object.entries(found).filter(([, { status }]) => status !== 'passed')).toEqual([])
})

// What people read comes from elsewhere then, where nothing else is broken.
const isElsewhere = ({ id }: NamedFault) => id === 'DB-13'

testTogether(
  () => stage.server.services,
  DATABASE_FAULTS.filter((fault) => !isElsewhere(fault)),
)

test.each(DATABASE_FAULTS.filter(isElsewhere))('$id turns red: $what', async ({ id, ...fault }) => {
  await expectRed(stage.server.services, id, fault)
})

test('an index that does not agree with its table is found', async () => {
  const context = { services: stage.server.services, patience: 100 }
  // Its expression says of itself that it never changes.
  await owner(
    `create function public.planted(text) returns text language plpgsql immutable
       as 'begin return $1 || (select is_nightly from checks.settings); end';
     create index planted_idx on public.tenants (public.planted(name))`,
  )
  expect(await brokenIndexes(context, ['planted_idx'])).toEqual({ looked: ['planted_idx'], broken: [] })
  await owner('update checks.settings set is_nightly = true')
  expect(await brokenIndexes(context, ['planted_idx'])).toEqual({ looked: ['planted_idx'], broken: ['planted_idx'] })
  await owner(
    'update checks.settings set is_nightly = false; drop index planted_idx; drop function public.planted(text)',
  )
})

test('where nothing is stored, and the database is another one, nothing is said of content and backups', async () => {
  const empty = await startServer()
  const found = await findings(empty.services, ['DB-12', 'DB-14'])
  expect(found).toMatchObject({
    'DB-12': { status: 'skipped', reason: 'no_content' },
    'DB-14': { status: 'skipped', reason: 'no_backup_place' },
  })
  const own = await findings({ ...empty.services, databaseFolder: empty.config.dataDir }, ['DB-14'])
  expect(own).toMatchObject({ 'DB-14': { status: 'failed', error: 'No backup was ever taken with npm run backup.' } })
  await empty.stop()
})
