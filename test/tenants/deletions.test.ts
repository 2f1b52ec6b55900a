/** An organisation is deleted with thirty days of grace, in which its owners may ask to keep it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { plantRows } from '#server/checks/database/planted-rows.ts'
import { tenantTables } from '#server/checks/database/tenant-tables.sql.ts'
import { followDeletions } from '#server/tenants/deletions.service.ts'
import { invitationOf } from '#server/tenants/demos/demo-invitations.ts'
import { removeUnmade } from '#server/tenants/demos/demos.sql.ts'
import { DELETION_DAYS } from '#contract/organisation/tenant-life.ts'
import { actAs } from '#server/auth/team/team.sql.ts'
import type { Transaction } from '#server/db/database.ts'
import { PASSWORD, type Person, signedInPerson } from '../support/people/people.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import { growLedger } from '../support/grow-ledger.ts'
import { waitingForLocks } from '../support/server/waiting-for-locks.ts'
import { storeFile } from '../support/stored-file.ts'
import {
  call,
  eventsOf,
  member,
  type Organisation,
  organisation,
  other,
  root,
  run,
  server,
  stageTenants,
  tablesNaming,
} from './life-stage.ts'

stageTenants()

const NAME = 'Example & Sons'
const begin = (tenant: string, person = root, name = NAME) =>
  call(person, `POST /organisations/${tenant}/deletion`, { name, reason: 'They asked for it' })
const restore = (tenant: string, person = root) => call(person, `DELETE /organisations/${tenant}/deletion`)
const deletionOf = async (tenant: string) =>
  (await call(root, `GET /organisations/${tenant}/deletion`)).body['deletion']
const signInError = async ({ email }: Person) =>
  (await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error
const signIn = async (person: Person) => (await signInError(person))?.code
const later = (tenant: string, days: number) =>
  run('update tenancy.deletions set ends_at = ends_at - make_interval(secs => $2) where tenant_id = $1', [
    tenant,
    days * 86_400,
  ])
const round = () => followDeletions(server.database)

let mine: Organisation
beforeEach(async () => {
  mine = await organisation(NAME)
})

test('it begins by its name and a fresh proof, for the operator alone', async () => {
  expect((await begin(mine.id, root, 'Example')).status).toBe(400)
  expect((await begin(mine.id, mine.owner)).status).toBe(403)
  expect((await begin(mine.id, other)).status).toBe(403)
  const [{ id: operator } = { id: '' }] = await run<{ id: string }>('select id from tenants where is_default')
  const [{ name } = { name: '' }] = await run<{ name: string }>('select name from tenants where is_default')
  expect((await begin(operator, root, name)).status).toBe(400)
  await run(`insert into legal_holds (tenant_id, reason) values ($1, 'court')`, [mine.id])
  expect((await begin(mine.id)).body).toMatchObject({ code: 'legal_hold' })
  expect(await deletionOf(mine.id)).toBeNull()
  await run('update legal_holds set released_at = now(), release_reason = $$over$$ where tenant_id = $1', [mine.id])
  const begun = await begin(mine.id)
  expect(begun.status).toBe(201)
  const days = (Date.parse(String(begun.body['ends_at'])) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(DELETION_DAYS.grace, 2)
  expect((await begin(mine.id)).body).toMatchObject({ code: 'tenant_changed' })
  expect(await eventsOf(mine.id, 'tenant.deletion_started')).toMatchObject([{ user_id: root.session.user.id }])
})

test('meanwhile nobody signs in but an owner, who reads what happens and asks to keep it', async () => {
  const colleague = await member(mine.id, 'admin')
  await begin(mine.id)
  expect((await server.mailbox.next(mine.owner.email)).text).toContain('They asked for it')
  const [{ day } = { day: '' }] = await run<{ day: string }>(
    `select to_char(ends_at at time zone 'utc', 'YYYY-MM-DD') as day from tenancy.deletions where tenant_id = $1`,
    [mine.id],
  )
  expect(await signInError(colleague)).toMatchObject({
    code: 'organisation_leaving',
    message: `The organisation is being deleted. Its owners can ask to keep it until ${day}`,
  })
  const { error } = await colleague.client.auth.getUser(colleague.session.access_token)
  expect(error?.code).toBe('organisation_leaving')
  expect((await call(colleague, 'GET /own/deletion')).status).toBe(401)
  expect(await signIn(mine.owner)).toBeUndefined()
  expect((await call(mine.owner, 'GET /own/deletion')).body['deletion']).toMatchObject({
    reason: 'They asked for it',
    kept_at: null,
  })
  expect((await call(mine.owner, 'POST /own/deletion/objection', { reason: 'We still need it' })).status).toBe(200)
  expect((await server.mailbox.next(root.email)).text).toContain(mine.owner.email)
  expect(await deletionOf(mine.id)).toMatchObject({ keeper: mine.owner.email, keeping: 'We still need it' })
  expect((await call(other, 'POST /own/deletion/objection', { reason: 'Mine' })).status).toBe(409)
  expect((await call(other, 'GET /own/deletion')).body).toEqual({ deletion: null })
})

test('an administrator of it neither reads nor objects', async () => {
  await begin(mine.id)
  const colleague = await member(mine.id, 'admin')
  await run(`update tenants set status = 'active' where id = $1`, [mine.id])
  expect((await call(colleague, 'GET /own/deletion')).body).toEqual({ deletion: null })
  expect((await call(colleague, 'POST /own/deletion/objection', { reason: 'Keep' })).status).toBe(403)
})

describe('restored', () => {
  test('it is as it was before, also where it was suspended', async () => {
    const colleague = await member(mine.id)
    expect((await restore(mine.id, mine.owner)).status).toBe(403)
    await root.client.rpc('suspend_tenant', { organisation: mine.id, reason: 'Not paid' })
    await begin(mine.id)
    expect((await restore(mine.id)).status).toBe(204)
    expect(await run('select status, suspended_reason from tenants where id = $1', [mine.id])).toEqual([
      { status: 'suspended', suspended_reason: 'Not paid' },
    ])
    await root.client.rpc('resume_tenant', { organisation: mine.id })
    await begin(mine.id)
    await restore(mine.id)
    expect(await signIn(colleague)).toBeUndefined()
    expect((await restore(mine.id)).body).toMatchObject({ code: 'tenant_changed' })
    expect(await eventsOf(mine.id, 'tenant.restored')).toHaveLength(2)
  })

  test('shortly before the end it is possible, afterwards it is not', async () => {
    await begin(mine.id)
    await later(mine.id, 29.99)
    expect((await restore(mine.id)).status).toBe(204)
    await begin(mine.id)
    await later(mine.id, DELETION_DAYS.grace)
    expect((await restore(mine.id)).body).toMatchObject({ code: 'tenant_changed' })
  })
})

test('owners are mailed once more a week before the end', async () => {
  await begin(mine.id)
  const first = await server.mailbox.next(mine.owner.email)
  expect(first.subject).toBe('Your organisation will be deleted')
  await later(mine.id, 22)
  await round()
  await later(mine.id, 1.1)
  await round()
  await round()
  expect((await server.mailbox.next(mine.owner.email)).subject).toBe('Your organisation will be deleted within a week')
  const all = (await server.mailbox.to(mine.owner.email)).map(({ subject }) => subject)
  expect(all.filter((subject) => subject.includes('a week'))).toHaveLength(1)
})

describe('at the end', () => {
  test('everything of it is gone, and nothing of anybody else', async () => {
    const colleague = await personWithVault(server)
    await run('update profiles set tenant_id = $2 where user_id = $1', [colleague.userId, mine.id])
    await storeFile(colleague, 'plan.pdf', Buffer.from('our plan'))
    const owner = { id: mine.owner.session.user.id, email: mine.owner.email, password: '', organisation: 'a' as const }
    await server.database.asOwner(async (db) => {
      await plantRows(db, await tenantTables(db), owner)
      await db.query({ text: 'delete from former_members where user_id = $1', values: [owner.id] })
      await db.query({ text: 'delete from tenancy.deletions where tenant_id = $1', values: [mine.id] })
      await db.query({
        text: 'update legal_holds set released_at = now(), release_reason = $$over$$ where tenant_id = $1',
        values: [mine.id],
      })
    })
    const [blob] = await run<{ blob_id: string }>('select blob_id from storage.objects where owner = $1', [
      colleague.userId,
    ])
    const before = await run<{ count: string }>('select count(*) from profiles where tenant_id <> $1', [mine.id])
    expect((await begin(mine.id)).status).toBe(201)
    await server.mailbox.next(mine.owner.email)
    await later(mine.id, DELETION_DAYS.grace)
    await round()
    await growLedger(server.ledger)

    expect((await server.mailbox.next(mine.owner.email)).subject).toBe('Your organisation was deleted')
    expect(await signIn(mine.owner)).toBe('invalid_credentials')
    expect(await tablesNaming([mine.id])).toEqual([
      'invoicing.invoices',
      'ledger.logs',
      'public.system_audit_log',
      'public.tenants',
      'tenancy.deletions',
    ])
    const people = await tablesNaming([owner.id, colleague.userId, owner.email, colleague.email])
    // Hints and changes of sums are gone within a minute; of the ledger and of mails nothing is said here.
    const passing = ['realtime.hints', 'storage.usage_changes']
    const lasting = people.filter((name) => !/^(ledger|mail)\./.test(name) && !passing.includes(name))
    expect(lasting).toEqual(['public.system_audit_log'])
    expect(await run('select name, status from tenants where id = $1', [mine.id])).toEqual([
      { name: 'Deleted organisation', status: 'deleted' },
    ])
    expect(await run('select from storage.orphan_blobs where blob_id = $1', [blob?.blob_id])).toHaveLength(1)
    expect(await run('select count(*) from profiles where tenant_id <> $1', [mine.id])).toEqual(before)
  })

  test('the end is in its log and in the ledger, and a second round changes nothing', async () => {
    await begin(mine.id)
    await later(mine.id, DELETION_DAYS.grace)
    await Promise.all([round(), round()])
    await round()
    expect(await eventsOf(mine.id, 'tenant.deleted')).toMatchObject([{ risk_level: 'critical' }])
    await growLedger(server.ledger)
    const signed = await run(
      `select from ledger.leaves l join ledger.logs g on g.id = l.log_id
       join system_audit_log a on a.id = l.event_id and a.event_type = 'tenant.deleted'
       join ledger.checkpoints c on c.log_id = l.log_id and c.size = l.index + 1
       where g.tenant_id = $1`,
      [mine.id],
    )
    expect(signed).toHaveLength(1)
    expect((await begin(mine.id, root, 'Deleted organisation')).body).toMatchObject({ code: 'tenant_changed' })
  })

  test('one with a legal hold waits until it is released', async () => {
    await begin(mine.id)
    await later(mine.id, DELETION_DAYS.grace)
    await run(`insert into legal_holds (tenant_id, reason) values ($1, 'court')`, [mine.id])
    await round()
    expect(await run('select status from tenants where id = $1', [mine.id])).toEqual([{ status: 'leaving' }])
    await run('update legal_holds set released_at = now(), release_reason = $$over$$ where tenant_id = $1', [mine.id])
    await round()
    expect(await run('select status from tenants where id = $1', [mine.id])).toEqual([{ status: 'deleted' }])
  })
})

describe('a demo', () => {
  const DOMAIN = 'fjordlight-1f2e3d.invalid'
  /** An organisation as the start of a demo makes it, whose owner signed up. */
  async function demoOf(state: 'making' | 'ready', silentSeconds = 0): Promise<{ id: string; tenant: string }> {
    const [demo] = await run<{ id: string }>(
      `insert into tenancy.demos (tenant_id, asker, people, domain, state, ended_at, seen_at)
       values ($1, 'root', 4, $2, $3, case $3 when 'ready' then now() end, now() - make_interval(secs => $4)) returning id`,
      [mine.id, DOMAIN, state, silentSeconds],
    )
    await run('update auth.users set email = $2 where id = $1', [mine.owner.session.user.id, `ada@${DOMAIN}`])
    return { id: demo?.id ?? '', tenant: mine.id }
  }
  const remove = (id: string, person = root) => call(person, `DELETE /demos/${id}`)
  const read = async () => (await call(root, 'GET /demo')).body['demo']

  const hold = () => run(`insert into legal_holds (tenant_id, reason) values ($1, 'court')`, [mine.id])
  const release = () =>
    run('update legal_holds set released_at = now(), release_reason = $$over$$ where tenant_id = $1', [mine.id])
  const statusOf = async () => (await run('select status from tenants where id = $1', [mine.id]))[0]?.['status']

  afterEach(async () => {
    await run('delete from tenancy.demos')
    await run(`update auth.users set email = id || '@example.test' where email like $1`, [`%@${DOMAIN}`])
  })

  test('is removed at once, by the operator alone, and never while people from elsewhere or a hold are in it', async () => {
    const { id } = await demoOf('ready')
    expect((await remove(id, mine.owner)).status).toBe(403)
    expect((await call(other, 'GET /demo')).status).toBe(403)
    expect((await call(root, 'POST /demo', { people: 4 })).body).toMatchObject({ code: 'demo_exists' })
    expect((await call(root, `POST /demos/${id}/cancel`)).body).toMatchObject({ code: 'tenant_changed' })
    const colleague = await member(mine.id)
    expect((await remove(id)).body).toMatchObject({ code: 'demo_has_people' })
    await run('delete from auth.users where id = $1', [colleague.session.user.id])
    await hold()
    expect((await remove(id)).body).toMatchObject({ code: 'legal_hold' })
    await release()
    const { data } = await root.client.rpc('list_tenants')
    const listed = data as { id: string; is_demo: boolean }[]
    expect(listed.filter((one) => one.is_demo).map((one) => one.id)).toEqual([mine.id])
    expect((await remove(id)).status).toBe(204)
    await round()
    expect(await read()).toMatchObject({ state: 'removed', cause: 'asked' })
    expect(await run('select status from tenants where id = $1', [mine.id])).toEqual([{ status: 'deleted' }])
    expect(await run('select from auth.users where email like $1', [`%@${DOMAIN}`])).toEqual([])
    expect(await eventsOf(mine.id, 'tenant.deletion_started')).toMatchObject([
      { user_id: root.session.user.id, details: { demo: id, reason: 'asked' } },
    ])
    expect((await remove(id)).body).toMatchObject({ code: 'tenant_changed' })
  })

  test('is not cancelled while people from elsewhere or a hold are in it', async () => {
    const { id } = await demoOf('making')
    const cancel = () => call(root, `POST /demos/${id}/cancel`)
    const colleague = await member(mine.id)
    expect((await cancel()).body).toMatchObject({ code: 'demo_has_people' })
    await run('delete from auth.users where id = $1', [colleague.session.user.id])
    await hold()
    expect((await cancel()).body).toMatchObject({ code: 'legal_hold' })
    await release()
    expect(await read()).toMatchObject({ state: 'making', problem: null })
    expect((await cancel()).status).toBe(204)
    await round()
    expect(await read()).toMatchObject({ state: 'removed', cause: 'cancelled', asker: '' })
  })

  test('whose server ended is kept with its problem while people from elsewhere are in it', async () => {
    await demoOf('making', 121)
    const colleague = await member(mine.id)
    await run('select tenancy.end_silent_demos()')
    await round()
    expect(await read()).toMatchObject({
      state: 'ready',
      cause: null,
      problem: 'The server was stopped while it made it.',
    })
    expect(await statusOf()).toBe('active')
    expect(await signIn(colleague)).toBeUndefined()
  })

  test('that could not be made is kept with its problem while a hold keeps it', async () => {
    const { id } = await demoOf('making')
    await hold()
    await removeUnmade(server.database, id, { why: 'failed', problem: 'It took too long.' })
    await round()
    expect(await read()).toMatchObject({ state: 'ready', cause: null, problem: 'It took too long.' })
    expect(await statusOf()).toBe('active')
  })

  test('that is made by now is not removed as one that is not', async () => {
    const { id } = await demoOf('ready')
    await removeUnmade(server.database, id, { why: 'stopped' })
    expect(await read()).toMatchObject({ state: 'ready', cause: null, problem: null })
    expect(await statusOf()).toBe('active')
  })

  test('takes nobody along who belongs to another organisation, and forgets who asked for it', async () => {
    const { id } = await demoOf('ready')
    const elsewhere = await signedInPerson(server)
    const person = elsewhere.session.user.id
    await run('update auth.users set email = $2 where id = $1', [person, `alan@${DOMAIN}`])
    expect((await remove(id)).status).toBe(204)
    await round()
    expect(await run('select from profiles where user_id = $1', [person])).toHaveLength(1)
    expect(await read()).toMatchObject({ state: 'removed', asker: '' })
  })

  test('whose server ended while it was made is removed by the next round, and one that goes on is not', async () => {
    const { id } = await demoOf('making', 90)
    await run('select tenancy.end_silent_demos()')
    expect(await read()).toMatchObject({ state: 'making' })
    expect(await run('select tenancy.note_demo($1, $2, 1, 4) as goes_on', [id, 'people'])).toEqual([{ goes_on: true }])
    await run(`update tenancy.demos set seen_at = seen_at - interval '121 seconds'`)
    await run('select tenancy.end_silent_demos()')
    expect(await run('select tenancy.note_demo($1, $2, 2, 4) as goes_on', [id, 'people'])).toEqual([{ goes_on: false }])
    expect(await run('select tenancy.finish_demo($1) as is_made', [id])).toEqual([{ is_made: false }])
    await round()
    expect(await read()).toMatchObject({ state: 'removed', cause: 'stopped' })
  })

  test('gives invitations of its own people to its maker, and only until it is made', async () => {
    const { id } = await demoOf('making')
    const invite = (email: string) =>
      run(
        `insert into invitations (tenant_id, email, role, expires_at) values ($1, $2, 'member', now() + interval '1 day')`,
        [mine.id, email],
      )
    const [own, foreign] = [`grace@${DOMAIN}`, 'grace@example.test']
    await invite(own)
    await invite(foreign)
    const ask = (email: string) => invitationOf(server.services, id, email)
    await expect(ask(foreign)).rejects.toThrow('nobody with this address')
    await expect(ask(`nobody@${DOMAIN}`)).rejects.toThrow('nobody with this address')
    const { error, data } = await server.client().auth.verifyOtp({ type: 'invite', token_hash: await ask(own) })
    expect(error).toBeNull()
    expect(await run('select tenant_id from profiles where user_id = $1', [data.user?.id])).toEqual([
      { tenant_id: mine.id },
    ])
    await expect(ask(own)).rejects.toThrow('nobody with this address')
    await invite(`alan@${DOMAIN}`)
    await run('select tenancy.finish_demo($1)', [id])
    await expect(ask(`alan@${DOMAIN}`)).rejects.toThrow('nobody with this address')
  })
})

