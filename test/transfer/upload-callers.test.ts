/** The page, the command line and the request page send a file by the same rules: one table of what may happen on the way. */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partCount } from '#contract/content-layout.ts'
import { type Gatekeeper, type Seen, type Verdict, startGatekeeper } from '../support/gatekeeper.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type Callers, startCallers } from '../support/upload-callers.ts'
import { personWithVault } from '../support/people/vault-person.ts'

const SIZE_BYTES = 17 * 1024 * 1024 + 11
const PARTS = partCount(SIZE_BYTES)
const bytes = randomBytes(SIZE_BYTES)

let server: TestServer
let gate: Gatekeeper
let callers: Callers
beforeAll(async () => {
  server = await startServer()
  gate = await startGatekeeper(server.url)
  const [publishableKey] = server.secrets.publishableKeys
  callers = startCallers({ person: await personWithVault(server), publishableKey, url: gate.url })
})
afterAll(async () => {
  callers.stop()
  await gate.stop()
  await server.stop()
})

const isCreate = ({ method, path }: Seen) =>
  method === 'POST' && (path.endsWith('/upload/resumable') || path.endsWith('/deliveries'))
const isQuestion = ({ method }: Seen) => method === 'HEAD'
const isPart = ({ method }: Seen) => method === 'PATCH'

/** One verdict for the request of this kind that comes as number `at`, from 1; the others pass. */
function once(isWanted: (request: Seen) => boolean, verdict: Verdict, at: number): (request: Seen) => Verdict {
  let count = 0
  return (request) => (isWanted(request) && ++count === at ? verdict : 'pass')
}

/** The server forgets all uploads when the second part arrives. */
function forgettingMidway(): (request: Seen) => Promise<Verdict> {
  let count = 0
  return async (request) => {
    if (isPart(request) && ++count === 2) {
      await server.database.owner(`update storage.uploads set expires_at = now() - interval '1 second'`)
    }
    return 'pass'
  }
}

/** As soon as the server has another part than it had before. */
function refusingTheThird(partsBefore: number): (request: Seen) => Promise<Verdict> {
  let count = 0
  return async (request) => {
    if (!isPart(request) || ++count !== 3) return 'pass'
    await expect.poll(storedParts).toBeGreaterThan(partsBefore)
    return 'refuse'
  }
}

describe.each(['page', 'commandLine', 'requestPage'] as const)('the %s', (name) => {
  const fileOf = (content: Uint8Array, as: string) => new File([new Uint8Array(content)], as, { lastModified: 1 })
  const begin = (as = `${randomUUID()}.bin`) => callers[name](fileOf(bytes, as))

  test.each([
    ['the connection drops while the upload is created', isCreate, 'drop', 1, PARTS],
    ['the answer is lost that says where it was created', isCreate, 'lose-answer', 1, PARTS],
    ['the connection drops while it is asked what is missing', isQuestion, 'drop', 1, PARTS],
    ['the connection drops in the middle', isPart, 'drop', 2, PARTS + 1],
    ['the answer to a part is lost', isPart, 'lose-answer', 2, PARTS],
  ] as const)('%s: the file is stored, and no part is sent for nothing', async (_, isWanted, verdict, at, parts) => {
    const upload = await begin()
    gate.decide(once(isWanted, verdict, at))
    await upload.run()

    expect(gate.seen.filter(isWanted).length).toBeGreaterThan(at)
    expect(gate.seen.filter(isPart)).toHaveLength(parts)
    await expect.poll(() => upload.shown.at(-1)).toBe(SIZE_BYTES)
    expect(bytes.equals(await upload.read())).toBe(true)
  })

  test('the server forgets the upload midway: it starts again from the first byte', async () => {
    const upload = await begin()
    gate.decide(forgettingMidway())
    await upload.run()

    expect(gate.seen.filter(isCreate).length).toBeGreaterThanOrEqual(2)
    await expect.poll(() => upload.shown.at(-1)).toBe(SIZE_BYTES)
    expect(bytes.equals(await upload.read())).toBe(true)
  })

  test('it fails for another reason: trying again sends what is missing', async () => {
    const upload = await begin()
    gate.decide(refusingTheThird(await storedParts()))
    await expect(upload.run()).rejects.toThrow()
    gate.decide(() => 'pass')
    await upload.run()

    expect(gate.seen.filter(isPart).length).toBeLessThan(PARTS)
    expect(bytes.equals(await upload.read())).toBe(true)
  })

  test.each([
    ['in a part that was sent', 5],
    ['in a part that was not', SIZE_BYTES - 5],
  ])('the file changes %s, with its size and date as before: what is stored is what is there now', async (_, at) => {
    const as = `${randomUUID()}.bin`
    const upload = await begin(as)
    gate.decide(refusingTheThird(await storedParts()))
    await expect(upload.run()).rejects.toThrow()
    gate.decide(() => 'pass')
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    upload.change(fileOf(changed, as))
    await upload.run()

    expect(changed.equals(await upload.read())).toBe(true)
    expect(await storedParts()).toBe(0)
  })

  test('it is stopped in the middle: nothing more is sent', async () => {
    const upload = await begin()
    const isThere = Promise.withResolvers<void>()
    gate.decide(async (request) => {
      if (!isPart(request)) return 'pass'
      isThere.resolve()
      return new Promise(() => undefined)
    })
    const running = upload.run()
    await isThere.promise
    upload.stop()
    await expect(running).rejects.toThrow()
    // What was on its way arrives first.
    await sleep(300)
    gate.decide(() => 'pass')
    await sleep(1500)

    expect(gate.seen.filter(isPart)).toEqual([])
  })
})

/** Parts of uploads that are not complete. */
async function storedParts(): Promise<number> {
  const query = `select count(*) as parts from storage.upload_parts p join storage.uploads u on u.id = p.upload_id
                 where u.object_id is null and u.expires_at > now()`
  const { rows } = await server.database.owner<{ parts: string }>(query)
  return Number(rows[0]?.parts)
}
