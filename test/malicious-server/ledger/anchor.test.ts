/** A server that shows the anchor log, and hides from one person what it would say of theirs. */
import { beforeEach, describe, expect, test } from 'vitest'
import { checkAnchorLog } from '#vault/ledger/anchor-log.ts'
import { acceptLedger, checkLedger, type LedgerState } from '#vault/ledger/check-ledger.ts'
import { type LogMemory, newLogMemory } from '#vault/ledger/log-memory.ts'
import { ada, attacked, checkpoint, happen, stageWitnessedLog } from './witnessed-log.ts'

const HOUR_MS = 3_600_000

stageWitnessedLog()

let device: LogMemory
beforeEach(async () => {
  device = newLogMemory()
  await happen()
})

const check = async (nowMs = Date.now()) =>
  (await checkLedger(ada.api, [], { memory: device, userId: ada.userId, nowMs })).log
const look = async () => (await checkAnchorLog(attacked.visitor, { memory: device, nowMs: Date.now() })).log

type LogAnswer = { id: string; kind: string; signed: string | null; endedAt: string | null; anchoredAt: number | null }
async function listed(): Promise<LogAnswer[]> {
  const answer = await ada.api.fetch('/audit/v1/logs', {})
  return ((await answer.json()) as { logs: LogAnswer[] }).logs
}
const tamperLogs = (change: (log: LogAnswer) => LogAnswer[]): void =>
  attacked.proxy.tamper(({ path }, { body }) => {
    if (!path.endsWith('/audit/v1/logs')) return null
    const { logs } = JSON.parse(body.toString()) as { logs: LogAnswer[] }
    return { body: Buffer.from(JSON.stringify({ logs: logs.flatMap(change) })) }
  })
/** As two servers could answer, of which each shows the anchor log as it likes. */
const showAnchor = (name: string, note: string): void =>
  attacked.proxy.tamper(({ path }) => (path.endsWith(`/logs/${name}/checkpoint`) ? { body: Buffer.from(note) } : null))

describe('a log that this device knows is looked at', () => {
  test('whatever the server says that it is', async () => {
    expect(await check()).toMatchObject({ witnesses: { state: 'current' }, isAnchorLate: false })
    const yesterday = new Date(Date.now() - 24 * HOUR_MS).toISOString()
    const ways: [string, (log: LogAnswer) => LogAnswer[]][] = [
      ['not signed', (log) => [{ ...log, signed: null }]],
      ['of another kind', (log) => [{ ...log, kind: 'system' }]],
      ['another one in front', (log) => [{ ...log, id: crypto.randomUUID(), signed: null }, log]],
      ['not there', () => []],
    ]
    for (const kind of ['anchor', 'organisation']) {
      for (const [name, hide] of ways) {
        tamperLogs((log) => (log.kind === kind ? hide(log) : [log]))
        expect(await check(), `${kind}, ${name}`).toMatchObject({ problem: expect.stringMatching('log_gone|shrank') })
        expect(attacked.proxy.changed()).toBeGreaterThan(0)
      }
    }
    // One that is said to have ended is compared all the same, and that no other follows it is no reason to stop.
    tamperLogs((log) => [log.kind === 'anchor' ? { ...log, endedAt: yesterday } : log])
    expect(await check()).toMatchObject({ witnesses: { state: 'late' } })
    attacked.proxy.honest()
    expect(await check()).toMatchObject({ witnesses: { state: 'current' } })
  })
})

describe('the anchor log has to name the log', () => {
  const stateOf = async (nowMs?: number): Promise<LedgerState> => {
    const log = await check(nowMs)
    if (!log || 'problem' in log) throw new Error(log?.problem)
    return log
  }

  test('or this device says so after an hour, in every session', async () => {
    const honest = (await listed()).find(({ kind }) => kind === 'organisation')?.anchoredAt ?? null
    expect(await stateOf()).toMatchObject({ isAnchorLate: false })
    await happen()
    for (const anchoredAt of [honest, null]) {
      tamperLogs((log) => [log.kind === 'organisation' ? { ...log, anchoredAt } : log])
      expect(await stateOf(), 'it may take a minute').toMatchObject({ isAnchorLate: false })
      expect(await stateOf(Date.now() + HOUR_MS / 2)).toMatchObject({ isAnchorLate: false })
      for (let session = 1; session <= 2; session++) {
        expect(await stateOf(Date.now() + session * HOUR_MS + 1_000)).toMatchObject({ isAnchorLate: true })
      }
      attacked.proxy.honest()
      expect(await stateOf(Date.now() + 3 * HOUR_MS)).toMatchObject({ isAnchorLate: false })
      await happen()
    }
  })
})

describe('what one device saw of the anchor log', () => {
  test('by the one way and by the other is one log', async () => {
    const id = (await listed()).find(({ kind }) => kind === 'anchor')?.id ?? ''
    const held = await checkpoint()
    await happen()
    await look()
    showAnchor(id, held)
    expect(await check(), 'an older state to the member').toMatchObject({ problem: 'shrank' })
    attacked.proxy.honest()
    await happen()
    expect(await check()).toMatchObject({ before: undefined })
    showAnchor('anchor', held)
    expect(await look(), 'an older state to the visitor').toMatchObject({ problem: 'shrank' })
  })

  test('is forgotten by a person for both', async () => {
    await look()
    await acceptLedger('forked', { memory: device, userId: ada.userId })
    expect(await look()).toMatchObject({ before: undefined })
  })
})
