/** A server that promises events of the audit log and does not keep it, or promises nothing. */
import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readReceipt } from '#ledger/events/receipt.ts'
import { type Answered, VaultApi } from '#vault/session/api.ts'
import { createFolder } from '#vault/folders/folders.ts'
import { acceptLedger, checkLedger, type Device } from '#vault/ledger/check-ledger.ts'
import type { LogMemory } from '#vault/ledger/log-memory.ts'
import { forgetShown, type ReceiptReport } from '#vault/ledger/receipts/settle-receipts.ts'
import { takeReceipt } from '#vault/ledger/receipts/take-receipt.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { growLedger } from '../../support/grow-ledger.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'

/** A minute and a second. */
const DUE_MS = 61_000

const attacked = stageAttacked()
let ada: VaultPerson
let device: { memory: LogMemory; receipts: LogMemory }
let taken: Promise<void>[] = []
const hear = (answer: Answered): void => {
  if (isListening) taken.push(takeReceipt(deviceAt(0), answer))
}
let isListening = false

beforeAll(async () => {
  ada = await attacked.person(hear)
})
beforeEach(async () => {
  device = { memory: newMemory(), receipts: newMemory() }
  await growLedger(attacked.server.ledger)
  await check()
  taken = []
  isListening = true
})

function newMemory(): LogMemory {
  const kept = new Map<string, Uint8Array>()
  const last = new Map<string, Promise<unknown>>()
  return {
    recall: async (userId) => kept.get(userId),
    remember: async (userId, logs) => void kept.set(userId, logs),
    alone: (userId, work) => {
      const next = (last.get(userId) ?? Promise.resolve()).then(work)
      last.set(
        userId,
        next.catch(() => undefined),
      )
      return next
    },
  }
}

const deviceAt = (laterMs: number): Device & { receipts: LogMemory } => ({
  ...device,
  userId: ada.userId,
  nowMs: Date.now() + laterMs,
})

/** Something that leaves an event, and whose receipt is taken. */
async function act(): Promise<void> {
  await createFolder(ada.api, ada.vault, { parentId: null, name: 'folder' })
  await Promise.all(taken)
}

async function check(laterMs = 0, api: VaultApi = ada.api): Promise<ReceiptReport> {
  const { receipts } = await checkLedger(api, [], deviceAt(laterMs))
  if (!receipts) throw new Error('this device keeps receipts')
  return receipts
}

/** Twice, for the first look without an event accuses nobody. */
async function checkLater(api?: VaultApi): Promise<ReceiptReport> {
  await check(DUE_MS, api)
  return check(2 * DUE_MS, api)
}

const FOLDER = `event_type = 'folders.insert'`

/** As the operator can, who is superuser. */
async function asOperator(...statements: string[]): Promise<void> {
  await attacked.server.database.asOwner(async (db) => {
    await db.query({ text: `set local session_replication_role = 'replica'` })
    for (const text of statements) await db.query({ text })
  })
}

const NOTHING = { broken: [], lacking: null, elsewhere: 0, dropped: 0 }

describe('a server that is honest', () => {
  test('keeps what it promised, and the promise is forgotten', async () => {
    await act()
    expect(await check()).toEqual({ ...NOTHING, waiting: 1 })
    await growLedger(attacked.server.ledger)
    expect(await check(DUE_MS)).toEqual({ ...NOTHING, waiting: 0 })
    expect(await check(2 * DUE_MS)).toEqual({ ...NOTHING, waiting: 0 })
  })

  test('that had no power for an hour is accused of nothing', async () => {
    await act()
    expect(await check(3_600_000), 'asked before anything got its place').toEqual({ ...NOTHING, waiting: 1 })
    await growLedger(attacked.server.ledger)
    expect(await check(3_600_000 + DUE_MS)).toEqual({ ...NOTHING, waiting: 0 })
  })
})

describe('an event that was promised', () => {
  test('and dropped before it got its place is missing, with the receipt as proof', async () => {
    await act()
    await asOperator(
      'delete from ledger.pending',
      `delete from system_audit_log where id in (select id from system_audit_log where ${FOLDER} order by created_at desc limit 1)`,
    )
    await growLedger(attacked.server.ledger)
    const { broken } = await checkLater()
    expect(broken).toMatchObject([{ problem: 'missing', call: 'POST /rest/v1/folders' }])
    const { events, log } = readReceipt(broken[0]?.text ?? '')
    expect(broken[0]).toMatchObject({ event: events[0]?.id, log })
    // It stays until a person has read it.
    expect((await check(10 * DUE_MS)).broken).toHaveLength(1)
    await forgetShown(deviceAt(0), { texts: ['what another tab found'], lackingAtMs: null })
    expect((await check(10 * DUE_MS)).broken, 'it was not shown').toHaveLength(1)
    await forgetShown(deviceAt(0), { texts: broken.map(({ text }) => text), lackingAtMs: null })
    expect(await check(10 * DUE_MS)).toEqual({ ...NOTHING, waiting: 0 })
  })

  test('and of which the row alone was removed is missing', async () => {
    await act()
    await asOperator(`delete from system_audit_log where id in (select event_id from ledger.pending)`)
    await growLedger(attacked.server.ledger)
    expect((await checkLater()).broken).toMatchObject([{ problem: 'missing' }])
  })

  test('and changed before it got its place is another', async () => {
    await act()
    await asOperator(
      `update system_audit_log set risk_level = 'critical' where id in (select event_id from ledger.pending)`,
    )
    await growLedger(attacked.server.ledger)
    expect((await check(DUE_MS)).broken).toMatchObject([{ problem: 'changed' }])
  })

  test('and whose person got another key before is another', async () => {
    await act()
    await asOperator(`update ledger.event_keys set key = sha256(key) where subject_id = '${ada.userId}'`)
    await growLedger(attacked.server.ledger)
    expect((await check(DUE_MS)).broken).toMatchObject([{ problem: 'changed' }])
  })

  test('and is said to stand where it does not is missing', async () => {
    await act()
    await growLedger(attacked.server.ledger)
    type Places = { places: { index: number }[] }
    attacked.proxy.tamperJson('/events/places', ({ places }: Places) => ({
      places: places.map((place) => ({ ...place, index: place.index - 1 })),
    }))
    expect((await checkLater()).broken).toMatchObject([{ problem: 'missing' }])
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
    attacked.proxy.tamperJson('/events/places', ({ places }: Places) => ({
      places: places.map((place) => ({ ...place, index: 1_000_000 })),
    }))
    expect((await checkLater()).broken).toMatchObject([{ problem: 'missing' }])
    // What was only late is no accusation for ever.
    attacked.proxy.honest()
    expect(await check(3 * DUE_MS)).toEqual({ ...NOTHING, waiting: 0 })
  })

  test('is missed in a later session of the same device as well, and by no other device', async () => {
    await act()
    await asOperator('delete from ledger.pending')
    await growLedger(attacked.server.ledger)
    await check(DUE_MS)
    const later = await ada.reopen()
    expect((await check(2 * DUE_MS, later.api)).broken).toMatchObject([{ problem: 'missing' }])
    const own = device
    device = { memory: newMemory(), receipts: newMemory() }
    expect(await checkLater(later.api)).toEqual({ ...NOTHING, waiting: 0 })
    device = own
    expect((await check(3 * DUE_MS)).broken).toHaveLength(1)
  })
})

