import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseError } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { crashNotice } from './crash.ts'
import { describeError } from './describe-error.ts'
import { lineWithoutSecrets, withoutSecrets } from './without-secrets.ts'

const DAY_MS = 24 * 60 * 60 * 1000

function folderWith(...agoMs: number[]): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-crash-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const lines = agoMs.map((ms) => `${JSON.stringify({ at: new Date(Date.now() - ms).toISOString(), type: 'Error' })}\n`)
  fs.writeFileSync(path.join(folder, 'crashes.jsonl'), lines.join(''))
  return folder
}

test('the start says how often the server ended by an error within a day', () => {
  expect(crashNotice(folderWith(2 * DAY_MS, 60_000, 1000))).toMatch(
    /^This server ended by an error 2 times within 24 hours, last at 20[\dT:.-]+Z\. Its log says why\.$/,
  )
  expect(crashNotice(folderWith(1000))).toContain('once')
  expect(crashNotice(folderWith(2 * DAY_MS))).toBeUndefined()
  expect(crashNotice(os.tmpdir())).toBeUndefined()
})

test.each([
  ['GET https://a.example/reset?token=abc failed', 'GET https://a.example/reset?… failed'],
  ['link https://a.example/s/1#secret-of-a-link', 'link https://a.example/s/1?…'],
  ['POST /auth/v1/verify?token=abc', 'POST /auth/v1/verify?…'],
  ['postgres://admin:pass@db/vault', 'postgres://…@db/vault'],
  ['Authorization: Bearer abc.def', 'Authorization: … …'],
  ['sent eyJhbGciOi.eyJzdWIi.c2ln to', 'sent … to'],
  ['key sb_secret_abc123', 'key sb_secret_…'],
  ['{"password":"hunter2","n":1}', '{"password":"…","n":1}'],
  ['no account ada@example.org', 'no account …@…'],
  ["Cannot read properties of undefined (reading 'id')", "Cannot read properties of undefined (reading 'id')"],
  ['at Database.owner (/srv/server/db/database.ts:181:22)', 'at Database.owner (/srv/server/db/database.ts:181:22)'],
])('of "%s" the log holds "%s"', (text, kept) => {
  expect(withoutSecrets(text)).toBe(kept)
})

test('a line stays JSON, with texts in it cleaned and secret fields emptied', () => {
  const line = {
    level: 50,
    msg: 'GET "https://a.example/x?token=abc" failed',
    api_key: 'sb_1',
    list: ['ada@example.org'],
  }
  expect(lineWithoutSecrets(`${JSON.stringify(line)}\n`)).toBe(
    `${JSON.stringify({ level: 50, msg: 'GET "https://a.example/x?…" failed', api_key: '…', list: ['…@…'] })}\n`,
  )
})

test.each([
  ['22P02', 'invalid input syntax for type uuid: "abandon\n  at ability able"'],
  ['22P02', 'ungültige Eingabesyntax für Typ uuid: »abandon "ability« able'],
  ['23514', 'new row violates "c" abandon'],
  ['P0001', 'abandon'],
])('nothing is kept of the text of %s', (code, message) => {
  const refused = Object.assign(new DatabaseError(message, 1, 'error'), { code, constraint: 'c', column: 'id' })
  const described = describeError(refused)
  expect(described).toMatchObject({ code, constraint: 'c', column: 'id', message: '…' })
  expect(described.stack).toContain('crash.test.ts')
  expect(JSON.stringify(described)).not.toMatch(/abandon|ability|able/)
  expect(describeError(Object.assign(refused, { code: '57P01' })).message).toContain('abandon')
})

test('of an error of PostgreSQL its names are kept, and not what it quotes', () => {
  const refused = new DatabaseError('invalid input syntax for type uuid: "abandon ability able"', 1, 'error')
  Object.assign(refused, {
    code: '22P02',
    table: 'users',
    detail: 'Failing row contains (ada, hash).',
    where: 'f(ada)',
  })
  const described = describeError(new Error('outer', { cause: refused }))
  expect(described.cause).toMatchObject({
    code: '22P02',
    table: 'users',
    message: '…',
    stack: expect.stringMatching(/^error: …\n +at .*crash\.test\.ts/),
  })
  expect(JSON.stringify(described)).not.toMatch(/ability|ada/)
  expect(describeError(Object.assign(new Error('away'), { $metadata: { httpStatusCode: 503 } }))).toMatchObject({
    status: 503,
  })
})
