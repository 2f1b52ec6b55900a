import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import { NODE_AWAY_SECONDS } from '#contract/operations.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { beat, forgetNode } from './operations.sql.ts'

const BEAT_MS = (NODE_AWAY_SECONDS * 1000) / 4
const NAME_LETTERS = 255

type Log = { warn: (details: object, message: string) => void }
type Node = { config: Pick<Config, 'role' | 'dataDir'>; database: Database; version: string }

/** Says from now on that this server is there, for the page of operators. @returns what says that it ended in order. */
export function announceNode({ config, database, version }: Node, log: Log): () => Promise<void> {
  const id = randomUUID()
  const name = os.hostname().slice(0, NAME_LETTERS)
  const say = async (): Promise<void> => {
    try {
      const disk = await roomOf(config.dataDir)
      await beat(database, { id, name, role: config.role, version, pools: database.pools(), ...disk })
    } catch (err) {
      log.warn({ err }, 'this server could not say that it is there')
    }
  }
  let saying = say()
  const timer = setInterval(() => void (saying = say()), BEAT_MS)
  return async () => {
    clearInterval(timer)
    await saying
    try {
      await forgetNode(database, id)
    } catch (err) {
      log.warn({ err }, 'this server is shown for another minute')
    }
  }
}

/** For uploads on their way, and content where it is kept on this disk. */
async function roomOf(folder: string): Promise<{ disk_free_bytes: number; disk_bytes: number }> {
  const { bavail, blocks, bsize } = await fs.statfs(folder)
  return { disk_free_bytes: bavail * bsize, disk_bytes: blocks * bsize }
}