describe('a legal hold that is set at the same moment', () => {
  /** Runs `first` in a transaction that ends once `second` waits for it, or is over. @returns the outcome of `second` */
  async function atOnce<Outcome>(first: (db: Transaction) => Promise<unknown>, second: () => Promise<Outcome>) {
    const started = await server.database.asOwner(async (db) => {
      await first(db)
      let isOver = false
      const outcome = second().finally(() => (isOver = true))
      await expect.poll(async () => isOver || (await waitingForLocks(server.database)) > 0).toBe(true)
      return { outcome }
    })
    return started.outcome
  }
  const ask = async () => mine.owner.client.rpc('set_legal_hold', { reason: 'court' })
  const hold = async (db: Transaction) => {
    const { user, access_token: token } = mine.owner.session
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { session_id: string }
    await actAs(db, { userId: user.id, sessionId: claims.session_id })
    await db.query({ text: `select public.set_legal_hold('court')`, values: [] })
    await db.query({ text: `select set_config('request.jwt.claims', '', true)`, values: [] })
  }
  const begun = () =>
    run<{ has_begun: boolean }>(
      'select begun_at is not null as has_begun from tenancy.deletions where tenant_id = $1',
      [mine.id],
    )
  const held = async () => (await run('select from legal_holds where tenant_id = $1', [mine.id])).length
  const demo = async () => {
    const [one] = await run<{ id: string }>(
      `insert into tenancy.demos (tenant_id, asker, people, domain, state, ended_at)
       values ($1, 'root', 4, 'at-once.invalid', 'ready', now()) returning id`,
      [mine.id],
    )
    await run('update auth.users set email = $2 where id = $1', [mine.owner.session.user.id, 'ada@at-once.invalid'])
    return one?.id ?? ''
  }
  afterEach(async () => {
    await run('delete from tenancy.demos')
    await run(`update auth.users set email = id || '@example.test' where email like '%@at-once.invalid'`)
  })

  test('as a demo is removed is refused where it came second, and stops the removal where it came first', async () => {
    const id = await demo()
    const removed = await atOnce(hold, () => call(root, `DELETE /demos/${id}`))
    expect([removed.body['code'], await begun(), await held()]).toEqual(['legal_hold', [], 1])
    await run('delete from legal_holds where tenant_id = $1', [mine.id])
    const begin = `select tenancy.begin_demo_removal($1, 'ready', 'asked')`
    const { error } = await atOnce((db) => db.query({ text: begin, values: [id] }), ask)
    expect([error?.code, await begun(), await held()]).toEqual(['QS491', [{ has_begun: true }], 0])
  })

  test('as the days of grace end is refused where it came second, and keeps the organisation where it came first', async () => {
    await begin(mine.id)
    await later(mine.id, DELETION_DAYS.grace)
    await atOnce(hold, round)
    expect([await begun(), await held()]).toEqual([[{ has_begun: false }], 1])
    await run('delete from legal_holds where tenant_id = $1', [mine.id])
    const { error } = await atOnce((db) => db.query({ text: 'select tenancy.due_deletions()', values: [] }), ask)
    expect([error?.code, await begun(), await held()]).toEqual(['QS491', [{ has_begun: true }], 0])
  })
})
