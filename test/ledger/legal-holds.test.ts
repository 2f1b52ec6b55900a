import { describe, expect, test } from 'vitest'
import { applyRetention } from '#server/ledger/retention.ts'
import { checkLedger } from '#vault/ledger/check-ledger.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { ageRows } from '../support/server/age-rows.ts'
import { pastTriggers } from '../support/server/past-triggers.ts'
import {
  apply,
  change,
  changed,
  device,
  eventsOf,
  happened,
  hold,
  meanwhile,
  member,
  owner,
  release,
  rowOf,
  server,
  stageRetention,
  stateOf,
} from './retention-stage.ts'

stageRetention()

describe('a legal hold', () => {
  test('of the organisation keeps everything until it is released, and is in the log', async () => {
    const old = await happened({ ago: '600 days' })
    const id = await hold(owner, 'a lawsuit')
    await apply()
    expect(await rowOf(old)).toMatchObject({ user_id: member.userId })
    await expect(
      server.database.owner('select ledger.erase_person($1, $2)', [member.userId, 'asked']),
    ).rejects.toMatchObject({ code: 'QS409' })
    await release(owner, id)
    await applyRetention(server.database)
    expect(await rowOf(old)).toMatchObject({ user_id: null })
    expect(await eventsOf('legal_hold.set')).toMatchObject([
      { user_id: owner.userId, risk_level: 'high', details: { id, reason: 'a lawsuit' } },
    ])
    expect(await eventsOf('legal_hold.released')).toMatchObject([{ risk_level: 'high', details: { id } }])
    await expect(release(owner, id)).rejects.toMatchObject({ code: 'not_member' })
  })

  test('about one person keeps their events and those that name them, with what proves them', async () => {
    const [ben, cleo] = [await personWithVault(server), await personWithVault(server)]
    const own = await happened({ ago: '420 days', person: ben })
    const naming = await happened({ ago: '420 days', person: cleo, details: { person: ben.userId } })
    const other = await happened({ ago: '421 days', person: cleo })
    await hold(owner, 'a complaint', ben.userId)
    await apply()
    expect(await rowOf(own)).toMatchObject({ user_id: ben.userId })
    expect(await rowOf(naming)).toMatchObject({ user_id: cleo.userId })
    expect(await rowOf(other)).toMatchObject({ user_id: null })
    for (const id of [own, naming, other]) expect(await stateOf(id)).toMatchObject({ state: 'verified' })
    await expect(
      server.database.owner('select ledger.erase_person($1, $2)', [ben.userId, 'asked']),
    ).rejects.toMatchObject({ code: 'QS409' })
    await expect(hold(owner, 'x', crypto.randomUUID())).rejects.toMatchObject({ code: 'not_member' })
  })
})

describe('a hold about somebody whom events of another person name', () => {
  const erase = (person: VaultPerson) =>
    server.database.owner('select ledger.erase_person($1, $2)', [person.userId, 'asked'])

  test.each(['person', 'invited'])('survives the erasure of that other person: %s', async (name) => {
    const [held, other] = [await personWithVault(server), await personWithVault(server)]
    const naming = await happened({ ago: '420 days', person: other, details: { [name]: held.userId } })
    await hold(owner, 'a complaint', held.userId)
    await expect(erase(other)).rejects.toMatchObject({ code: 'QS409' })
    await apply()
    expect(await rowOf(naming)).toMatchObject({ user_id: other.userId, details: { [name]: held.userId } })
  })

  test('is asked by the table itself', async () => {
    const [held, other] = [await personWithVault(server), await personWithVault(server)]
    const naming = await happened({ ago: '1 day', person: other, details: { person: held.userId } })
    await hold(owner, 'a complaint', held.userId)
    await server.database.owner("insert into ledger.erasures (subject_id, reason) values ($1, 'x')", [other.userId])
    await server.database.owner('delete from ledger.event_keys where subject_id = $1', [other.userId])
    const empty = () =>
      server.database.owner(`update system_audit_log set user_id = null, details = '{"erased": true}' where id = $1`, [
        naming,
      ])
    await expect(empty()).rejects.toThrow('append-only')
    await pastTriggers(server.database, 'delete from legal_holds where $1', [true])
    await empty()
  })

  test('is found by an erasure that began before the hold was there', async () => {
    const [held, other] = [await personWithVault(server), await personWithVault(server)]
    await happened({ ago: '420 days', person: other, details: { person: held.userId } })
    const erasure = meanwhile(
      `insert into legal_holds (tenant_id, about, reason) select tenant_id, user_id, 'x' from profiles where user_id = $1`,
      [held.userId],
      () => erase(other),
    )
    await expect(erasure).rejects.toMatchObject({ code: 'QS409' })
  })
})

