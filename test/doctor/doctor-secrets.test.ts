import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { openSecrets } from '#server/secret-store/open-secrets.ts'
import { DoctorStage, wrongIn } from './doctor-stage.ts'

const secretsKey = randomBytes(32)
const SECRETS_KEY = secretsKey.toString('base64')

async function lookAt(stage: DoctorStage, environment: Record<string, string> = {}) {
  const found = (await stage.examine(environment)).find(({ check }) => check === 'shared-secrets')
  return { state: found?.state, saw: found?.saw }
}

/** An installation whose first start with SECRETS_KEY is over. */
async function sharing(): Promise<DoctorStage> {
  const stage = await new DoctorStage().prepare()
  await openSecrets({ dataDir: stage.dataDir, secretsKey }, stage.database.database, () => undefined)
  return stage
}

test('before the first start with SECRETS_KEY it says what that will do', async () => {
  const stage = await new DoctorStage().prepare()
  expect(await lookAt(stage, { SECRETS_KEY })).toMatchObject({
    state: 'ok',
    saw: expect.stringContaining('moves the secrets'),
  })
  fs.rmSync(stage.file('secrets'), { recursive: true })
  expect(await lookAt(stage, { SECRETS_KEY })).toMatchObject({
    state: 'ok',
    saw: expect.stringContaining('makes the secrets'),
  })
  await stage.change(`insert into auth.users (email) values ('ada@example.org')`)
  expect(await lookAt(stage, { SECRETS_KEY })).toMatchObject({
    state: 'problem',
    saw: expect.stringContaining('Start that server first'),
  })
})

test('nothing is wrong with shared secrets, but with what their move left in clear', async () => {
  const stage = await sharing()
  expect(wrongIn(await stage.examine({ SECRETS_KEY }))).toEqual(['warning shared-secrets'])
  const [moved = ''] = fs.readdirSync(stage.dataDir).filter((name) => name.startsWith('secrets-moved-'))
  fs.rmSync(stage.file(moved), { recursive: true })
  expect(wrongIn(await stage.examine({ SECRETS_KEY }))).toEqual([])
})

test('a key that is missing, and one that does not fit, are found before the start', async () => {
  const stage = await sharing()
  expect(await lookAt(stage)).toMatchObject({ state: 'problem', saw: expect.stringContaining('Set SECRETS_KEY') })
  const other = { SECRETS_KEY: randomBytes(32).toString('base64') }
  expect(await lookAt(stage, other)).toMatchObject({ state: 'problem', saw: expect.stringContaining('does not open') })
})

test('a secret that is missing or damaged in the database is named', async () => {
  const stage = await sharing()
  await stage.change(`delete from meta.shared_secrets where name = 'ledger-key'`)
  expect(await lookAt(stage, { SECRETS_KEY })).toMatchObject({
    state: 'problem',
    saw: expect.stringContaining('ledger-key'),
  })
})

test('a server whose database and content lie elsewhere hears that a second one would refuse what it signs', async () => {
  const stage = await new DoctorStage().prepare()
  const s3 = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's', S3_ENDPOINT: 'http://127.0.0.1:9' }
  expect(await lookAt(stage, s3)).toMatchObject({ state: 'warning', saw: expect.stringContaining('a second node') })
  expect(await lookAt(stage)).toMatchObject({ state: 'skipped' })
})
