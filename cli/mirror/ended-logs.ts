import fs from 'node:fs'
import path from 'node:path'
import { parseCheckpoint } from '#ledger/notes/checkpoint.ts'
import { parseNote } from '#ledger/notes/note.ts'
import type { NoteSigner } from '#ledger/notes/sign.ts'
import { CommandError } from '../command-error.ts'
import { hashOf } from '../witness/witness-files.ts'
import { LogCopy, type Room } from './log-copy.ts'
import { MirroredLog } from './mirrored-log.ts'

const HASH = /^[0-9a-f]{64}$/

/**
 * The copies of logs that the policy does not name any more, as after new logs were begun: they are shown, and nothing is added. What this mirror
 * never signed is left out.
 *
 * @param named hashes of the logs in the policy.
 * @throws {CommandError} for a copy that was damaged.
 */
export async function openEnded(
  copies: string,
  named: ReadonlySet<string>,
  { signer, room }: { signer: NoteSigner; room: Room },
): Promise<MirroredLog[]> {
  if (!fs.existsSync(copies)) return []
  const logs: MirroredLog[] = []
  for (const entry of fs.readdirSync(copies, { withFileTypes: true })) {
    if (!entry.isDirectory() || !HASH.test(entry.name) || named.has(entry.name)) continue
    const folder = path.join(copies, entry.name)
    const copy = new LogCopy(folder, room)
    const origin = copy.signed === undefined ? undefined : originOf(copy.signed, folder, signer)
    if (origin !== undefined) logs.push(await MirroredLog.open({ origin, keys: [], copy, signer }))
  }
  return logs
}

/** Undefined without a signature of this mirror. */
function originOf(signed: string, folder: string, { key }: NoteSigner): string | undefined {
  try {
    const { text, signatures } = parseNote(signed)
    const { origin } = parseCheckpoint(text)
    if (!signatures.some(({ name, keyId }) => name === key.name && keyId === key.keyId)) return undefined
    if (hashOf(origin) === path.basename(folder)) return origin
  } catch {
    // Said below, as for a checkpoint of another log.
  }
  throw new CommandError(
    `The copy in ${folder} was damaged (its checkpoint is none of this log). Restore the folder from a backup, or move it away.`,
  )
}
