import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ShownSetting } from '#server/settings/show.ts'
import { runCommand } from '../support/server/plain-node.ts'
import { shortLivedFolder } from '../support/short-lived.ts'

const check = (environment: Record<string, string>, ...words: string[]) =>
  runCommand('config', ['check', ...words], environment)

function folder(): string {
  const made = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-config-'))
  onTestFinished(() => fs.rmSync(made, { recursive: true, force: true }))
  return made
}

test('every refusal is said at once, with the names that are nearly a setting', () => {
  const { status, said } = check({
    PORT: 'many',
    SMTP_URL: 'mail.example.org',
    S3_BUCKET: 'vault',
    SMS_WEBHOOK_URL: 'https://sms.example.org/send',
    CORS_ORIGINS: 'https://a.example/path',
    JWT_SECRET_FILE: '/nowhere/jwt',
    DATABSE_URL: 'postgres://db',
  })

  expect(status).toBe(1)
  const found = [...said.matchAll(/^(problem|warning) +(\S+)/gm)].map(([, state, name]) => `${state} ${name}`)
  expect(found.toSorted()).toEqual([
    'problem CORS_ORIGINS',
    'problem JWT_SECRET',
    'problem PORT',
    'problem S3_BUCKET',
    'problem SMS_WEBHOOK_URL',
    'problem SMTP_URL',
    'warning setting-names',
  ])
  expect(said).toContain('DATABSE_URL (DATABASE_URL?)')
})

test('what only follows from a refused setting is not said as well', () => {
  const { status, said } = check(
    { DATABASE_DIRECT_URL: 'postgres://db', DATABASE_URL: 'mysql://db', PORT: '-1' },
    '--json',
  )

  const { checks, counts }: { checks: { check: string; state: string }[]; counts: { problem: number } } =
    JSON.parse(said)
  expect([status, counts.problem]).toEqual([1, 2])
  const problems = checks.filter(({ state }) => state === 'problem')
  expect(problems.map((one) => one.check)).toEqual(['PORT', 'DATABASE_URL'])
})

test('settings that a server takes end with 0 and make nothing; those that do harm end with 1', () => {
  const DATA_DIR = path.join(folder(), 'data')

  const fine = check({ DATA_DIR, PUBLIC_URL: 'https://files.example.org', BILLING: 'off' })
  const harmful = check({ DATA_DIR, PUBLIC_URL: 'http://files.example.org' })

  expect([fine.status, harmful.status]).toEqual([0, 1])
  expect(fine.said).toMatch(/warning 0, problem 0/)
  expect(harmful.said).toMatch(/^problem +public-url/m)
  expect(fs.existsSync(DATA_DIR)).toBe(false)
})

test('every setting is shown with where it is from, and no secret', () => {
  const file = path.join(folder(), 'metrics')
  fs.writeFileSync(file, 'hidden-token-of-metrics\n')
  const environment = {
    DATABASE_URL: 'postgres://ada:hidden/pass@word@db.example.org/vault?password=hidden',
    SMTP_URL: 'smtps://ada:hidden@mail.example.org',
    AUTH_GITHUB_SECRET: 'hidden',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example.org',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hidden',
    SECRETS_KEY: Buffer.alloc(32, 'hidden').toString('base64'),
    METRICS_TOKEN_FILE: file,
    MAIL_FROM: 'Files <files@example.org>',
    PORT: 'many',
  }

  const { status, said } = runCommand('config', ['show', '--json'], environment)
  const text = runCommand('config', ['show'], environment).said

  const shown: ShownSetting[] = JSON.parse(said)
  const of = (name: string) => shown.find((one) => one.name === name)
  expect(status, 'also of settings that are refused').toBe(0)
  expect(of('DATABASE_URL')?.value).toMatch(/^postgres:\/\/\*+@db\.example\.org\/vault\?\*+$/)
  expect(of('METRICS_TOKEN')).toEqual({ name: 'METRICS_TOKEN', value: '********', from: 'file', file })
  expect(of('MAIL_FROM')).toMatchObject({ value: 'Files <files@example.org>', from: 'environment' })
  expect(of('PORT')).toMatchObject({ value: 'many', from: 'environment' })
  expect(of('DATABASE_POOL_SIZE')).toEqual({ name: 'DATABASE_POOL_SIZE', value: '40', from: 'default' })
  for (const output of [said, text]) {
    expect(output).not.toContain('hidden')
    expect(output).not.toContain(environment.SECRETS_KEY)
  }
  expect(text).toMatch(/^ {2}PORT +many$/m)
})

test.each([[[]], [['chek']], [['check', 'now']], [['show', '--yaml']]])(
  'the words %j are refused with the usage',
  (words) => {
    expect(runCommand('config', words, {})).toMatchObject({
      status: 2,
      said: expect.stringContaining('npm run config -- check'),
    })
  },
)
