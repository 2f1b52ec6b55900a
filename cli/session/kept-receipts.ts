import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fromBase64, toBase64 } from '#ledger/notes/base64.ts'
import { ANYBODY } from '#vault/ledger/anchor-log.ts'
import type { LogMemory } from '#vault/ledger/log-memory.ts'
import type { ReceiptDevice } from '#vault/ledger/receipts/take-receipt.ts'
import { CommandError } from '../command-error.ts'
import { homeFolder, readPrivate, writePrivate } from './private-file.ts'

/** What a server promised this computer, for each account, and what the computer saw of its logs; it stays after `logout`. */
export function receiptDevice(server: string, userId: string): ReceiptDevice {
  const name = createHash('sha256').update(server).digest('hex').slice(0, 32)
  return {
    // Of the public log, what `verify-log` keeps.
    memory: filesNamed((who) => `${who === ANYBODY ? name : `${name}-${who}`}.json`),
    receipts: filesNamed((who) => `${name}-${who}-receipts.json`),
    userId,
    nowMs: Date.now(),
  }
}

function filesNamed(nameOf: (who: string) => string): LogMemory {
  const fileOf = (who: string): string => path.join(homeFolder(), 'logs', nameOf(who))
  const turns = new Map<string, Promise<unknown>>()
  return {
    recall: async (who) => {
      const file = fileOf(who)
      if (!fs.existsSync(file)) return undefined
      const kept = readPrivate(file)
      if (typeof kept === 'string') return fromBase64(kept)
      throw new CommandError(`${file} cannot be read. Restore it from a backup, or remove it to start again.`)
    },
    remember: async (who, bytes) => writePrivate(fileOf(who), toBase64(bytes)),
    alone: (who, work) => {
      const next = (turns.get(who) ?? Promise.resolve()).then(work)
      turns.set(
        who,
        next.catch(() => undefined),
      )
      return next
    },
  }
}
