import { describe, expect, test } from 'vitest'
import { DATABASE_EVENTS } from '#contract/audit/audit-events.ts'
import { AUDIT_CATEGORIES } from '#contract/audit/event-streams.ts'
import { isKeptForGood, RETENTION_DAYS } from '#contract/compliance/retention.ts'
import { verifyEvidence } from '#ledger/evidence/verify-evidence.ts'
import { checkLog } from '#server/ledger/check-log.ts'
import { listAllLogs } from '#server/ledger/operator.sql.ts'
import { auditFormat } from '#web/lib/keyless/audit/audit-formats.ts'
import { listAuditEvents } from '#vault/audit/audit-log.ts'
import { checkLedger } from '#vault/ledger/check-ledger.ts'
import { collectEvidence } from '#vault/ledger/collect-evidence.ts'
import { growLedger } from '../support/grow-ledger.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { pastTriggers } from '../support/server/past-triggers.ts'
import {
  apply,
  change,
  changed,
  device,
  eventsOf,
  happened,
  keysOf,
  member,
  owner,
  rowOf,
  server,
  stageRetention,
  stateOf,
} from './retention-stage.ts'

stageRetention()

describe('when the time of an event is over', () => {
  test('it no longer says who, from where and what, and every proof stays', async () => {
    const [old, young] = [await happened({ ago: '402 days' }), await happened({ ago: '398 days' })]
    // This browser has seen the log, so that it compares.
    expect(await stateOf(old)).toMatchObject({ state: 'verified' })
    const before = await rowOf(old)
    const days = (await keysOf(member)).map(({ day }) => day)
    await apply()

    const row = await rowOf(old)
    expect(row).toEqual({ ...before, user_id: null, details: { removed_after: { who: 400, where: 400, what: 400 } } })
    expect(await rowOf(young)).toMatchObject({ user_id: member.userId, details: { ip: '192.0.2.7' } })
    // The key of that day is gone, and with it what could be guessed and compared.
    expect((await keysOf(member)).map(({ day }) => day)).toEqual(days.slice(1))
    expect(await eventsOf('retention.applied')).toMatchObject([
      { details: { category: 'auth', days: 400, events: 1, addresses: 0 }, risk_level: 'low' },
    ])

    await growLedger(server.ledger)
    expect(await stateOf(old)).toMatchObject({ state: 'verified', isWhoProved: true })
    expect(await stateOf(young)).toMatchObject({ state: 'verified' })
    const report = await checkLedger(owner.api, [], device())
    expect(report.log).not.toHaveProperty('problem')
    for (const log of await listAllLogs(server.database)) expect(await checkLog(server.database, log)).toEqual([])
    // Once more finds nothing.
    await apply()
    expect(await eventsOf('retention.applied')).toHaveLength(1)
  })

  test('evidence proves that it happened, and exports say that it was removed', async () => {
    const old = await happened({ ago: '500 days' })
    await apply()
    await growLedger(server.ledger)
    const row = await rowOf(old)
    const { parts, events } = await collectEvidence(owner.api, [row], device())
    expect(events).toBe(1)
    const { facts, events: proved } = await verifyEvidence(parts)
    expect(facts.filter(({ state }) => state === 'fails')).toEqual([])
    expect(proved).toMatchObject([{ entry: { id: old, type: 'login.succeeded' }, shown: {} }])
    for (const format of ['csv', 'ndjson', 'cef', 'ocsf'] as const)
      expect(auditFormat(format).lines([row])).toContain('removed_after')
    expect((await listAuditEvents(owner.api, { filter: {}, limit: 500 })).some(({ id }) => id === old)).toBe(true)
  })

  test('addresses end earlier where the organisation chose that, and the rest stays provable', async () => {
    await changed(owner, { category: 'auth', days: 400, where_days: 60 })
    const old = await happened({ ago: '70 days' })
    await apply()
    expect(await rowOf(old)).toMatchObject({
      user_id: member.userId,
      details: { session_id: 's', removed_after: { where: 60 } },
    })
    expect((await rowOf(old)).details).not.toHaveProperty('ip')
    expect((await rowOf(old)).details).not.toHaveProperty('user_agent')
    const today = new Date().toISOString().slice(0, 10)
    for (const { day, hasWhere } of await keysOf(member)) expect(hasWhere, day).toBe(day === today)
    expect(await stateOf(old)).toMatchObject({ state: 'verified' })
    const { parts } = await collectEvidence(owner.api, [await rowOf(old)], device())
    const { facts, events } = await verifyEvidence(parts)
    expect(facts.find(({ name }) => name === 'shown')).toMatchObject({ state: 'holds' })
    expect(Object.keys(events[0]?.shown ?? {})).toEqual(['who', 'what'])

    // A person who is erased later loses the rest, and a later end of the whole event finds nothing.
    const { rows } = await server.database.owner<{ emptied: string }>('select ledger.erase_person($1, $2) as emptied', [
      member.userId,
      'asked for it',
    ])
    expect(Number(rows[0]?.emptied)).toBeGreaterThan(0)
    expect(await stateOf(old)).toMatchObject({ state: 'verified', isErased: true })
  })

  test('each category has its own time, which the contract names as well', async () => {
    const config = await happened({ ago: '2000 days', category: 'config_change' })
    await apply()
    expect(await rowOf(config)).toMatchObject({ user_id: member.userId })
    for (const category of AUDIT_CATEGORIES) {
      const { rows } = await server.database.owner<{ days: number }>('select days from ledger.retention_of(null, $1)', [
        category,
      ])
      expect(rows).toEqual([{ days: RETENTION_DAYS[category] }])
    }
    const types = Object.keys(DATABASE_EVENTS)
    const { rows: kept } = await server.database.owner<{ type: string }>(
      'select type from unnest($1::text[]) as t (type) where ledger.is_kept_for_good(type)',
      [types],
    )
    expect(kept.map(({ type }) => type)).toEqual(types.filter(isKeptForGood))
    await change(owner, { category: 'config_change', days: null, where_days: null })
    const ancient = await happened({ ago: '3000 days', category: 'config_change' })
    await apply()
    expect(await rowOf(ancient)).toMatchObject({ user_id: member.userId })
    await changed(owner, { category: 'config_change', days: 1999, where_days: null })
    await apply()
    expect(await rowOf(config)).toMatchObject({ user_id: null })
  })

  test('an update of the server removes nothing in its first 30 days', async () => {
    await server.database.owner("update ledger.retention_start set begins_at = now() + interval '1 minute'")
    const old = await happened({ ago: '700 days' })
    await apply()
    expect(await rowOf(old)).toMatchObject({ user_id: member.userId })
    await ageRows(
      server.database,
      { table: 'ledger.retention_start', where: '$1', values: [true], columns: ['begins_at'] },
      '2 minutes',
    )
    await apply()
    expect(await rowOf(old)).toMatchObject({ user_id: null })
  })

  test('keys of people from before there were keys of days end with their last event', async () => {
    await server.database.owner("update ledger.retention_start set keys_from = now() - interval '100 days'")
    const [ben, cleo] = [await personWithVault(server), await personWithVault(server)]
    const keys = async () =>
      (
        await server.database.owner('select subject_id from ledger.subject_keys where subject_id in ($1, $2)', [
          ben.userId,
          cleo.userId,
        ])
      ).rows
    const old = await happened({ ago: '410 days', person: ben })
    await happened({ ago: '410 days', person: cleo })
    const younger = await happened({ ago: '390 days', person: cleo })
    expect(await keys()).toHaveLength(2)
    expect(await stateOf(younger)).toMatchObject({ state: 'verified' })
    await apply()
    expect(await keys()).toEqual([{ subject_id: cleo.userId }])
    expect(await stateOf(old)).toMatchObject({ state: 'verified' })
    expect(await stateOf(younger)).toMatchObject({ state: 'verified' })
    await server.database.owner("update ledger.retention_start set keys_from = '-infinity'")
  })
})

