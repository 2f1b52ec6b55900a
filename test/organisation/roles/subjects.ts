import { ROLES, type Role } from '#contract/permissions.ts'
import { type Person, signedInPerson } from '../../support/people/people.ts'
import { pastTriggers } from '../../support/server/past-triggers.ts'
import type { TestServer } from '../../support/server/test-server.ts'

/** Somebody who asks for everything. */
export type Subject = {
  name: string
  person: Person
  /** Roles in their own organisation that are in force. */
  roles: readonly Role[]
  /** Belongs to the organisation that runs the installation. */
  isOperator: boolean
  /** Of an organisation that is not suspended. */
  isServed: boolean
  home: Planted
}

/** An organisation, and what there is of it to be found. */
type Planted = { id: string; bystander: string; event: string; device: string }

/** People of every role, and those whose roles count for nothing. */
export async function makeSubjects(server: TestServer): Promise<Subject[]> {
  const { database } = server
  const run = async (text: string, values: unknown[] = []): Promise<string> =>
    (await database.owner<{ id: string }>(text, values)).rows[0]?.id ?? ''
  const newcomer = () => signedInPerson(server)
  const operator = await plant(server, (await newcomer()).session.user.id)
  const [other, suspended] = [await otherOrganisation(server), await otherOrganisation(server)]

  const give = async ({ session }: Person, tenant: string, roles: readonly Role[], lasts = '1 hour'): Promise<void> => {
    await run(
      `insert into enterprise_user_roles (user_id, tenant_id, role, expires_at)
       select $1, $2, role, now() + $4::interval from unnest($3::text[]) as role`,
      [session.user.id, tenant, roles, lasts],
    )
  }
  /** Somebody new who belongs to an organisation and has no role. */
  const memberOf = async (home: Planted): Promise<Person> => {
    const person = await newcomer()
    await run('delete from enterprise_user_roles where user_id = $1', [person.session.user.id])
    await run('update profiles set tenant_id = $2 where user_id = $1', [person.session.user.id, home.id])
    return person
  }

  const subjects: Subject[] = []
  const add = async (name: string, home: Planted, roles: readonly Role[]): Promise<Person> => {
    const person = await memberOf(home)
    await give(person, home.id, roles)
    subjects.push({ name, person, roles, home, isOperator: home === operator, isServed: home !== suspended })
    return person
  }
  for (const role of ROLES) await add(role, operator, [role])
  await add('nobody', operator, [])
  await give(await add('roles that expired', operator, []), operator.id, ROLES, '-1 second')
  await give(await add('roles in another organisation', other, []), operator.id, ROLES)
  await add('owner elsewhere', other, ['owner'])
  await add('super admin elsewhere', other, ['super_admin'])
  await add('owner of a suspended organisation', suspended, ['owner', 'admin'])
  await run(`update tenants set status = 'suspended', suspended_at = now(), suspended_reason = 'test' where id = $1`, [
    suspended.id,
  ])
  return subjects
}

async function otherOrganisation(server: TestServer): Promise<Planted> {
  const person = await signedInPerson(server)
  await server.database.owner(
    `with other as (insert into tenants (name) values ('Other') returning id)
     update profiles set tenant_id = (select id from other) where user_id = $1`,
    [person.session.user.id],
  )
  return plant(server, person.session.user.id)
}

const SUSPENDED_GUEST = `with guest as (insert into authz.guests (user_id, tenant_id, ends_at) values ($2, $1, now() + interval '1 day'))
  insert into suspended_members (user_id, tenant_id) values ($2, $1)`

/** A row of everything that only some may read, about a bystander who does nothing. */
async function plant({ database }: TestServer, bystander: string): Promise<Planted> {
  const ids = await database.owner<Omit<Planted, 'bystander'>>(
    `select tenant_id as id, gen_random_uuid() as event, gen_random_uuid() as device from profiles where user_id = $1`,
    [bystander],
  )
  const [found] = ids.rows
  if (!found) throw new Error('the bystander belongs to nobody')
  const { id, event, device } = found
  await database.owner(
    `insert into system_audit_log (id, tenant_id, event_type, event_category, user_id, action)
     values ($1, $2, 'test.made', 'auth', $3, 'test')`,
    [event, id, bystander],
  )
  const rows: readonly [text: string, values: unknown[]][] = [
    [`insert into audit_retention (tenant_id, category, days) values ($1, 'auth', 400)`, [id]],
    [
      `insert into contacts (tenant_id, name, email, subject, message) values ($1, 'A', 'a@example.test', 'Hello', 'Hello')`,
      [id],
    ],
    [
      `insert into event_streams (id, tenant_id, name, kind, address, format) values (gen_random_uuid(), $1, 'A', 'webhook', 'https://example.test', 'json')`,
      [id],
    ],
    ['insert into former_members (user_id, tenant_id) values ($2, $1)', [id, bystander]],
    [SUSPENDED_GUEST, [id, bystander]],
    [
      `insert into invitations (tenant_id, email, role, expires_at) values ($1, 'a@example.test', 'member', now() + interval '1 day')`,
      [id],
    ],
    [`insert into legal_holds (tenant_id, reason) values ($1, 'test')`, [id]],
    [
      `insert into organisation_domains (tenant_id, domain) values ($1, replace(gen_random_uuid()::text, '-', '') || '.test')`,
      [id],
    ],
    [`insert into threat_settings (tenant_id, detector) select $1, min(name) from threats.detectors`, [id]],
    [
      `insert into threat_incidents (tenant_id, detector, risk, subject) select $1, min(name), 'low', 'test' from threats.detectors`,
      [id],
    ],
    [
      `insert into threat_detections (tenant_id, detector, risk, subject, enforcement) select $1, min(name), 'low', 'test', 'none' from threats.detectors`,
      [id],
    ],
    [
      `insert into threat_enforcements (tenant_id, action, subject, user_id) values ($1, 'pause', 'device ' || $2::text, $3)`,
      [id, device, bystander],
    ],
    [
      `insert into enterprise_user_roles (user_id, tenant_id, role) values ($2, $1, 'member') on conflict do nothing`,
      [id, bystander],
    ],
    [
      `insert into devices (id, user_id, name, suite, interval_seconds, inbox_id, inbox_statement, inbox_mac, owner_record, space_id, space_epoch)
       values ($1, $2, 'A', 'std', 60, gen_random_uuid(), 'test', repeat('A', 43), 'test', gen_random_uuid(), 1)`,
      [device, bystander],
    ],
  ]
  for (const [text, values] of rows) await pastTriggers(database, text, values)
  return { id, bystander, event, device }
}
