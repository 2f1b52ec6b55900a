import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { formatMirrorInfo } from '#ledger/mirror/add-entries.ts'
import { logOf } from '#ledger/testing/memory-log.ts'
import { logSigners, signedCheckpoint } from '#ledger/testing/signed-log.ts'
import { writeEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { hashOf } from '../../../cli/witness/witness-files.ts'
import { type OwnMirror, startOwnMirror } from '../../../test/support/own-mirror.ts'
import { askMirror } from './ask-mirror.ts'

const ORIGIN = 'vault.example/audit/anchor'
const NOW = 1_790_000_000
/** More packages than a request holds, more bytes than one may have, and one that is not full. */
const SIZES = [9_000, 9_300]
const entries = Array.from({ length: SIZES[1] ?? 0 }, (_, i) =>
  Buffer.from(`entry ${i}`.padEnd(i < 1_000 ? 20_000 : 10, '.')),
)

let mirror: OwnMirror
beforeAll(async () => {
  mirror = await startOwnMirror()
  const signers = await logSigners(ORIGIN)
  await mirror.watch(`${signers.map(({ key }) => `log ${formatVerifierKey(key)}\n`).join('')}quorum none\n`)
})
afterAll(() => mirror.stop())

test('a long log is sent in parts, and what came since in one more', async () => {
  const signers = await logSigners(ORIGIN)
  const keys = parsePolicy(`${mirror.line}\nquorum M`).witnesses.map(({ key }) => key)
  const asked = { name: 'M', url: mirror.url, keys, keepsEntries: true }
  for (const [i, size] of SIZES.entries()) {
    const log = logOf(entries.slice(0, size))
    const widths: number[] = []
    const answer = await askMirror(
      asked,
      {
        size,
        note: await signedCheckpoint(ORIGIN, { size, root: log.rootOf(size) }, signers, NOW),
        read: log.read,
        bundle: async (index, width) => {
          widths.push(index)
          return writeEntryBundle(log.entries.slice(index * 256, index * 256 + width))
        },
      },
      { lastSize: i === 0 ? 0 : (SIZES[0] ?? 0), nowSeconds: Math.floor(Date.now() / 1000) },
    )
    expect(answer).toMatchObject({ cosignatures: keys.map((key) => ({ key })) })
    expect(widths, 'each bundle once').toEqual([...new Set(widths)])
    expect(widths).toHaveLength(i === 0 ? Math.ceil(size / 256) : 2)
    const shown = await (await fetch(`${mirror.url}${hashOf(ORIGIN)}/checkpoint`)).text()
    expect(shown.split('\n')[1]).toBe(String(size))
  }
})

test('a mirror that takes less than a package is not sent more', async () => {
  let next = 0
  const liar = http.createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/add-checkpoint') return void response.end()
      response.writeHead(202).end(formatMirrorInfo({ size: 9_000, next: next++, ticket: new Uint8Array() }))
    })
  })
  await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}/`
  const log = logOf(entries.slice(0, 9_000))
  let bundles = 0
  const answer = await askMirror(
    { name: 'M', url, keys: [], keepsEntries: true },
    {
      size: 9_000,
      note: await signedCheckpoint(ORIGIN, { size: 9_000, root: log.rootOf(9_000) }, await logSigners(ORIGIN), NOW),
      read: log.read,
      bundle: async (index, width) => {
        bundles += 1
        return writeEntryBundle(log.entries.slice(index * 256, index * 256 + width))
      },
    },
    { lastSize: 0, nowSeconds: NOW },
  )
  liar.close()
  expect(answer).toEqual({ problem: 'it takes no entries from 0 on', isRefusal: false })
  expect(bundles, 'those of one request').toBeLessThanOrEqual(32)
})