describe('what only looks removed is not believed', () => {
  const forge = (id: string, details: object) =>
    pastTriggers(server.database, 'update system_audit_log set user_id = null, details = $2 where id = $1', [
      id,
      JSON.stringify(details),
    ])

  test('a young event, and one that still says something', async () => {
    const [young, other] = [await happened({ ago: '5 days' }), await happened({ ago: '450 days' })]
    expect(await stateOf(young)).toMatchObject({ state: 'verified' })
    await forge(young, { removed_after: { who: 400, where: 400, what: 400 } })
    expect(await stateOf(young)).toMatchObject({ state: 'changed' })
    await forge(other, { ip: '198.51.100.1', removed_after: { who: 400, where: 400, what: 400 } })
    expect(await stateOf(other)).toMatchObject({ state: 'changed' })
    await forge(other, { removed_after: { where: 400, what: 400 } })
    expect(await stateOf(other)).toMatchObject({ state: 'changed' })
    for (const id of [young, other])
      await pastTriggers(server.database, 'delete from system_audit_log where id = $1', [id])
  })

  test('the database itself lets nothing through that is not due', async () => {
    const young = await happened({ ago: '399 days' })
    const empty = (id: string, days: number) =>
      server.database.owner('update system_audit_log set user_id = null, details = ledger.emptied($2) where id = $1', [
        id,
        days,
      ])
    await expect(empty(young, 400)).rejects.toThrow('append-only')
    await expect(empty(young, 30)).rejects.toThrow('append-only')
    await expect(
      server.database.owner("update system_audit_log set details = details - 'ip' where id = $1", [young]),
    ).rejects.toThrow('append-only')
  })
})
