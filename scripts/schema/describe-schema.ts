import type { Client } from 'pg'
import { EVENT_TRIGGERS, FUNCTIONS, ROLES, SCHEMAS, SEQUENCES, TABLES, TYPES, VIEWS } from './schema.sql.ts'

type Statements = { schema: string; name: string; text: string }

const HEADER = `-- The database as all migrations leave it, for reading: \`npm run schema\` writes this file, a test compares it.
-- It is never run. Schemas by name; in each, sequences, types, tables with what belongs to them, views, functions (their bodies stand in
-- server/db/functions).
`
const IN_A_SCHEMA = [SCHEMAS, SEQUENCES, TYPES, TABLES, VIEWS, FUNCTIONS]

/** The schema of a migrated database as one text, the same for the same migrations. */
export async function describeSchema(client: Client): Promise<string> {
  // Expressions name what is not on the search path with its schema.
  await client.query(`set search_path = ''`)
  const ofServer = [...(await read(client, ROLES)), ...(await read(client, EVENT_TRIGGERS))]
  const ofSchemas: Statements[][] = []
  for (const query of IN_A_SCHEMA) ofSchemas.push(await read(client, query))
  const schemas = [...new Set(ofSchemas.flat().map(({ schema }) => schema))].toSorted()
  const chapters = schemas.flatMap((schema) => ofSchemas.flatMap((kind) => kind.filter((one) => one.schema === schema)))
  return [HEADER, ...[...ofServer, ...chapters].map(({ text }) => text)].join('\n')
}

async function read(client: Client, query: string): Promise<Statements[]> {
  const { rows } = await client.query<Statements>(
    `select * from (${query}) as made order by schema collate "C", name collate "C"`,
  )
  return rows
}
