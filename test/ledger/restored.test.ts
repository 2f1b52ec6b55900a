import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

const addEvent = ({ database }: TestServer) =>
  database.owner(
    `insert into system_audit_log (tenant_id, event_type, event_category, action) select id, 'x', 'auth', 'x' from tenants`,
  )

describe('a backup that was put back', () => {
  let restored: TestServer | undefined
  afterEach(() => restored?.stop())

  test('is noticed: nothing is signed until somebody begins new logs and says why', async () => {
    restored = await startServer()
    for (let i = 0; i < 5; i++) await addEvent(restored)
    await restored.ledger.placeAll()
    await restored.ledger.signAll(0)
    // As a dump of an hour ago would leave it: events and entries are gone, the file beside the database is not.
    await restored.database.asOwner(async (db) => {
      await db.query({ text: `set local session_replication_role = 'replica'` })
      await db.query({ text: 'delete from ledger.checkpoints' })
      await db.query({ text: 'delete from ledger.leaves' })
      await db.query({ text: 'delete from ledger.tiles' })
      await db.query({ text: `update ledger.logs set size = 0, roots = '{}'` })
    })
    await addEvent(restored)
    const again = new Ledger(restored)
    expect(await again.mayGrow()).toBe(false)
    expect(await again.placeAll()).toBeUndefined()
    await again.signAll(0)
    const { rows: waiting } = await restored.database.owner(
      'select (select count(*)::int from ledger.pending) as waiting, (select count(*)::int from ledger.checkpoints) as signed',
    )
    expect(waiting).toEqual([{ waiting: 1, signed: 0 }])

    const [lost] = await again.beginEpoch('the disk failed')
    expect(lost).toMatchObject({ size: 5 })
    expect(await again.mayGrow()).toBe(true)
    await again.placeAll()
    await again.signAll(0)
    const { rows } = await restored.database.owner<{ details: object; index: number; origin: string }>(
      `select l.details, f.index::int as index, g.origin from system_audit_log l join ledger.leaves f on f.event_id = l.id
       join ledger.logs g on g.id = f.log_id where l.event_type = 'ledger.epoch_started'`,
    )
    expect(rows).toEqual([
      {
        index: 0,
        origin: expect.stringMatching(/\/e2$/),
        details: expect.objectContaining({ reason: 'the disk failed', signed_size: 5, before: lost?.origin }),
      },
    ])
    expect(await new Ledger(restored).mayGrow()).toBe(true)
    expect(await again.beginEpoch('again')).toEqual([])
  })

  test('lets a server that runs grow its logs again within a minute after new ones were begun', async () => {
    restored = await startServer()
    // Something to sign, also where no web app was built whose list the anchor log could hold.
    await addEvent(restored)
    await restored.ledger.placeAll()
    await restored.ledger.anchorAll()
    await restored.ledger.signAll(0)
    await restored.database.asOwner(async (db) => {
      await db.query({ text: `set local session_replication_role = 'replica'` })
      await db.query({ text: 'delete from ledger.checkpoints' })
      await db.query({ text: `update ledger.logs set size = 0, roots = '{}'` })
    })
    let elapsedMs = 0
    const rounds: (() => void)[] = []
    const clock = {
      ...systemClock,
      elapsedMs: () => elapsedMs,
      sleep: () => new Promise<void>((resolve) => void rounds.push(resolve)),
    }
    const errors: string[] = []
    const ended = new Ledger({ ...restored, clock }).start({
      error: (_, message) => errors.push(message),
      warn: () => undefined,
    })
    const nextRound = async (): Promise<void> => {
      await expect.poll(() => rounds.length).toBe(1)
      rounds.pop()?.()
      await expect.poll(() => rounds.length).toBe(1)
    }
    const { database } = restored
    const signed = async (): Promise<number> => {
      const { rows } = await database.owner<{ count: number }>('select count(*)::int from ledger.checkpoints')
      return rows[0]?.count ?? -1
    }
    await nextRound()
    await new Ledger(restored).beginEpoch('the disk failed')
    await addEvent(restored)
    await nextRound()
    expect([await signed(), errors.length]).toEqual([0, 1])
    elapsedMs += 60_000
    await nextRound()
    expect(await signed()).toBeGreaterThan(0)
    expect(errors).toEqual([expect.stringContaining('npm run ledger -- new-epoch')])
    const stopped = ended()
    rounds.pop()?.()
    await stopped
  })
})

describe('a server that moved to another address', () => {
  let moved: TestServer | undefined
  afterEach(() => moved?.stop())

  test('begins its logs with the same name, which tells evidence that they are of one installation', async () => {
    moved = await startServer()
    await addEvent(moved)
    await moved.ledger.placeAll()
    const ledger = new Ledger({ ...moved, config: { ...moved.config, publicUrl: 'https://moved.example' } })
    await ledger.signAll(0)
    await ledger.anchorAll()
    const { rows } = await moved.database.owner<{ kind: string; origin: string }>(
      'select kind, origin from ledger.logs order by created_at',
    )
    expect(new Set(rows.map(({ kind }) => kind))).toContain('anchor')
    const { host } = new URL(moved.config.publicUrl)
    for (const { origin } of rows) expect(origin.startsWith(`${host}/audit/`)).toBe(true)
  })
})
