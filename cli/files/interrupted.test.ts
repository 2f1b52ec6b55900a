import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { CommandLine } from '../../test/support/command-line.ts'
import { type Line, startLine } from '../../test/support/line.ts'
import { type TestServer, startServer } from '../../test/support/server/test-server.ts'
import { personWithVault } from '../../test/support/people/vault-person.ts'

const MEBIBYTE = 1024 * 1024
const computer = new CommandLine()
let server: TestServer
let line: Line
beforeAll(async () => {
  server = await startServer()
  line = await startLine()
  line.forwardTo(server.config.port)
})
afterAll(async () => {
  await line.stop()
  await server.stop()
  computer.remove()
})
beforeEach(() => computer.moveOn())

test('an upload continues where it was killed', async () => {
  const own = await personWithVault(server)
  await computer.signIn(`http://127.0.0.1:${line.port}`, own)
  const bytes = randomBytes(40 * MEBIBYTE)
  const file = computer.makeFile('cut.bin', bytes)
  const lift = line.stallAfter(26 * MEBIBYTE)
  const before = line.sentBytes()
  const child = computer.launch(['put', file])
  await expect.poll(() => line.sentBytes() - before, { timeout: 60_000 }).toBeGreaterThanOrEqual(26 * MEBIBYTE)
  child.kill('SIGTERM')
  await new Promise((resolve) => child.on('close', resolve))
  line.cut()
  lift()

  const atKill = line.sentBytes()
  const again = await computer.run(['put', file])
  expect(again.status, again.stderr).toBe(0)
  expect(line.sentBytes() - atKill).toBeLessThan(33 * MEBIBYTE)
  expect((await computer.run(['get', 'cut.bin', '--output', '-'])).stdout.equals(bytes)).toBe(true)
  expect(fs.readdirSync(path.join(computer.home, 'uploads'))).toEqual([])
})

test('a download continues from what is there', async () => {
  const own = await personWithVault(server)
  await computer.signIn(server.url, own)
  const bytes = randomBytes(9 * MEBIBYTE)
  const [stored] = z
    .array(z.object({ id: z.string() }))
    .parse(JSON.parse((await computer.run(['put', computer.makeFile('rest.bin', bytes), '--json'])).stdout.toString()))
  const query = 'select content_id from file_records where id = $1'
  const { rows } = await server.database.owner<{ content_id: string }>(query, [stored?.id])
  const target = computer.newFolder('got-')
  const part = path.join(target, `.${rows[0]?.content_id}.part`)
  // Not a whole number of segments, as a process that was killed leaves it.
  fs.writeFileSync(part, bytes.subarray(0, 5_000_000))

  const got = await computer.run(['get', 'rest.bin', '--to', target])
  expect(got.status, got.stderr).toBe(0)
  expect(fs.readFileSync(path.join(target, 'rest.bin')).equals(bytes)).toBe(true)
  expect(fs.existsSync(part)).toBe(false)
})
