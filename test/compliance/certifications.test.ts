import { afterAll, beforeAll, expect, test } from 'vitest'
import { CERTIFICATION_COLUMNS, type Certification } from '#contract/compliance/certification-state.ts'
import { LIMITS } from '#contract/limits.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
let owner: Person
let member: Person

beforeAll(async () => {
  server = await startServer()
  // The first confirmed account is the owner.
  owner = await signedInPerson(server)
  member = await signedInPerson(server)
})
afterAll(() => server.stop())

const records = async (): Promise<Certification[]> => {
  const { data } = await server
    .client()
    .from('certifications')
    .select(CERTIFICATION_COLUMNS)
    .order('position')
    .returns<Certification[]>()
  return data ?? []
}

test('everyone reads the records, without a key from our own pages', async () => {
  const answer = await fetch(`${server.url}/rest/v1/certifications?select=name,valid_until&order=position`)
  const listed = (await answer.json()) as { name: string; valid_until: string | null }[]

  expect(listed[0]).toEqual({ name: 'SOC 2 Type II', valid_until: '2025-12-31' })
  expect(listed[1]).toEqual({ name: 'ISO 27001:2013', valid_until: '2026-03-31' })
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['GDPR', 'HIPAA', 'NIST PQC', 'PCI DSS']))
})

test('the list for readers without a script says the state of today', async () => {
  const answer = await fetch(`${server.url}/compliance/certifications`, { headers: { accept: 'text/html' } })
  const { certifications } = (await answer.json()) as { certifications: { name: string; state: string }[] }

  const states = Object.fromEntries(certifications.map(({ name, state }) => [name, state]))
  expect(states).toMatchObject({ 'SOC 2 Type II': 'Example', 'ISO 27001:2013': 'Example', GDPR: 'Example' })
})

test('a record is changed by who may manage compliance, with an event, and by nobody else', async () => {
  const [record] = await records()
  const change = { issuer: 'Example Auditors', valid_until: '2027-12-31' }
  const id = record?.id ?? ''

  const refused = await member.client.from('certifications').update(change).eq('id', id).select('id')
  expect(refused.data).toEqual([])
  expect((await server.client().from('certifications').update(change).eq('id', id)).error).not.toBeNull()
  expect(
    (await member.client.from('certifications').insert({ name: 'x', recorded_status: 'Certified' })).error,
  ).not.toBeNull()
  expect((await records())[0]?.valid_until).toBe('2025-12-31')

  const changed = await owner.client.from('certifications').update(change).eq('id', id).select('issuer').single()
  expect(changed.data).toEqual({ issuer: 'Example Auditors' })
  // What came with the software is nobody's word until somebody who may changes it.
  const { data: all } = await owner.client.from('certifications').select('name,is_confirmed')
  expect(all?.filter(({ is_confirmed }) => is_confirmed).map(({ name }) => name as string)).toEqual(['SOC 2 Type II'])
  const { rows } = await server.database.owner<{ user_id: string }>(
    `select user_id from system_audit_log where event_type = 'certifications.update' and details ->> 'id' = $1`,
    [id],
  )
  expect(rows).toEqual([{ user_id: owner.session.user.id }])
})

test('a compliance officer may change records as well', async () => {
  const officer = await signedInPerson(server)
  await server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'compliance_officer' from tenants where is_default`,
    [officer.session.user.id],
  )

  const added = await officer.client
    .from('certifications')
    .insert({ name: 'ISO 27701', recorded_status: 'Implemented' })
    .select('id')
    .single()
  expect(added.error).toBeNull()
  expect((await officer.client.from('certifications').delete().eq('id', added.data?.id)).error).toBeNull()
})

test('nobody claims evidence by writing its hash', async () => {
  const [record] = await records()
  const forged = { certificate_name: 'x.pdf', certificate_sha256: 'a'.repeat(64) }
  const { error } = await owner.client.from('certifications').update(forged).eq('id', record?.id)
  expect(error?.code).toBe('42501')
})

const put = (id: string, body: string | Uint8Array<ArrayBuffer>, person?: Person, type = 'application/pdf') =>
  server.fetch(`/compliance/certificates/${id}?name=${encodeURIComponent('SOC 2 "2027".pdf')}`, {
    method: 'PUT',
    body,
    headers: {
      'content-type': type,
      ...(person ? { authorization: `Bearer ${person.session.access_token}` } : {}),
    },
  })

test('a certificate is kept, handed out and taken away again', async () => {
  const [record] = await records()
  const id = record?.id ?? ''
  const pdf = '%PDF-1.7 a certificate'

  expect((await put(id, pdf, owner)).status).toBe(204)
  const kept = (await records())[0]
  expect(kept?.certificate_name).toBe('SOC 2 _2027_.pdf')
  expect(kept?.certificate_sha256).toMatch(/^[\da-f]{64}$/)
  const file = await server.fetch(`/compliance/certificates/${id}`)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(await file.text()).toBe(pdf)

  const { error } = await owner.client.rpc('remove_certificate', { certification: id })
  expect(error).toBeNull()
  expect((await records())[0]?.certificate_sha256).toBeNull()
  expect((await server.fetch(`/compliance/certificates/${id}`)).status).toBe(404)
})

test('a certificate is refused from others, of another kind, and when it is too large', async () => {
  const [record] = await records()
  const id = record?.id ?? ''

  expect((await put(id, '%PDF-1.7', member)).status).toBe(403)
  expect((await put(id, '%PDF-1.7')).status).toBe(403)
  expect((await put(id, '<script>alert(1)</script>', owner)).status).toBe(415)
  expect((await put(id, '%PDF-1.7', owner, 'text/html')).status).toBe(415)
  expect((await put(crypto.randomUUID(), '%PDF-1.7', owner)).status).toBe(404)
  expect((await put('no-id', '%PDF-1.7', owner)).status).toBe(404)
  const large = new Uint8Array(LIMITS.certificateBytes + 1)
  expect((await put(id, large, owner)).status).toBe(413)
  const { rows } = await server.database.owner<{ count: number }>(
    'select count(*)::int as count from certificate_files',
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('PostgreSQL and the contract agree on the size of a certificate', async () => {
  const { rows } = await server.database.owner<{ rule: string }>(
    `select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'certificate_files_size'`,
  )
  expect(rows[0]?.rule).toContain(String(LIMITS.certificateBytes))
})
