import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { createWhenMissing } from '#server/db/open.ts'
import { startPostgres } from '#server/db/postgres.ts'
import { migrateWhole } from './migrate-whole.ts'

export const NAME = 'quantumshield'
const MADE_WITHIN_MS = 80_000

/**
 * Puts the cluster of a server into `home`, as its first start makes it: empty, with every migration. Making one takes eight seconds of a
 * processor, so a run of the tests makes one and copies it. A first start itself is tried in `test/start`.
 */
export async function copyPreparedCluster(home: string): Promise<void> {
  const prepared = path.join(inject('runFolder'), 'prepared')
  if (!fs.existsSync(prepared)) await prepareOnce(prepared)
  fs.mkdirSync(path.dirname(home), { recursive: true, mode: 0o755 })
  const { status, stderr } = spawnSync('cp', ['-a', prepared, home], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the cluster was not copied: ${stderr}`)
}

/** By the first test that needs it; one in another process waits meanwhile. */
async function prepareOnce(prepared: string): Promise<void> {
  const folder = `${prepared}.making`
  try {
    fs.mkdirSync(folder, { mode: 0o755 })
  } catch {
    for (const until = Date.now() + MADE_WITHIN_MS; !fs.existsSync(prepared); await sleep(50)) {
      if (Date.now() > until) throw new Error('nobody made the cluster that tests copy')
    }
    return
  }
  const home = path.join(folder, 'postgres')
  const postgres = await startPostgres(home)
  const connection = { host: postgres.socketDirectory, user: 'postgres', database: NAME }
  await createWhenMissing(connection, NAME)
  await migrateWhole(connection)
  await postgres.stop()
  fs.renameSync(home, prepared)
}
