import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseWeakRole } from '#server/backup/role-rights.ts'
import { createEmptyDatabase, type EmptyDatabase } from '../support/server/empty-database.ts'

const role = `owner_${randomBytes(4).toString('hex')}`
let database: EmptyDatabase
beforeAll(async () => {
  database = await createEmptyDatabase()
  await database.client.query(`create role ${role} createrole nobypassrls`)
})
afterAll(async () => {
  const { client } = database
  await client.query('reset role')
  await client.query(`drop owned by ${role}; drop role ${role}`)
  await database.drop()
})

async function asOwner(purpose: 'take' | 'restore'): Promise<string> {
  const { client } = database
  await client.query(`set role ${role}`)
  try {
    await refuseWeakRole(client, purpose)
    return 'may'
  } catch (error) {
    return error instanceof Error ? error.message : ''
  } finally {
    await client.query('reset role')
  }
}

test('an owner without the rights reads what to give it, and may then', async () => {
  expect(await asOwner('take')).toContain(`alter role ${role} bypassrls`)
  expect(await asOwner('restore')).toContain('grant set on parameter session_replication_role')
  await database.client.query(`alter role ${role} bypassrls`)
  expect(await asOwner('take')).toBe('may')
  expect(await asOwner('restore')).toContain('grant set on parameter session_replication_role')
  await database.client.query(`grant set on parameter session_replication_role to ${role}`)
  expect(await asOwner('restore')).toBe('may')
})

test('a superuser may', async () => {
  await refuseWeakRole(database.client, 'take')
  await refuseWeakRole(database.client, 'restore')
})
