import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { knownStatements, type Scope } from './export-database.ts'

const LINE_FEED = 10
const END = Buffer.from('\n\\.\n')
const END_AT_ONCE = Buffer.from('\\.\n')
/** No statement of an export is longer; the longest names every table. */
const MOST_STATEMENT_BYTES = 1024 * 1024

/**
 * Runs the script of `exportDatabase`, and nothing that is not of one: all of it or nothing.
 *
 * @param confirm throws when what was read is not what was signed; nothing is kept then.
 * @throws {Error}
 */
export async function importDatabase(
  client: Client,
  script: Readable,
  confirm: () => void,
  scope: Scope = 'kept',
): Promise<void> {
  await client.query('begin')
  try {
    await run(client, script, scope)
    confirm()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    await client.query('reset session_replication_role')
  }
}

async function run(client: Client, script: Readable, scope: Scope): Promise<void> {
  const isKnown = await knownStatements(client, scope)
  let rest: Buffer = Buffer.alloc(0)
  let rows: Rows | undefined
  for await (const chunk of script as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const length = rest.length
      if (rows) {
        const { lines, isEnd, left } = splitRows(rest)
        if (lines.length > 0) await rows.write(lines)
        if (isEnd) {
          await rows.end()
          rows = undefined
        }
        rest = left
      } else {
        const end = rest.indexOf(LINE_FEED)
        if (end === -1 && rest.length > MOST_STATEMENT_BYTES) throw new Error('the backup holds no script')
        if (end === -1) break
        const statement = rest.subarray(0, end).toString()
        rest = rest.subarray(end + 1)
        if (!isKnown(statement)) throw new Error('the script of the backup holds a statement that is not of an export')
        if (statement.startsWith('copy ')) rows = beginRows(client, statement)
        else await client.query(statement)
      }
      if (rest.length === length) break
    }
  }
  if (rows || rest.length > 0) throw new Error('the script of the backup ends in the middle')
}

/** Splits what begins with a row into whole rows, and what follows. */
function splitRows(bytes: Buffer): { lines: Buffer; isEnd: boolean; left: Buffer } {
  const isEmpty = bytes.subarray(0, END_AT_ONCE.length).equals(END_AT_ONCE)
  const end = isEmpty ? 0 : bytes.indexOf(END) + 1
  if (isEmpty || end > 0)
    return { lines: bytes.subarray(0, end), isEnd: true, left: bytes.subarray(end + END_AT_ONCE.length) }
  const whole = bytes.lastIndexOf(LINE_FEED) + 1
  return { lines: bytes.subarray(0, whole), isEnd: false, left: bytes.subarray(whole) }
}

type Rows = { write: (lines: Buffer) => Promise<void>; end: () => Promise<void> }

/** A row may be refused at any time, while the next ones are read as well. */
function beginRows(client: Client, statement: string): Rows {
  const rows = client.query(copyFrom(statement))
  const ended = finished(rows)
  let failure: unknown
  ended.catch((error: unknown) => (failure = error))
  return {
    write: async (lines) => {
      if (failure !== undefined) throw failure
      if (!rows.write(lines)) await once(rows, 'drain')
    },
    end: () => {
      rows.end()
      return ended
    },
  }
}
