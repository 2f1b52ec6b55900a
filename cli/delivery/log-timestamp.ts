import { z } from 'zod'
import { utf8 } from '#crypto/encoding.ts'
import { LedgerError } from '#ledger/errors.ts'
import { parseCheckpoint } from '#ledger/notes/checkpoint.ts'
import type { Timestamp } from '#ledger/timestamp/timestamp-token.ts'
import { proveConsistency } from '#ledger/tree/prove.ts'
import { readNodesFromTiles } from '#ledger/tree/tile.ts'
import { isConsistent, type TreeHead } from '#ledger/tree/verify-proof.ts'
import { ANCHOR } from '#vault/ledger/anchor-log.ts'
import { type LogApi, tileReader } from '#vault/ledger/read-tiles.ts'
import { CommandError, EXIT } from '../command-error.ts'
import { stampReader } from './timestamp-authorities.ts'

const listed = z.object({ timestamps: z.array(z.object({ size: z.int().positive() })) })

/**
 * Checks the newest time stamp of the public log: who signed it, and that the log still contains what was stamped.
 *
 * @param log whose head was verified. @param caFile certificates in PEM that the person trusts.
 * @throws {CommandError}
 */
export async function checkTimestamp(
  api: LogApi,
  log: { readonly origin: string; readonly head: TreeHead },
  caFile: string,
): Promise<Timestamp & { readonly size: number }> {
  const readStamp = await stampReader(caFile)
  const path = `/audit/v1/logs/${ANCHOR}/timestamps`
  try {
    const { timestamps } = listed.parse(await (await api.fetch(path, {})).json())
    // One of a moment ago may be of more than was verified.
    const newest = timestamps.find(({ size }) => size <= log.head.size)
    if (!newest) throw new CommandError('No authority has stamped this log.', EXIT.failed)
    const stamped = await (await api.fetch(`${path}/${newest.size}/stamped`, {})).text()
    const reply = new Uint8Array(await (await api.fetch(`${path}/${newest.size}`, {})).arrayBuffer())
    const stamp = await readStamp(reply, utf8(stamped))
    if (!(await isOfThisLog(api, log, stamped))) {
      throw new CommandError('What the authority stamped is not in this log: the log was rewritten since.', EXIT.failed)
    }
    return { ...stamp, size: newest.size }
  } catch (error) {
    if (error instanceof LedgerError)
      throw new CommandError(`The time stamp was not accepted: ${error.message}.`, EXIT.failed)
    if (error instanceof z.ZodError || error instanceof SyntaxError) {
      throw new CommandError('The server does not list time stamps as it should.', EXIT.failed)
    }
    throw error
  }
}

async function isOfThisLog(
  api: LogApi,
  { origin, head }: { origin: string; head: TreeHead },
  stamped: string,
): Promise<boolean> {
  const earlier = parseCheckpoint(stamped)
  if (earlier.origin !== origin || earlier.size > head.size) return false
  const read = readNodesFromTiles(head.size, tileReader(api, ANCHOR))
  return isConsistent(earlier, head, await proveConsistency(earlier.size, head.size, read))
}
