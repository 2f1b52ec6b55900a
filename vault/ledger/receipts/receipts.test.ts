import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { ed25519Scheme } from '#crypto/primitives/ed25519.ts'
import { signReceipt } from '#ledger/events/receipt.ts'
import { toBase64 } from '#ledger/notes/base64.ts'
import type { Answered, VaultApi } from '../../session/api.ts'
import { type LogMemory, newLogMemory, NOTHING_SEEN, rememberLogs } from '../log-memory.ts'
import type { WatchedTree } from '../verify-events.ts'
import { recallReceipts } from './receipt-memory.ts'
import { reportReceipts, settleReceipts } from './settle-receipts.ts'
import { takeReceipt } from './take-receipt.ts'

const OWN = 'vault.example/audit/t/one'
const FORMER = 'vault.example/audit/t/former'
const USER = randomUUID()
const DUE_MS = 61_000
const DAY_MS = 86_400_000
const now = Date.parse('2026-11-26T08:00:00Z')

const scheme = await ed25519Scheme('noble')
const seeds = { today: new Uint8Array(32).fill(1), other: new Uint8Array(32).fill(2) }

let device: { memory: LogMemory; receipts: LogMemory }
beforeEach(async () => {
  device = { memory: newLogMemory(), receipts: newLogMemory() }
  await knowKey('today')
})

/** What the device has seen, or a person accepted. */
async function knowKey(which: keyof typeof seeds): Promise<void> {
  const heads = new Map([
    ['vault.example/audit/anchor', { size: 1, root: new Uint8Array(32), atMs: now }],
    [OWN, { size: 1, root: new Uint8Array(32), atMs: now }],
  ])
  const keys = [`ed25519 ${toBase64(await scheme.publicKey(seeds[which]))}`]
  await rememberLogs(device.memory, USER, { ...NOTHING_SEEN, keys, heads })
}

const at = (nowMs: number) => ({ ...device, userId: USER, nowMs })
const newNonce = () => randomBytes(16).toString('base64url')

async function promise(nonce: string, log = OWN, seed = seeds.today): Promise<string> {
  const events = [{ id: randomUUID(), leaf: new Uint8Array(randomBytes(32)) }]
  return signReceipt({ log, at: now, nonce, events }, await scheme.signer(seed))
}

const answer = (nonce: string, receipt: string | null): Answered => ({
  method: 'POST',
  path: '/rest/v1/folders',
  status: 201,
  nonce,
  receipt,
  mayRepeat: false,
  token: '',
})

async function takeOne(log = OWN): Promise<void> {
  const nonce = newNonce()
  await takeReceipt(at(now), answer(nonce, await promise(nonce, log)))
}

/** A log that holds none of the events it is asked for. */
const nowhere = { post: async () => ({ places: [] }) } as unknown as VaultApi
const trees = new Map([['one', { head: { size: 1, root: new Uint8Array(32) }, facts: { origin: OWN } } as WatchedTree]])
const settle = (laterMs: number) => settleReceipts(nowhere, trees, at(now + laterMs))

describe('an answer', () => {
  test('cannot push promises out of memory with many or repeated receipts', async () => {
    await takeOne()
    const nonce = newNonce()
    const many = await Promise.all(Array.from({ length: 20 }, () => promise(nonce)))
    await takeReceipt(at(now), answer(nonce, many.join(', ')))
    await takeReceipt(at(now), answer(nonce, Array.from({ length: 500 }, () => many[0]).join(', ')))

    const kept = await recallReceipts(device.receipts, USER)
    expect(kept.receipts).toHaveLength(1 + 4 + 1)
    expect(kept.lacking).toMatchObject({ bad: 16 })
  })

  test('that promises something of a log of nobody is bad: no device could ask for it', async () => {
    await takeOne('no.such/log')
    expect(await reportReceipts(at(now))).toMatchObject({ waiting: 0, lacking: { bad: 1 } })
  })

  test('without a receipt is no complaint where the row may have been there already', async () => {
    await takeReceipt(at(now), { ...answer(newNonce(), null), mayRepeat: true })
    expect((await reportReceipts(at(now))).lacking).toBeNull()
    await takeReceipt(at(now), answer(newNonce(), null))
    expect((await reportReceipts(at(now))).lacking).toMatchObject({ missing: 1 })
  })
})

describe('promises', () => {
  test('that have to go unchecked are counted', async () => {
    for (let i = 0; i < 503; i += 1) await takeOne()
    expect(await reportReceipts(at(now))).toMatchObject({ waiting: 500, dropped: 3 })
  })

  test('of a log that is not shown any more do not stand in the way of others, and go after three months', async () => {
    for (let i = 0; i < 120; i += 1) await takeOne(FORMER)
    await takeOne()
    await settle(DUE_MS)
    expect(await settle(2 * DUE_MS)).toMatchObject({ elsewhere: 120, waiting: 0, broken: [{ problem: 'missing' }] })
    expect(await settle(91 * DAY_MS)).toMatchObject({ elsewhere: 0, broken: [{ problem: 'missing' }] })
  })

  test('that were broken do not stand in the way of others', async () => {
    for (let i = 0; i < 100; i += 1) await takeOne()
    await settle(DUE_MS)
    await settle(2 * DUE_MS)
    await takeOne()
    await settle(3 * DUE_MS)
    expect((await settle(4 * DUE_MS)).broken).toHaveLength(101)
  })

  test('stay, and the proof that they were broken, when other keys are accepted', async () => {
    await takeOne()
    await takeOne()
    await settle(DUE_MS)
    await settle(2 * DUE_MS)
    await takeOne()
    await knowKey('other')
    await settle(3 * DUE_MS)
    expect(await settle(4 * DUE_MS)).toMatchObject({ broken: { length: 3 }, lacking: null })
  })

  test('that were taken before the keys were known are checked when they are', async () => {
    device = { memory: newLogMemory(), receipts: newLogMemory() }
    const nonce = newNonce()
    await takeReceipt(at(now), answer(nonce, await promise(nonce, OWN, seeds.other)))
    await takeOne()
    expect((await reportReceipts(at(now))).waiting).toBe(2)
    await knowKey('today')
    expect(await settle(DUE_MS)).toMatchObject({ waiting: 1, lacking: { bad: 1 } })
  })
})
