import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { startPostgres } from '#server/db/postgres.ts'

test('PostgreSQL gets none of the secrets in the environment of the server', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-environment-'))
  vi.stubEnv('S3_SECRET_ACCESS_KEY', 'canary-3f19')
  const embedded = await startPostgres(path.join(folder, 'postgres'))
  const client = new Client({ host: embedded.socketDirectory, user: 'postgres', database: 'postgres' })
  try {
    await client.connect()
    await client.query('create temporary table environment (line text)')
    await client.query(`copy environment from program 'env'`)
    const { rows } = await client.query<{ line: string }>('select line from environment')
    const lines = rows.map(({ line }) => line)
    expect(lines.some((line) => line.startsWith('PATH='))).toBe(true)
    expect(lines.filter((line) => line.includes('canary'))).toEqual([])
  } finally {
    await client.end()
    await embedded.stop()
    vi.unstubAllEnvs()
    fs.rmSync(folder, { recursive: true, force: true })
  }
})
