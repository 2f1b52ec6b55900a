import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fromBase64, toBase64 } from '#ledger/notes/base64.ts'
import type { LogMemory } from '#vault/ledger/log-memory.ts'
import { CommandError } from '../command-error.ts'
import { homeFolder, readPrivate, writePrivate } from './private-file.ts'

/** What this computer saw of the public log of a server. Kept when the run is over and went well: `keep` writes it. */
export function seenLogs(server: string): { memory: LogMemory; keep: () => void } {
  const file = path.join(homeFolder(), 'logs', `${createHash('sha256').update(server).digest('hex').slice(0, 32)}.json`)
  let found: Uint8Array | undefined
  return {
    memory: {
      recall: async () => {
        if (!fs.existsSync(file)) return undefined
        const kept = readPrivate(file)
        // To begin anew would forgive a log that was rewritten.
        if (typeof kept !== 'string')
          throw new CommandError(`${file} cannot be read. Restore it from a backup, or remove it to start again.`)
        return fromBase64(kept)
      },
      remember: async (_, logs) => void (found = logs),
      alone: (_, work) => work(),
    },
    keep: () => {
      if (found) writePrivate(file, toBase64(found))
    },
  }
}
