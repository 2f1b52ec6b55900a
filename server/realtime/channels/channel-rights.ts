import { DatabaseError } from 'pg'
import type { Caller, Database, Transaction } from '../../db/database.ts'

type Extension = 'broadcast' | 'presence'
/** What the policies on realtime.messages allow somebody in one private channel. */
export type ChannelRights = Record<Extension, { read: boolean; write: boolean }>

export const PUBLIC_RIGHTS: ChannelRights = {
  broadcast: { read: true, write: true },
  presence: { read: true, write: true },
}

/** Tries the policies for `topic` as `caller`, in a transaction that is rolled back. */
export function readRights(database: Database, caller: Caller, topic: string): Promise<ChannelRights> {
  return database.asCaller(
    caller,
    async (transaction) => {
      const { rows } = await transaction.query<{ id: string }>({
        text: `select set_config('realtime.topic', $1, true), id from realtime.begin_check($1) as id`,
        values: [topic],
      })
      const seen = await transaction.query<{ extension: Extension }>({
        text: 'select extension from realtime.messages where id = any ($1) and topic = $2',
        values: [rows.map(({ id }) => id), topic],
      })
      const readable = new Set(seen.rows.map(({ extension }) => extension))
      return {
        broadcast: { read: readable.has('broadcast'), write: await mayWrite(transaction, topic, 'broadcast') },
        presence: { read: readable.has('presence'), write: await mayWrite(transaction, topic, 'presence') },
      }
    },
    { rollback: true },
  )
}

async function mayWrite(transaction: Transaction, topic: string, extension: Extension): Promise<boolean> {
  await transaction.query({ text: 'savepoint trial' })
  try {
    await transaction.query({
      text: 'insert into realtime.messages (topic, extension) values ($1, $2)',
      values: [topic, extension],
    })
    return true
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === '42501')) throw error
    await transaction.query({ text: 'rollback to savepoint trial' })
    return false
  }
}
