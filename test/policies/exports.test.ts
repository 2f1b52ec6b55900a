/** Exports of lists and records, and the rule that leaves them to owners. */
import { afterEach, beforeAll, expect, test } from 'vitest'
import { EXPORTERS } from '#contract/organisation/policies.ts'
import { recordAuditExport, requireAuditExport } from '#vault/audit/audit-log.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { giveRole, giveRoleTo, guard, haveRules, idOf, server, setRules, stagePolicies } from './policy-stage.ts'

stagePolicies()
let seller: Person
let owner: Person
let officer: VaultPerson
beforeAll(async () => {
  ;[seller, owner] = [await signedInPerson(server), await signedInPerson(server)]
  await giveRole(seller, 'sales_manager')
  await giveRole(owner, 'owner')
  officer = await personWithVault(server)
  await giveRoleTo(officer.userId, 'security_admin')
})
afterEach(() => haveRules({}))

const OWNERS = { exports_by: 'owners' }

async function ask({ session }: Person, path: string): Promise<{ status: number; code?: string }> {
  const answer = await server.fetch(path, { headers: { authorization: `Bearer ${session.access_token}` } })
  const text = await answer.text()
  if (answer.ok) return { status: answer.status }
  const { code } = JSON.parse(text) as { code: string }
  return { status: answer.status, code }
}

async function eventsOf(type: string): Promise<string[]> {
  const { rows } = await server.database.owner<{ user_id: string }>(
    'select user_id from system_audit_log where event_type = $1 order by created_at',
    [type],
  )
  return rows.map(({ user_id }) => user_id)
}

test('everybody who reads a list exports it, until that is left to owners', async () => {
  const deals = '/sales/v1/deals/export'
  expect(await ask(seller, deals)).toEqual({ status: 200 })
  expect((await setRules(guard, OWNERS)).error).toBeNull()

  expect(await ask(seller, deals)).toEqual({ status: 403, code: 'against_rules' })
  expect(await ask(owner, deals)).toEqual({ status: 200 })
  expect(await eventsOf('sales_deals.export')).toEqual([idOf(seller), idOf(owner)])
})

test('invoices leave an event, and are left to owners as well', async () => {
  const clerk = await signedInPerson(server)
  await giveRole(clerk, 'billing_admin')
  const invoices = '/invoicing/v1/invoices/export'
  expect(await ask(clerk, invoices)).toEqual({ status: 200 })
  expect(await eventsOf('invoicing_invoices.export')).toEqual([idOf(clerk)])

  await haveRules(OWNERS)
  expect(await ask(clerk, invoices)).toEqual({ status: 403, code: 'against_rules' })
  expect(await eventsOf('invoicing_invoices.export')).toEqual([idOf(clerk)])
})

test('a file of the audit log is an event, and is refused by the rule', async () => {
  await recordAuditExport(officer.api, { events: 12, form: 'csv' })
  expect(await eventsOf('audit_log.exported')).toEqual([officer.userId])

  await haveRules(OWNERS)
  await expect(requireAuditExport(officer.api)).rejects.toMatchObject({ code: 'against_rules' })
  await expect(recordAuditExport(officer.api, { events: 12, form: 'evidence' })).rejects.toMatchObject({
    code: 'against_rules',
  })
  expect(await eventsOf('audit_log.exported')).toEqual([officer.userId])
})

test('nobody records the export of a log that they may not read, nor a file that there is not', async () => {
  const { client } = seller
  const record = (saved: { events: number; form: string }) => client.rpc('record_audit_export', saved)
  expect((await record({ events: 1, form: 'csv' })).error).toMatchObject({ code: '42501' })
  expect((await client.rpc('require_audit_export')).error).toMatchObject({ code: '42501' })
  await requireAuditExport(officer.api)
  await expect(recordAuditExport(officer.api, { events: 1, form: 'xlsx' })).rejects.toThrow('no such file')
  await expect(recordAuditExport(officer.api, { events: -1, form: 'csv' })).rejects.toThrow('no such file')
})

test('one function records every export, and asks the rule', async () => {
  const { rows } = await server.database.owner<{ name: string; is_by_itself: boolean }>(
    `select p.oid::regprocedure::text as name, p.prosrc ~ 'audit\\.record\\(''[a-z_]+\\.(export|exported)''' as is_by_itself
     from pg_proc p where p.prosrc ~ 'audit\\.record(_export)?\\(''[a-z_]+\\.(export|exported)'''`,
  )
  expect(rows.map(({ name }) => name)).toContain('sales.record_export(bigint)')
  expect(rows.length).toBeGreaterThanOrEqual(9)
  // An export of an organisation by its operator is none of its people's: docs/policies.md.
  const others = rows.filter(({ is_by_itself, name }) => is_by_itself && !name.startsWith('tenancy.'))
  expect(others).toEqual([])
})

test('the database knows the words of the contract', async () => {
  for (const exports_by of EXPORTERS) expect((await setRules(guard, { exports_by })).error).toBeNull()
  expect((await setRules(guard, { exports_by: 'nobody' })).error).toMatchObject({ code: '23514' })
})
