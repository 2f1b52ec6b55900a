import type { QueryResult, QueryResultRow } from 'pg'
import type { Database } from './database.ts'

/** Where a question may be put: one connection, or those of the owner. */
export type Asks = {
  query: <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Pick<QueryResult<Row>, 'rows'>>
}

/** The connections of the owner, as one that is asked. */
export const asksOwner = (database: Pick<Database, 'owner'>): Asks => ({
  query: (text, values) => database.owner(text, values),
})
