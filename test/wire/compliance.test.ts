import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CERTIFICATION_COLUMNS, type Certification } from '#contract/certification-state.ts'
import { COMPLIANCE_DOCUMENTS } from '#contract/compliance-documents.ts'
import { LIMITS } from '#contract/limits.ts'
import { CRYPTO_INVENTORY } from '#crypto/inventory.ts'
import { CONTROLS } from '#server/compliance/control-mapping.ts'
import { pdfText } from '../support/pdf-text.ts'
import { type Person, signedInPerson } from '../support/people.ts'
import { type TestServer, startServer } from '../support/test-server.ts'

const GATEWAY_SECRET = 'gateway-path-that-must-not-leak'
const WEBHOOK_SECRET = 'sms-webhook-secret-that-must-not-leak'

let server: TestServer
let owner: Person
let member: Person

beforeAll(async () => {
  server = await startServer({
    SMS_WEBHOOK_URL: `https://gateway.example/${GATEWAY_SECRET}`,
    SMS_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SUPPORT_EMAIL: 'help@example.test',
  })
  // The first confirmed account is the owner.
  owner = await signedInPerson(server)
  member = await signedInPerson(server)
})
afterAll(() => server.stop())

const download = async (name: string) => {
  const answer = await server.fetch(`/compliance/documents/${name}`)
  expect(answer.status).toBe(200)
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const json = async (name: string) => JSON.parse((await download(name)).bytes.toString()) as Record<string, unknown>
const records = async (person?: Person): Promise<Certification[]> => {
  const { data } = await (person?.client ?? server.client())
    .from('certifications')
    .select(CERTIFICATION_COLUMNS)
    .order('position')
    .returns<Certification[]>()
  return data ?? []
}

test('every listed document is handed out as an attachment of its type and size', async () => {
  const { documents } = (await (await server.fetch('/compliance/documents')).json()) as {
    documents: { name: keyof typeof COMPLIANCE_DOCUMENTS; bytes: number | null }[]
  }

  expect(documents.map(({ name }) => name)).toEqual(Object.keys(COMPLIANCE_DOCUMENTS))
  for (const { name, bytes: announced } of documents) {
    const { answer, bytes } = await download(name)
    expect(answer.headers.get('content-type')).toBe(COMPLIANCE_DOCUMENTS[name])
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    if (announced !== null) expect(bytes.length, name).toBe(announced)
    if (name.endsWith('.pdf')) {
      expect(bytes.subarray(0, 5).toString(), name).toBe('%PDF-')
      expect(bytes.subarray(-6).toString(), name).toContain('%%EOF')
    }
  }
})

test('an unknown document is a 404 that says so', async () => {
  for (const name of ['passwords.pdf', 'constructor', '..%2f..%2fpackage.json']) {
    const answer = await server.fetch(`/compliance/documents/${name}`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'document_not_found' })
  }
})

test('the mapping holds every control, for spreadsheets and for programs', async () => {
  const table = (await download('control-mapping.csv')).bytes.toString()
  const { controls } = (await json('control-mapping.json')) as { controls: unknown[] }

  expect(controls).toEqual(CONTROLS)
  expect(table.trimEnd().split('\r\n')).toHaveLength(CONTROLS.length + 1)
})

