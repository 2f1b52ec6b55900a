import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { startPostgres } from '#server/db/postgres.ts'

// A cluster of its own: roles belong to all databases of one.
let directory: string
beforeAll(async () => {
  directory = await fs.mkdtemp(path.join(os.tmpdir(), 'quantumshield-restored-'))
  await fs.chmod(directory, 0o755)
})
afterAll(() => fs.rm(directory, { recursive: true, force: true }))

test(
  'a database that was restored without its roles, or before them, is refused with what to do',
  { timeout: 60_000 },
  async () => {
    const settings = { databaseUrl: undefined, dataDir: directory }
    const cluster = path.join(directory, 'postgres')
    const whole = await openDatabase(settings)
    await whole.close()
    // What a restore leaves in a cluster without the roles: neither they nor what names them.
    await inCluster(cluster, async (client) => {
      await client.query('drop owned by quantumshield_api, anon, authenticated, service_role cascade')
      await client.query('drop role quantumshield_api, anon, authenticated, service_role')
    })
    await expect(openDatabase(settings)).rejects.toThrow(
      /restored without the roles anon, authenticated, service_role\. Create them, and restore into an empty database/,
    )

    await inCluster(cluster, async (client) => {
      for (const role of ['anon', 'authenticated', 'service_role'])
        await client.query(`create role ${role} nologin noinherit`)
    })
    await expect(openDatabase(settings)).rejects.toThrow(
      /restored before its roles were there, so its policies are missing/,
    )
  },
)

async function inCluster(folder: string, act: (client: Client) => Promise<void>): Promise<void> {
  const embedded = await startPostgres(folder)
  const client = new Client({ host: embedded.socketDirectory, user: 'postgres', database: 'quantumshield' })
  await client.connect()
  await act(client)
  await client.end()
  await embedded.stop()
}
