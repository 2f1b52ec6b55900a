/** An organisation is deleted with thirty days of grace, in which its owners may ask to keep it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { plantRows } from '#server/checks/database/planted-rows.ts'
import { tenantTables } from '#server/checks/database/tenant-tables.sql.ts'
import { followDeletions } from '#server/tenants/deletions.service.ts'
import { DELETION_DAYS } from '#contract/organisation/tenant-life.ts'
import { PASSWORD, type Person } from '../support/people/people.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import { growLedger } from '../support/grow-ledger.ts'
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

/** Tables that name one of these ids anywhere, those aside that stay. */
async function tablesNaming(ids: readonly string[]): Promise<string[]> {
  const tables = await run<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker') order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await run(
      `select from ${name} t where exists (select from unnest($1::text[]) as m (mark) where position(m.mark in t::text) > 0) limit 1`,
      [ids],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

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
