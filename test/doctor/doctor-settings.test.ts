import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import tls from 'node:tls'
import { expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { beginRestore } from '#server/db/restored.ts'
import { hasOpenssl } from '../support/counterparts/test-authority.ts'
import { freePort } from '../support/server/server-process.ts'
import { DoctorStage, OF_THE_TESTS, startSmtp, wrongIn } from './doctor-stage.ts'

const DAY_MS = 86_400_000

test('of an installation in order nothing is said but what every database of the tests has', async () => {
  const results = await (await new DoctorStage().prepare()).examine()

  const states = results.filter(({ state }) => state === 'warning' || state === 'problem')
  expect(states.map(({ state, check }) => `${state} ${check}`)).toEqual([OF_THE_TESTS])
  expect(states).toMatchObject([{ saw: expect.stringContaining('fsync and full_page_writes off') }])
})

/** Not this machine by its own name, and nothing listens there. */
const PUBLIC = 'https://127.0.0.2:9'

test.each<[string, Record<string, string>, string]>([
  ['setting-names', { SMPT_URL: 'smtp://mail.example.org' }, 'SMPT_URL (SMTP_URL?)'],
  ['setting-names', { DISABEL_SINGUP: 'true' }, 'DISABEL_SINGUP (DISABLE_SIGNUP?)'],
  ['setting-names', { TRUST_PROXI: 'true' }, 'TRUST_PROXI (TRUST_PROXY?)'],
  ['setting-names', { DATABSE_URL_FILE: '/run/secrets/database' }, 'DATABSE_URL_FILE (DATABASE_URL_FILE?)'],
  ['public-url', { PUBLIC_URL: 'http://files.example.org' }, 'nobody can open a vault'],
  ['public-url', { HOST: '0.0.0.0' }, 'their own machines'],
  ['settings', { REDIRECT_ALLOW_LIST: 'https://a.example.org/x,app.example.org/callback' }, 'app.example.org'],
  ['redirect-list', { REDIRECT_ALLOW_LIST: 'localhost:5173/' }, 'never matches'],
  ['redirect-list', { REDIRECT_ALLOW_LIST: 'https://**' }, 'any site'],
  ['redirect-list', { REDIRECT_ALLOW_LIST: 'https://**.example.org/x' }, 'any site'],
  ['redirect-list', { REDIRECT_ALLOW_LIST: '*' }, 'any site'],
  ['rate-limits', { RATE_LIMIT_FACTOR: '1000', PUBLIC_URL: PUBLIC }, '1000'],
  ['confirmation', { MAILER_AUTOCONFIRM: 'true', HOST: '0.0.0.0', PUBLIC_URL: PUBLIC }, 'somebody else'],
  ['billing', { PUBLIC_URL: PUBLIC, BILLING: '' }, 'takes no money'],
  ['disk-room', { READY_FREE_BYTES: String(Number.MAX_SAFE_INTEGER) }, 'too full'],
  ['settings', { MAIL_FROM: 'QuantumShield' }, 'MAIL_FROM'],
  ['mail-server', { SMTP_URL: '', PUBLIC_URL: PUBLIC }, 'nobody gets a link'],
])('%s finds %o', async (check, differences, saw) => {
  const results = await (await new DoctorStage().prepare()).examine(differences)

  expect(wrongIn(results).map((one) => one.split(' ')[1])).toEqual([check])
  expect(results.find((result) => result.check === check)?.saw).toContain(saw)
})

test.each<Record<string, string>>([
  { REDIRECT_ALLOW_LIST: 'https://*.example.org/auth/**,myapp://callback,org.example.app:/oauth' },
  { MAILER_AUTOCONFIRM: 'true' },
  { MAILER_AUTOCONFIRM: 'true', DISABLE_SIGNUP: 'true', PUBLIC_URL: PUBLIC },
  { PUBLIC_URL: PUBLIC, HOST: '0.0.0.0' },
  { MAIL_FROM: 'files@example.org' },
  { HOME: '/root', SITE_URL: 'https://example.org', SSL_CERT_FILE: '/etc/ssl/cert.pem', BACKUP_S3_REGION: 'eu-1' },
])('nothing is said about %o', async (differences) => {
  expect(wrongIn(await (await new DoctorStage().prepare()).examine(differences))).toEqual([])
})

test('where a setting cannot be read, every other check says that it did not look', async () => {
  const results = await (await new DoctorStage().prepare()).examine({ MAX_FILE_BYTES: 'many', MAX_FILE_BITES: '1' })

  expect(wrongIn(results)).toEqual(['problem settings', 'warning setting-names'])
  expect(results[0]?.saw).toContain('MAX_FILE_BYTES')
  expect(new Set(results.slice(2).map(({ state }) => state))).toEqual(new Set(['skipped']))
})

const wrongFolders: [string, string, (stage: DoctorStage) => void | Promise<void>][] = [
  ['secret-modes', 'server-secret', (stage) => fs.chmodSync(stage.file('secrets/server-secret'), 0o644)],
  ['secret-modes', '/secrets', (stage) => fs.chmodSync(stage.file('secrets'), 0o755)],
  ['secrets', 'signing-keys.json', (stage) => fs.writeFileSync(stage.file('secrets/signing-keys.json'), '[{"d":"hid')],
  ['secrets', 'server-secret', (stage) => fs.truncateSync(stage.file('secrets/server-secret'))],
  ['secrets', 'ledger-key', (stage) => fs.truncateSync(stage.file('secrets/ledger-key'), 20)],
  ['secrets', 'publishable-key', (stage) => fs.truncateSync(stage.file('secrets/publishable-key'))],
  ['secrets', 'server-secret is missing', (stage) => fs.rmSync(stage.file('secrets/server-secret'))],
  ['restore', 'began and did not end', (stage) => void beginRestore(stage.dataDir)],
]

test.each(wrongFolders)('%s finds %s in DATA_DIR', async (check, saw, plant) => {
  const stage = await new DoctorStage().prepare()
  await plant(stage)

  const results = await stage.examine()

  expect(wrongIn(results)).toEqual([`problem ${check}`])
  const found = results.find((result) => result.check === check)
  expect(found?.saw).toContain(saw)
  expect(JSON.stringify(found), 'nothing of a secret').not.toContain('hid')
})

test('a DATA_DIR that cannot be written to is found, and so is one that cannot be made', async () => {
  const stage = await new DoctorStage().prepare()
  const closed = stage.file('closed')
  fs.mkdirSync(closed, { mode: 0o555 })
  fs.writeFileSync(stage.file('a-file'), '')

  if (isRoot) process.seteuid?.(65534)
  const results = await stage
    .examine({ DATA_DIR: closed, DATABASE_URL: '' })
    .finally(() => isRoot && process.seteuid?.(0))

  expect(wrongIn(results)).toEqual(['problem data-dir'])
  expect(results.find(({ check }) => check === 'data-dir')?.saw).toContain('EACCES')
  expect(wrongIn(await stage.examine({ DATA_DIR: stage.file('a-file/data') }))).toEqual(['problem data-dir'])
})

const isRoot = process.getuid?.() === 0

test('root does not say that the user of the server may write', needs(isRoot, 'root'), async () => {
  const stage = await new DoctorStage().prepare()
  fs.mkdirSync(stage.file('storage/blobs'), { recursive: true })
  const statesOf = async () =>
    (await stage.examine())
      .filter(({ check }) => check === 'data-dir' || check === 'content-store')
      .map(({ state }) => state)

  expect(await statesOf()).toEqual(['ok', 'ok'])
  for (const folder of [stage.dataDir, stage.file('storage')]) fs.chownSync(folder, 65534, 65534)
  expect(await statesOf()).toEqual(['skipped', 'skipped'])
})

test('a folder for content that cannot be written to is found', async () => {
  const stage = await new DoctorStage().prepare()
  fs.mkdirSync(stage.file('storage'))
  fs.writeFileSync(stage.file('storage/blobs'), '')

  expect(wrongIn(await stage.examine())).toEqual(['problem content-store'])
})

test.each(['secrets/server-secret', 'postgres.path'])('a lost database is found, beside %s', async (left) => {
  const stage = await new DoctorStage().prepare()
  if (left === 'postgres.path') {
    fs.rmSync(stage.file('secrets'), { recursive: true })
    fs.writeFileSync(stage.file(left), '/var/lib/quantumshield/nowhere')
  }

  const results = await stage.examine({ DATABASE_URL: '' })

  expect(wrongIn(results)).toEqual(['problem database-place'])
  expect(results.find(({ check }) => check === 'database')?.state).toBe('skipped')
  expect(fs.existsSync(stage.file('postgres')), 'none is made').toBe(false)
})

test.each<[string, string, SetUp]>([
  ['mail-server', 'ECONNREFUSED', async () => ({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })],
  ['mail-server', 'refuses the login', async (smtp) => ({ SMTP_URL: `smtp://ada:wrong@127.0.0.1:${await smtp()}` })],
  ['mail-tls', 'in clear text', async (smtp) => ({ SMTP_URL: `smtp://127.0.0.2:${await smtp('127.0.0.2')}` })],
  [
    'mail-tls',
    'keeps all mails waiting',
    async (smtp) => ({ SMTP_URL: `smtp://127.0.0.2:${await smtp('127.0.0.2')}`, SMTP_TLS: 'required' }),
  ],
])('%s finds an SMTP server that has this: %s', async (check, saw, setUp) => {
  const stage = await new DoctorStage().prepare()
  const started: (() => Promise<void>)[] = []
  const environment = await setUp(async (host = '127.0.0.1') => {
    const smtp = await startSmtp(
      { authOptional: true, allowInsecureAuth: true, onAuth: (_given, _session, done) => done(new Error('no')) },
      host,
    )
    started.push(smtp.stop)
    return smtp.port
  })

  const results = await stage.examine(environment)

  for (const stop of started) await stop()
  expect(wrongIn(results).map((one) => one.split(' ')[1])).toEqual([check])
  const found = results.find((result) => result.check === check)
  expect(found?.saw).toContain(saw)
  expect(JSON.stringify(results), 'nothing of a password').not.toContain('wrong')
})
type SetUp = (smtp: (host?: string) => Promise<number>) => Promise<Record<string, string>>

test('a sender that other mail servers refuse is found', async () => {
  const stage = await new DoctorStage().prepare()
  const results = await stage.examine({
    SMTP_URL: `smtp://127.0.0.2:${await freePort()}`,
    MAIL_FROM: 'Files <files@localhost>',
  })
  expect(wrongIn(results)).toEqual(['problem mail-server', 'warning mail-from'])
})

test(
  'certificates are found that are for another name, end soon or ended, or have another key',
  needs(hasOpenssl, 'OpenSSL'),
  async () => {
    const stage = await new DoctorStage().prepare()
    const [own, other] = ['own', 'other'].map((name) => makeCertificate(stage.dataDir, name))
    const settings = { ...own, PUBLIC_URL: 'https://files.example.org' }
    const later = (days: number) => () => Date.now() + days * DAY_MS
    // The other clock is that of PostgreSQL, which nobody moves here.
    const wrongAt = async (differences: Record<string, string>, days = 0) =>
      wrongIn(await stage.examine({ ...settings, ...differences }, later(days))).filter(
        (one) => one !== 'problem database-clock',
      )

    expect(await wrongAt({})).toEqual([])
    expect(await wrongAt({ PUBLIC_URL: 'https://vault.example.org' })).toEqual(['problem certificate-name'])
    expect(await wrongAt({ PUBLIC_URL: 'https://192.0.2.7' })).toEqual(['problem certificate-name'])
    expect(await wrongAt({ TLS_KEY_FILE: other?.TLS_KEY_FILE ?? '' })).toEqual(['problem settings'])
    expect(await wrongAt({ TLS_KEY_FILE: own?.TLS_CERT_FILE ?? '' })).toEqual(['problem settings'])
    expect(await wrongAt({ TLS_CERT_FILE: own?.TLS_KEY_FILE ?? '' })).toEqual(['problem settings'])
    expect(await wrongAt({}, 75)).toEqual([])
    expect(await wrongAt({}, 77)).toEqual(['warning certificate-time'])
    expect(await wrongAt({}, 91)).toEqual(['problem certificate-time'])
    expect(await wrongAt({}, -1)).toEqual(['problem certificate-time'])
  },
)

test('the certificate of a proxy is looked at where people see it', needs(hasOpenssl, 'OpenSSL'), async () => {
  const stage = await new DoctorStage().prepare()
  const { TLS_CERT_FILE, TLS_KEY_FILE } = makeCertificate(stage.dataDir, 'proxy')
  const proxy = tls.createServer({ cert: fs.readFileSync(TLS_CERT_FILE), key: fs.readFileSync(TLS_KEY_FILE) })
  const port = await freePort()
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.2', resolve))
  const settings = { PUBLIC_URL: `https://127.0.0.2:${port}` }

  const seen = await stage.examine(settings, () => Date.now() + 80 * DAY_MS)
  await new Promise((resolve) => proxy.close(resolve))
  const unseen = await stage.examine(settings)

  expect(wrongIn(seen)).toEqual(['problem certificate-name', 'warning certificate-time', 'problem database-clock'])
  expect(wrongIn(unseen)).toEqual([])
  expect(unseen.find(({ check }) => check === 'certificate-time')).toMatchObject({
    state: 'skipped',
    saw: expect.stringContaining('cannot be reached from this machine'),
  })
})

/** For files.example.org, and 90 days. */
function makeCertificate(folder: string, name: string): { TLS_CERT_FILE: string; TLS_KEY_FILE: string } {
  const [cert, key] = [path.join(folder, `${name}.pem`), path.join(folder, `${name}-key.pem`)]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '90']
  const words = ['-keyout', key, '-out', cert, '-subj', '/CN=Files', '-addext', 'subjectAltName=DNS:files.example.org']
  execFileSync('openssl', ['req', '-x509', ...kind, ...words], { stdio: 'ignore' })
  return { TLS_CERT_FILE: cert, TLS_KEY_FILE: key }
}
