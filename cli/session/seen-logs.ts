import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fromBase64, toBase64 } from '#ledger/notes/base64.ts'
import type { LogMemory } from '#vault/ledger/log-memory.ts'
import { CommandError } from '../command-error.ts'
import { homeFolder, readPrivate, writePrivate } from './private-file.ts'

/** Under this name what the log lists of everybody's keys is kept. */
export const KEY_BOOK = 'keys'

/** What this computer saw of the public log of a server. Kept when the run is over and went well: `keep` writes it. */
export function seenLogs(server: string): { memory: LogMemory; keep: () => void } {
  const name = createHash('sha256').update(server).digest('hex').slice(0, 32)
  const fileOf = (what: string): string =>
    path.join(homeFolder(), 'logs', what === KEY_BOOK ? `${name}-keys.json` : `${name}.json`)
  const found = new Map<string, Uint8Array>()
  return {
    memory: {
      recall: async (what) => {
        const seen = found.get(what)
        if (seen) return seen
        const file = fileOf(what)
        if (!fs.existsSync(file)) return undefined
        const kept = readPrivate(file)
        // To start over would forgive a log that was rewritten.
        if (typeof kept !== 'string')
          throw new CommandError(`${file} cannot be read. Restore it from a backup, or remove it to start again.`)
        return fromBase64(kept)
      },
      remember: async (what, logs) => void found.set(what, logs),
      alone: (_, work) => work(),
    },
    keep: () => {
      for (const [what, logs] of found) writePrivate(fileOf(what), toBase64(logs))
    },
  }
}