describe('a shorter time', () => {
  test('counts after a week, and everybody who manages security hears of it', async () => {
    const old = await happened({ ago: '100 days' })
    await server.database.owner("delete from notifications where kind = 'retention_changed'")
    await change(owner, { category: 'auth', days: 90, where_days: null })
    await apply()
    expect(await rowOf(old)).toMatchObject({ user_id: member.userId })
    const days = { table: 'public.audit_retention', where: '$1', values: [true], columns: ['next_from'] }
    await ageRows(server.database, days, '6 days 23 hours')
    await apply()
    expect(await rowOf(old)).toMatchObject({ user_id: member.userId })
    await ageRows(server.database, days, '2 hours')
    await apply()
    expect(await rowOf(old)).toMatchObject({ user_id: null })

    const [event] = await eventsOf('retention.changed')
    expect(event?.details).toMatchObject({ days: 90, before: 400, counts_from: expect.any(String) })
    const { rows } = await server.database.owner(
      "select user_id, details from notifications where kind = 'retention_changed'",
    )
    const counts_from = event?.details['counts_from']
    expect(rows).toEqual([
      { user_id: owner.userId, details: { changed_by: owner.userId, category: 'auth', counts_from } },
    ])
  })

  test('is taken back before that, and a longer one counts at once', async () => {
    const old = await happened({ ago: '100 days' })
    await changed(owner, { category: 'auth', days: 110, where_days: null })
    // Longer, and addresses sooner: until then the longer of both.
    await change(owner, { category: 'auth', days: 500, where_days: 60 })
    const inForce = () =>
      server.database.owner(
        'select * from ledger.retention_of((select tenant_id from profiles where user_id = $1), $2)',
        [owner.userId, 'auth'],
      )
    expect((await inForce()).rows).toEqual([{ days: 500, where_days: 110 }])
    await change(owner, { category: 'auth', days: 500, where_days: null })
    expect((await eventsOf('retention.changed'))[0]?.details).not.toHaveProperty('counts_from')
    expect((await inForce()).rows).toEqual([{ days: 500, where_days: null }])
    await apply()
    expect(await rowOf(old)).toMatchObject({ user_id: member.userId, details: { ip: '192.0.2.7' } })
  })

  test.each(['retention.changed', 'retention.applied', 'legal_hold.set', 'legal_hold.released'])(
    'leaves what says so: %s',
    async (type) => {
      const old = await happened({ ago: '5000 days', category: 'config_change', type })
      const other = await happened({ ago: '5000 days', category: 'config_change', type: 'policy.updated' })
      await apply()
      const row = await rowOf(old)
      expect(row).toMatchObject({ user_id: member.userId })
      expect(await rowOf(other)).toMatchObject({ user_id: null })
      expect(await stateOf(old)).toMatchObject({ state: 'verified' })
      // A browser does not believe it either.
      const details = { removed_after: { who: 2557, where: 2557, what: 2557 } }
      const { events } = await checkLedger(owner.api, [{ ...row, user_id: null, details }], device())
      expect(events.get(old)).toMatchObject({ state: 'changed' })
      await pastTriggers(server.database, 'delete from system_audit_log where id = $1', [old])
    },
  )
})

describe('who decides', () => {
  const attempts = (person: VaultPerson) => [
    () => change(person, { category: 'auth', days: 90, where_days: null }),
    () => hold(person, 'a reason'),
    () => release(person, crypto.randomUUID()),
  ]

  test('nobody who does not manage security, and nobody with a session alone', async () => {
    for (const attempt of attempts(member)) await expect(attempt()).rejects.toMatchObject({ code: 'not_allowed' })
    const session = { table: 'auth.sessions', where: 'r.user_id = $1', values: [owner.userId], columns: ['created_at'] }
    await ageRows(server.database, session, '1 hour')
    for (const attempt of attempts(owner)) await expect(attempt()).rejects.toMatchObject({ code: 'proof_needed' })
    await ageRows(server.database, session, '-1 hour')
    const before = await eventsOf('retention.changed')
    await change(owner, { category: 'auth', days: 90, where_days: 30 })
    const events = await eventsOf('retention.changed')
    expect(events).toHaveLength(before.length + 1)
    expect(events.slice(0, 1)).toMatchObject([
      {
        user_id: owner.userId,
        risk_level: 'high',
        details: { category: 'auth', days: 90, before: 400, where_days: 30, where_before: 'as the rest' },
      },
    ])
  })

  test('within limits', async () => {
    for (const [days, where_days] of [
      [29, null],
      [40_000, null],
      [60, 29],
      [60, 60],
    ] as const)
      await expect(change(owner, { category: 'auth', days, where_days })).rejects.toThrow(
        /audit_retention_(where_)?days/,
      )
    await expect(hold(owner, '  ')).rejects.toThrow('legal_holds_reason')
  })

  test('rules and holds are read by those who see the log, of their own organisation', async () => {
    await change(owner, { category: 'data_access', days: 500, where_days: null })
    await hold(owner, 'a reason')
    const read = async (person: VaultPerson) => [
      await person.api.rest('audit_retention?select=category,days'),
      await person.api.rest('legal_holds?select=reason'),
    ]
    expect(await read(owner)).toEqual([[{ category: 'data_access', days: 500 }], [{ reason: 'a reason' }]])
    expect(await read(member)).toEqual([[], []])
    const { rows } = await server.database.owner<{ id: string }>(
      "insert into tenants (name) values ('Other') returning id",
    )
    await server.database.owner('update profiles set tenant_id = $1 where user_id = $2', [rows[0]?.id, member.userId])
    await server.database.owner(
      "insert into enterprise_user_roles (user_id, tenant_id, role) values ($1, $2, 'owner')",
      [member.userId, rows[0]?.id],
    )
    expect(await read(member)).toEqual([[], []])
    const write = member.api.rest('audit_retention', {
      method: 'POST',
      body: { tenant_id: rows[0]?.id, category: 'auth', days: 30 },
    })
    await expect(write).rejects.toMatchObject({ code: 'not_allowed' })
  })
})
