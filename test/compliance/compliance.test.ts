import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPLIANCE_DOCUMENTS } from '#contract/compliance/compliance-documents.ts'
import { CRYPTO_INVENTORY } from '#crypto/suites/inventory.ts'
import { CONTROLS } from '#server/compliance/control-mapping.ts'
import { pdfText } from '../support/pdf-text.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

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
    components: { 'bom-ref': string; purl: string; hashes?: { alg: string; content: string }[]; licenses?: object[] }[]
    dependencies: { ref: string; dependsOn: string[] }[]
    metadata: { component: { 'bom-ref': string } }
  }
  const refs = new Set(bill.components.map((component) => component['bom-ref']))
  const direct = bill.dependencies.find(({ ref }) => ref === bill.metadata.component['bom-ref'])

  expect(refs.size).toBe(bill.components.length)
  expect(bill.components.filter(({ licenses }) => !licenses).map(({ purl }) => purl)).toEqual([])
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
  expect(text).toContain('0300_baseline')
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

test('the evidence report says when mail may leave in clear text', async () => {
  const open = await startServer({ SMTP_URL: 'smtp://mail.example.invalid' })
  try {
    const answer = await open.fetch('/compliance/documents/evidence-report.pdf')
    expect(pdfText(Buffer.from(await answer.arrayBuffer()))).toContain('IN CLEAR TEXT where it offers no TLS')
  } finally {
    await open.stop()
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