describe('a receipt', () => {
  /** What the honest server answered last. */
  async function receiptOf(work: () => Promise<void>): Promise<string> {
    let last: string | null = null
    attacked.proxy.tamper((_asked, { receipt }) => {
      last = receipt ?? last
      return null
    })
    await work()
    if (last === null) throw new Error('no receipt')
    return last
  }

  test('that is not there, where the call has written an event for certain, is noticed, and the call goes well', async () => {
    attacked.proxy.tamper(({ path }) => (path.startsWith('/rest/v1/folders') ? { receipt: null } : null))
    await act()
    expect(await check()).toMatchObject({ lacking: { missing: 1, bad: 0, call: 'POST /rest/v1/folders' } })
    expect(attacked.proxy.changed()).toBe(1)
  })

  test('of an earlier call is none for another', async () => {
    const earlier = await receiptOf(act)
    attacked.proxy.tamper(({ path }) => (path.startsWith('/rest/v1/folders') ? { receipt: earlier } : null))
    await act()
    expect(await check()).toMatchObject({ waiting: 1, lacking: { missing: 0, bad: 1 } })
  })

  test('for another event of the same person is found out when it is due', async () => {
    const { server } = attacked
    attacked.proxy.tamper(async ({ path, headers }) => {
      if (!path.startsWith('/rest/v1/folders')) return null
      const { rows } = await server.database.owner<{ id: string }>(
        `select id from system_audit_log where user_id = $1 and event_type <> 'folders.insert' limit 1`,
        [ada.userId],
      )
      const ids = rows.map(({ id }) => id)
      const [receipt = null] = await server.ledger.receipts.promise(
        { caller: ada.userId, ids },
        String(headers['audit-nonce']),
      )
      return { receipt }
    })
    await act()
    expect(attacked.proxy.changed()).toBe(1)
    attacked.proxy.honest()
    await growLedger(attacked.server.ledger)
    expect((await check(DUE_MS)).broken).toMatchObject([{ problem: 'other_event', call: 'POST /rest/v1/folders' }])
  })

  test('signed with other keys is none', async () => {
    const { config, database, clock } = attacked.server
    const other = new Ledger({ config, database, clock, secrets: { ledgerSeeds: randomBytes(64) } })
    attacked.proxy.tamper(async ({ headers }, { receipt }) => {
      if (receipt === null) return null
      const ids = readReceipt(receipt).events.map(({ id }) => id)
      const [forged = null] = await other.receipts.promise({ caller: ada.userId, ids }, String(headers['audit-nonce']))
      return { receipt: forged }
    })
    await act()
    expect(attacked.proxy.changed()).toBe(1)
    expect(await check()).toMatchObject({ waiting: 0, lacking: { missing: 0, bad: 1 } })
  })

  test.each(['', 'v1', 'v1.e30.e30', 'v2.e30.e30', 'x'.repeat(9000), `${'v1.e30.e30, '.repeat(40)}v1.e30.e30`])(
    'that is none breaks nothing: %#',
    async (receipt) => {
      attacked.proxy.tamper(({ path }) => (path.startsWith('/rest/v1/folders') ? { receipt } : null))
      await act()
      expect((await check()).lacking?.bad).toBeGreaterThan(0)
    },
  )

  test('of a device that had seen no log is checked when it has', async () => {
    device = { memory: newMemory(), receipts: newMemory() }
    attacked.proxy.tamper((_asked, { receipt }) =>
      receipt === null ? null : { receipt: `${receipt.slice(0, -6)}AAAAAA` },
    )
    await act()
    attacked.proxy.honest()
    await act()
    await growLedger(attacked.server.ledger)
    expect(await check(DUE_MS)).toMatchObject({ waiting: 0, broken: [], lacking: { missing: 0, bad: 1 } })
  })
})

test('what was promised stays when a person accepts another log', async () => {
  await act()
  await asOperator('delete from ledger.pending')
  await growLedger(attacked.server.ledger)
  await acceptLedger('forked', { memory: device.memory, userId: ada.userId })
  expect((await checkLater()).broken).toMatchObject([{ problem: 'missing' }])
})
