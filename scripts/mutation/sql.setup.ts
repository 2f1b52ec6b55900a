import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { TEMPLATE, setup as startWithTemplate } from '../../test/postgres.setup.ts'
import { SQL_CHANGES, changedFunction } from './sql-changes.ts'

export { teardown } from '../../test/postgres.setup.ts'

/** The template of all test databases, with the one change that `SQL_CHANGE` names by its place in the list. */
export async function setup(project: TestProject): Promise<void> {
  await startWithTemplate(project)
  const change = SQL_CHANGES[Number(process.env['SQL_CHANGE'] ?? -1)]
  if (!change) return
  const { postgresSocket: host } = project.getProvidedContext()
  const client = new Client({ host, user: 'postgres', database: TEMPLATE })
  await client.connect()
  await client.query(changedFunction(change))
  await client.end()
}
