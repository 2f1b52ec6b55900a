import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { PART, type StorageApp, eventually, random, startStorage } from '../support/server/storage-app.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { expectSameBytes } from '../support/same-bytes.ts'

let server: TestServer
let storage: StorageApp

beforeAll(async () => {
  server = await startServer()
  storage = await startStorage(server)
})
afterAll(async () => {
  await storage.stop()
  await server.stop()
})

test('two last parts that end at the same moment both answer with success', async () => {
  for (let round = 0; round < 8; round++) {
    const bytes = random(2 * PART)
    const location = await storage.createParts(`together-${round}.bin`, bytes.length)
    const writers = [0, PART].map((offset) => storage.openPatch(location, offset, PART))
    writers.forEach((writer, part) => writer.write(bytes.subarray(part * PART, (part + 1) * PART - 1)))

    const answers = await Promise.all(
      writers.map((writer, part) => writer.end(bytes.subarray((part + 1) * PART - 1).subarray(0, 1))),
    )

    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expectSameBytes(await storage.download(`together-${round}.bin`), bytes)
  }
})

test('a part sent again while its first connection still trickles in is stored once, not mixed', async () => {
  const older = random(PART)
  const newer = random(PART)
  const rest = random(PART)
  const location = await storage.createParts('again.bin', 2 * PART)
  const first = storage.openPatch(location, 0, PART)
  first.write(older.subarray(0, PART / 2))
  await eventually(() => storage.openFiles().length > 0)

  const second = storage.openPatch(location, 0, PART)
  second.write(newer.subarray(0, PART / 4))
  await expect(first.answer).rejects.toThrow()
  first.write(older.subarray(PART / 2))
  expect((await second.end(newer.subarray(PART / 4))).status).toBe(204)
  expect((await storage.patch(location, PART, rest)).status).toBe(204)

  expect(await storage.download('again.bin')).toEqual(Buffer.concat([newer, rest]))
})

test('a body of several parts keeps what it finished when one of them is sent again', async () => {
  const older = random(3 * PART)
  const newer = random(PART)
  const location = await storage.createParts('run.bin', 3 * PART)
  const writes = vi.spyOn(storage.store, 'write')
  onTestFinished(() => writes.mockRestore())
  const run = storage.openPatch(location, 0, 3 * PART)
  run.write(older.subarray(0, PART + PART / 2))
  await eventually(() => writes.mock.lastCall?.[3].claim?.reached === PART + PART / 2)

  expect((await storage.patch(location, PART, newer)).status).toBe(204)

  expect(await storage.parts(location)).toBe('0-1')
  expect((await storage.patch(location, 2 * PART, older.slice(2 * PART))).status).toBe(204)
  expect(await storage.download('run.bin')).toEqual(
    Buffer.concat([older.subarray(0, PART), newer, older.subarray(2 * PART)]),
  )
})

test('a body that has not reached a part leaves it to the request that sends it now', async () => {
  const older = random(3 * PART)
  const newer = random(PART)
  const location = await storage.createParts('border.bin', 3 * PART)
  const run = storage.openPatch(location, 0, 3 * PART)
  run.write(older.subarray(0, PART / 2))
  await eventually(() => storage.openFiles().length > 0)

  expect((await storage.patch(location, 2 * PART, newer)).status).toBe(204)
  await run.end(older.subarray(PART / 2))

  expectSameBytes(await storage.download('border.bin'), Buffer.concat([older.subarray(0, 2 * PART), newer]))
})

test('a part that is durable is not overwritten by a body that spans it', async () => {
  const kept = random(PART)
  const spanning = random(3 * PART)
  const location = await storage.createParts('kept.bin', 3 * PART)
  expect((await storage.patch(location, PART, kept)).status).toBe(204)

  expect((await storage.patch(location, 0, spanning)).status).toBe(204)

  expect(await storage.download('kept.bin')).toEqual(
    Buffer.concat([spanning.subarray(0, PART), kept, spanning.subarray(2 * PART)]),
  )
})

test('runs of parts without an announced length are streamed side by side', async () => {
  const bytes = random(4 * PART)
  const location = await storage.createParts('streams.bin', 4 * PART)
  const late = storage.openPatch(location, 2 * PART)
  late.write(bytes.subarray(2 * PART, 3 * PART))
  await eventually(() => storage.openFiles().length > 0)
  const early = storage.openPatch(location, 0)
  early.write(bytes.subarray(0, PART))

  const answers = await Promise.all([early.end(bytes.subarray(PART, 2 * PART)), late.end(bytes.subarray(3 * PART))])

  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  expectSameBytes(await storage.download('streams.bin'), bytes)
})

test('a part sent once more after the upload is complete is a success and changes nothing', async () => {
  const bytes = random(PART + 10)
  const location = await storage.createParts('late.bin', bytes.length)
  expect((await storage.patch(location, 0, bytes)).status).toBe(204)

  expect((await storage.patch(location, PART, random(10))).status).toBe(204)

  expectSameBytes(await storage.download('late.bin'), bytes)
})
