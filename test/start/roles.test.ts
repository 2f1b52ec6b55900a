import { randomBytes, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { SecretTable } from '#server/secret-store/secret-table.ts'
import { environmentOf, startS3 } from '../support/counterparts/s3-server.ts'
import { startPlainNode } from '../support/server/plain-node.ts'
import { createTestDatabase } from '../support/server/test-database.ts'

const METRICS_TOKEN = 'a token for the tests'
/** On a busy machine the first round may come late: then the next one, half a minute after it, counts. */
const SECOND_ROUND = { timeout: 60_000 }

test('a server for people leaves the work to a worker, which answers nobody but who watches over it', async () => {
  const db = await createTestDatabase()
  onTestFinished(() => db.drop())
  const secretsKey = randomBytes(32)
  const s3 = await startS3()
  onTestFinished(() => s3.stop())
  const settings = { SECRETS_KEY: secretsKey.toString('base64'), METRICS_TOKEN, ...environmentOf(s3.settings) }
  const count = async (from: string) =>
    (await db.database.owner<{ found: number }>(`select count(*)::int as found from ${from}`)).rows[0]?.found
  const workers = () => count('meta.job_workers')
  const mails = () => count(`graphile_worker.jobs where task_identifier = 'send_mail'`)
  const sent = () => count('mail.messages')
  const placed = () => count('ledger.leaves where event_id is not null')
  const rounds = () => count(`status.samples where service = 'api' and outcome <> 'down'`)
  const all = async () => [await workers(), await placed(), await rounds()]

  const api = await startPlainNode(db, { ...settings, ROLE: 'api' })
  const apikey = await new SecretTable(secretsKey, (work) => db.database.asOwner(work)).read('publishable-key')
  const signedUp = await fetch(`${api.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: apikey ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${randomUUID()}@example.org`, password: 'correct horse battery staple' }),
  })
  expect(signedUp.status).toBe(200)
  expect(await mails()).toBe(1)
  expect(await all()).toEqual([0, 0, 0])

  const worker = await startPlainNode(db, { ...settings, ROLE: 'worker', PUBLIC_URL: api.process.url })
  expect(await workers()).toBe(1)
  await expect.poll(sent).toBe(1)
  await expect.poll(placed).toBeGreaterThan(0)
  await expect.poll(rounds, SECOND_ROUND).toBeGreaterThan(0)

  const statusOf = async (target: string, headers: Record<string, string> = {}) =>
    (await fetch(worker.url + target, { headers })).status
  expect(await statusOf('/livez')).toBe(200)
  expect(await statusOf('/readyz')).toBe(200)
  expect(await statusOf('/metrics')).toBe(401)
  expect(await statusOf('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200)
  for (const target of ['/', '/config.json', '/auth/v1/settings', '/rest/v1/', '/storage/v1/status', '/status.json'])
    expect([target, await statusOf(target, { apikey: apikey ?? '' })]).toEqual([target, 404])
  worker.process.kill('SIGTERM')
  expect(await worker.process.ended).toBe(0)
})
