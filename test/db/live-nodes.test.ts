import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { PoolConfig } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { announceSchema } from '#server/db/live-nodes.ts'
import { readShippedSchema } from '#server/db/shipped-schema.ts'
import { createTestDatabase } from '../support/server/test-database.ts'

/** A line to PostgreSQL that breaks without a word whenever somebody asks which migrations ran. */
async function breakingLine({ host = '' }: PoolConfig): Promise<{ host: string; breaks: () => number }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'line-'))
  let breaks = 0
  const line = net.createServer((near) => {
    const far = net.connect(path.join(host, '.s.PGSQL.5432'))
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    far.pipe(near)
    near.on('data', (bytes) => {
      if (!bytes.includes('schema_migrations')) return void far.write(bytes)
      breaks += 1
      near.destroy()
    })
  })
  await new Promise<void>((resolve) => line.listen(path.join(folder, '.s.PGSQL.5432'), resolve))
  onTestFinished(() => {
    line.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })
  return { host: folder, breaks: () => breaks }
}

function announced(connection: PoolConfig, shipped = readShippedSchema()) {
  const heard: string[] = []
  const stop = announceSchema(connection, { newer: () => undefined, outdated: (why) => void heard.push(why) }, shipped)
  onTestFinished(stop)
  return heard
}

test('a line that breaks while a server looks is no reason to end', async () => {
  const db = await createTestDatabase()
  onTestFinished(() => db.drop())
  const line = await breakingLine(db.connection)
  const heard = announced({ ...db.connection, host: line.host })
  await expect.poll(line.breaks).toBeGreaterThan(1)
  expect(heard).toEqual([])
})

test('a migration of another line of development is one', async () => {
  const db = await createTestDatabase()
  onTestFinished(() => db.drop())
  const shipped = readShippedSchema()
  const heard = announced(db.connection, { ...shipped, migrations: shipped.migrations.filter((_one, at) => at !== 3) })
  await expect.poll(() => heard).toHaveLength(1)
  expect(heard[0]).toContain('newer than this program')
})
