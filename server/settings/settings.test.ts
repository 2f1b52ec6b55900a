import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { SETTING_NAMES } from './table.ts'
import { makeDataDir } from './checks.ts'
import { settingNotices } from './notices.ts'

const NONE = path.join(os.tmpdir(), 'quantumshield-no-such-file')

const SHARED = {
  DATABASE_URL: 'postgres://db',
  S3_BUCKET: 'vault',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
}

test.each<[environment: Record<string, string>, said: RegExp]>([
  [{ DATABASE_URL: 'mysql://x' }, /must be like postgresql:\/\/.*\n.*DATABASE_URL/],
  [
    { SECRETS_KEY: 'a'.repeat(44) },
    /must be 32 random bytes in base64; npm run -s secrets -- new-key.*\n.*SECRETS_KEY/,
  ],
  [{ SECRETS_KEY: Buffer.alloc(31, 7).toString('base64') }, /must be 32 random bytes in base64/],
  [{ ROLE: 'Worker', DATABASE_URL: 'postgres://db' }, /ROLE/],
  [{ ROLE: 'api' }, /ROLE=api needs DATABASE_URL, S3_BUCKET, SECRETS_KEY,/],
  [{ ...SHARED, ROLE: 'worker', DATABASE_URL: '' }, /ROLE=worker needs DATABASE_URL,/],
  [{ ROLE: 'worker', DATABASE_URL: SHARED.DATABASE_URL, SECRETS_KEY: SHARED.SECRETS_KEY }, /needs S3_BUCKET,/],
  [{ ...SHARED, ROLE: 'api', SECRETS_KEY: '' }, /ROLE=api needs SECRETS_KEY,/],
  [{ DATABASE_DIRECT_URL: 'postgres://db' }, /DATABASE_DIRECT_URL is for a database that DATABASE_URL names/],
  [{ DATABASE_POOL_SIZE: '9' }, /DATABASE_POOL_SIZE/],
  [{ DATABASE_POOL_SIZE: 'many' }, /DATABASE_POOL_SIZE/],
  [{ SMTP_URL: 'mail.example.org' }, /must be like smtps:\/\/.*\n.*SMTP_URL/],
  [{ PUBLIC_URL: 'files.example.org' }, /must be like https:\/\/files\.example\.org\n.*PUBLIC_URL/],
  [{ PUBLIC_URL: 'https://example.org/files' }, /must be the root of a host.*\n.*PUBLIC_URL/],
  [{ MAIL_FROM: 'Files' }, /must be like Files <no-reply@example\.org>\n.*MAIL_FROM/],
  [{ REDIRECT_ALLOW_LIST: 'https://a.example/*, app' }, /REDIRECT_ALLOW_LIST holds app, which is not like https/],
  [{ SMTP_URL_FILE: NONE }, /SMTP_URL_FILE names .*, which cannot be used \(there is no such file\)/],
  [{ BREACHED_PASSWORDS_FILE: NONE }, /BREACHED_PASSWORDS_FILE names .*\(there is no such file\)/],
  [{ TLS_CERT_FILE: NONE, TLS_KEY_FILE: NONE }, /TLS_CERT_FILE names .*\(there is no such file\)/],
  [
    { TLS_CERT_FILE: import.meta.filename, TLS_KEY_FILE: import.meta.filename },
    /TLS_CERT_FILE and TLS_KEY_FILE must be a certificate in PEM and its private key/,
  ],
])('%j is refused with the name of the setting and what it should be', (environment, said) => {
  expect(() => readConfig(environment)).toThrow(said)
})

test.each([
  { PUBLIC_URL: 'https://files.example.org/' },
  { SECRETS_KEY: `${Buffer.alloc(32, 7).toString('base64')}\n` },
  { ...SHARED, ROLE: 'api' },
  { ...SHARED, ROLE: 'worker' },
  { MAIL_FROM: 'no-reply@example.org' },
  { REDIRECT_ALLOW_LIST: 'https://*.example.com/**, app://callback, com.example.app:/back' },
])('%j is taken', (environment) => {
  expect(readConfig(environment).port).toBe(3000)
})

test('a folder that cannot be made is refused at once, by the name of its setting', () => {
  expect(() => makeDataDir(path.join(import.meta.filename, 'data'))).toThrow(
    /DATA_DIR names .*a part of its path is a file/,
  )
  expect(() => makeDataDir(import.meta.filename)).toThrow(/DATA_DIR names .*it is a file/)
  if (process.platform === 'linux') expect(() => makeDataDir('/proc/nothere/data')).toThrow(/DATA_DIR names/)

  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-settings-'))
  onTestFinished(() => fs.rmSync(parent, { recursive: true }))
  makeDataDir(path.join(parent, 'a/b'))
  makeDataDir(path.join(parent, 'a/b'))
  expect(fs.statSync(path.join(parent, 'a/b')).mode & 0o777).toBe(0o755)
})

test('the start names what is nearly a setting, and what is for tests where others reach the server', () => {
  const notices = (environment: Record<string, string>) =>
    settingNotices(environment, { known: SETTING_NAMES, config: readConfig(environment) })
  expect(notices({ SMPT_URL: 'smtp://a', MAX_FILES_BYTES: '1', SMTP_URL: 'smtp://a.example' })).toEqual([
    'SMPT_URL is no setting and is ignored. Is SMTP_URL meant?',
    'MAX_FILES_BYTES is no setting and is ignored. Is MAX_FILE_BYTES meant?',
  ])
  expect(notices({ HOME: '/root', PATH: '/bin', LC_ALL: 'C', NODE_ENV: 'x', SSH_TTY: '/dev/pts/0' })).toEqual([])
  const forTests = { MAILER_AUTOCONFIRM: 'true', RATE_LIMIT_FACTOR: '1000' }
  expect(notices({ ...forTests, PUBLIC_URL: 'https://files.example.org' })).toHaveLength(2)
  expect(notices(forTests)).toEqual([])
})
