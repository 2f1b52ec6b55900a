import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { mayMount } from '../support/may-mount.ts'
import { chaosSettings, reportFinding } from './chaos-settings.ts'
import { startSingle } from './cluster.ts'
import { type Client, findLost, runLoad, type Seen, signUp } from './load.ts'

const ROUNDS = chaosSettings.isFull ? 5 : 1
const DISK = '300m'
/** Changes that take more than a segment of the log of changes, so that PostgreSQL needs room for a new one. */
const CHANGES = 6000
const AT_ONCE = 8
/** As long as the data of an account may be. */
const VALUE_BYTES = 1900
const CHUNK = Buffer.alloc(1024 * 1024)

function mountDisk(): string {
  const folder = fs.mkdtempSync('/tmp/quantumshield-full-')
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', folder])
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder])
    fs.rmdirSync(folder)
  })
  return folder
}

/** Takes all room of a disk. @returns gives it back. */
function fill(folder: string): () => void {
  const file = path.join(folder, 'of others')
  const handle = fs.openSync(file, 'w')
  try {
    for (;;) fs.writeSync(handle, CHUNK)
  } catch {
    // Full.
  }
  fs.closeSync(handle)
  return () => fs.rmSync(file)
}

/** Changes rows until one is refused. @returns with which status; 0 where nothing answers. */
async function changeRows(url: string, { headers }: Client): Promise<number> {
  let left = CHANGES
  let refusal: number | undefined
  const changeSome = async (): Promise<void> => {
    while (left-- > 0 && refusal === undefined) {
      const data = { value: randomBytes(VALUE_BYTES).toString('hex') }
      const answer = await fetch(`${url}/auth/v1/user`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ data }),
      }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      if (!answer?.ok) refusal ??= answer?.status ?? 0
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, changeSome))
  return refusal ?? 200
}

test(
  'the disk of a server and its database is full, and has room again: nothing that was acknowledged is lost',
  { ...needs(mayMount && chaosSettings.isAsked, 'root, to mount a small disk, and `npm run chaos`'), timeout: 300_000 },
  async () => {
    const folder = mountDisk()
    const node = await startSingle(folder, { READY_FREE_BYTES: '0' })
    const client = await signUp(node.url)
    const all: Seen = { stored: [], reads: 0, failures: [], wrong: [] }
    let starts = 0
    let refused = 0
    for (let round = 0; round < ROUNDS; round++) {
      const until = performance.now() + 2000
      const seen = await runLoad([client], { isOver: () => performance.now() > until, sizes: [40_000, 3000] })
      all.stored.push(...seen.stored)
      const makeRoom = fill(folder)
      const status = await changeRows(node.url, client)
      refused += status === 200 ? 0 : 1
      expect([0, 200, 503, 507]).toContain(status)
      makeRoom()
      const isBack = await fetch(`${node.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (!isBack) {
        await node.killAndStart()
        starts += 1
      }
    }
    const lost = await findLost(all)
    reportFinding('full-disk', {
      tried: `rounds: ${ROUNDS}, files stored before: ${all.stored.length}`,
      found: `changes refused in rounds: ${refused}, starts that were needed: ${starts}, files lost: ${lost.length}`,
    })
    expect(lost).toEqual([])
    expect(all.stored.length).toBeGreaterThan(0)
    // The disk was full each time.
    expect(refused).toBe(ROUNDS)
  },
)