test('the software bill names each package of the lock file once, with its hash, and only what it lists', async () => {
  const bill = (await json('sbom.json')) as {
    components: { 'bom-ref': string; purl: string; hashes?: { alg: string; content: string }[] }[]
    dependencies: { ref: string; dependsOn: string[] }[]
    metadata: { component: { 'bom-ref': string } }
  }
  const refs = new Set(bill.components.map((component) => component['bom-ref']))
  const direct = bill.dependencies.find(({ ref }) => ref === bill.metadata.component['bom-ref'])

  expect(refs.size).toBe(bill.components.length)
  const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  expect(refs).toContain(`pkg:npm/fastify@${dependencies['fastify']}`)
  expect(direct?.dependsOn).toContain(
    `pkg:npm/${encodeURIComponent('@noble')}/post-quantum@${dependencies['@noble/post-quantum']}`,
  )
  const dangling = bill.dependencies.flatMap(({ dependsOn }) => dependsOn.filter((ref) => !refs.has(ref)))
  expect(dangling).toEqual([])
  const sha512 = bill.components.flatMap(({ hashes = [] }) => hashes.filter(({ alg }) => alg === 'SHA-512'))
  expect(sha512.every(({ content }) => /^[\da-f]{128}$/.test(content))).toBe(true)
  expect(sha512.length).toBeGreaterThan(200)
  expect(JSON.stringify(bill)).not.toMatch(/https?:\/\//)
})

test('the cryptographic bill holds the whole inventory and says that this server speaks plain HTTP', async () => {
  const bill = (await json('cbom.json')) as {
    components: {
      name: string
      cryptoProperties: { assetType: string }
      properties: { name: string; value: string }[]
    }[]
  }
  const algorithms = bill.components.filter(({ cryptoProperties }) => cryptoProperties.assetType === 'algorithm')
  const tls = bill.components.find(({ cryptoProperties }) => cryptoProperties.assetType === 'protocol')

  expect(algorithms.map(({ name }) => name)).toEqual(CRYPTO_INVENTORY.map(({ name }) => name))
  expect(tls?.properties).toContainEqual({ name: 'quantumshield:in-force', value: 'false' })
})

test('no document holds a secret of the running server, nor an address of a person', async () => {
  const folder = path.join(server.config.dataDir, 'secrets')
  const inFiles = fs.readdirSync(folder).flatMap((name) => {
    const text = fs.readFileSync(path.join(folder, name), 'utf8').trim()
    if (name === 'publishable-key') return []
    const key = name === 'signing-keys.json' ? (JSON.parse(text) as { d?: string }[]).flatMap(({ d }) => d ?? []) : []
    return [text, ...key]
  })
  const canaries = [...inFiles, GATEWAY_SECRET, WEBHOOK_SECRET, owner.email, member.email, owner.session.access_token]
  expect(canaries.length).toBeGreaterThan(6)

  for (const name of Object.keys(COMPLIANCE_DOCUMENTS)) {
    const { bytes } = await download(name)
    // A long word is broken over lines, so spaces do not count.
    const text = (name.endsWith('.pdf') ? pdfText(bytes) : bytes.toString()).replaceAll(/\s/g, '')
    expect(text.length, name).toBeGreaterThan(500)
    for (const canary of canaries) expect(text.includes(canary.replaceAll(/\s/g, '')), name).toBe(false)
  }
})

test('the evidence report says what is in force now', async () => {
  const text = pdfText((await download('evidence-report.pdf')).bytes)
  const { rows } = await server.database.owner<{ version: string }>(
    `select current_setting('server_version') as version`,
  )

  expect(text).toContain(rows[0]?.version)
  expect(text).toContain('0155_certifications.sql')
  expect(text).toContain('public.certifications')
  expect(text).toContain("default-src 'none'")
  expect(text).toContain(server.secrets.signingKey.kid)
  expect(text).toContain('not ended by this server')
})

test('security.txt names a contact and expires within a year', async () => {
  const answer = await server.fetch('/.well-known/security.txt')
  const text = await answer.text()
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')

  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(text).toContain('Contact: mailto:help@example.test\n')
  expect(text).toContain(`Canonical: ${server.url}/.well-known/security.txt`)
  expect(expires).toBeGreaterThan(Date.now() + 30 * 86_400_000)
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000)
})

test('everyone reads the records of the specification, without a key from our own pages', async () => {
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
  expect(states).toMatchObject({ 'SOC 2 Type II': 'Expired', 'ISO 27001:2013': 'Expired', GDPR: 'Self-assessed' })
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

test('documents are limited by address', async () => {
  const strict = await startServer({ RATE_LIMIT_FACTOR: '0.05' })
  try {
    expect((await strict.fetch('/compliance/documents/control-mapping.csv')).status).toBe(200)
    expect((await strict.fetch('/compliance/documents/control-mapping.csv')).status).toBe(200)
    const refused = await strict.fetch('/compliance/documents/evidence-report.pdf')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await strict.stop()
  }
})

test('without an address for support there is no security.txt', async () => {
  const silent = await startServer({ SMTP_URL: 'smtp://127.0.0.1:1' })
  try {
    const answer = await silent.fetch('/.well-known/security.txt')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'no_contact' })
  } finally {
    await silent.stop()
  }
})
