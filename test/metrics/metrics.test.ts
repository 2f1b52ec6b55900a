import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { findPromtool } from '../../scripts/promtool.mjs'
import { personWithVault } from '../support/people/vault-person.ts'
import { ROOT } from '../support/server/server-process.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

const TOKEN = 'a token for the tests'
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8')

let server: TestServer
beforeAll(async () => {
  server = await startServer({ METRICS_TOKEN: TOKEN })
})
afterAll(() => server.stop())

const ask = (token = TOKEN, of = server) =>
  fetch(`${of.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })

async function metrics(of = server): Promise<string> {
  const answer = await ask(TOKEN, of)
  expect(answer.status).toBe(200)
  return answer.text()
}

function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  if (line === undefined) throw new Error(`there is no ${series}`)
  return Number(line.slice(series.length + 1))
}

test('only who knows the token reads them, and without the setting there are none', async () => {
  for (const token of ['', 'a token for the test', `${TOKEN} `.repeat(100)]) expect((await ask(token)).status).toBe(401)
  expect((await fetch(`${server.url}/metrics`)).status).toBe(401)
  const other = await startServer()
  onTestFinished(() => other.stop())
  expect(await (await ask(TOKEN, other)).text()).not.toContain('quantumshield_database_up')
})

test('requests are counted by route and status, and nothing of a person is in a label', async () => {
  const person = await personWithVault(server)
  await server.fetch('/links/v1/nothing-of-that-name/open', { method: 'POST' })
  await server.fetch('/rest/v1/profiles?email=eq.secret@example.org')
  const text = await metrics()
  const routes = [...text.matchAll(/^quantumshield_http_requests_total\{.*route="([^"]*)".*\}/gm)].map(
    ([, route]) => route,
  )
  expect(routes).toContain('/auth/v1/signup')
  expect(text).toMatch(
    /quantumshield_http_requests_total\{method="POST",route="\/auth\/v1\/signup",status="200"\} [1-9]/,
  )
  expect(text).not.toContain('secret@example.org')
  expect(text).not.toContain('nothing-of-that-name')
  expect(text).not.toContain(person.userId)
  expect(text).not.toContain(person.email)
})

test('what the database knows is what it says now', async () => {
  const before = await startServer({ METRICS_TOKEN: TOKEN })
  onTestFinished(() => before.stop())
  const { database } = before
  await database.owner(
    `insert into meta.backups (taken_at, place, name, database_bytes, contents, content_bytes, damaged)
     values (now() - interval '3 days', '/mnt', 'older', 1, 1, 1, 0), (now() - interval '2 hours', '/mnt', 'newer', 1, 1, 1, 3)`,
  )
  await database.owner(`update storage.scrub set finished_at = now() - interval '40 days'`)
  await database.owner(`select graphile_worker.add_job('nobody-takes-it', run_at := now() - interval '10 minutes')`)
  await database.owner(
    `insert into storage.usage (owner, bytes, files) select gen_random_uuid(), 1000, 2 from generate_series(1, 3)`,
  )
  const text = await metrics(before)
  expect(valueOf(text, 'quantumshield_database_up')).toBe(1)
  expect(valueOf(text, 'quantumshield_backup_age_seconds')).toBeGreaterThanOrEqual(7200)
  expect(valueOf(text, 'quantumshield_backup_age_seconds')).toBeLessThan(7300)
  expect(valueOf(text, 'quantumshield_backup_damaged_contents')).toBe(3)
  expect(valueOf(text, 'quantumshield_content_scrub_age_seconds')).toBeGreaterThanOrEqual(40 * 86_400)
  expect(valueOf(text, 'quantumshield_jobs_waiting')).toBe(1)
  expect(valueOf(text, 'quantumshield_jobs_oldest_waiting_seconds')).toBeGreaterThanOrEqual(600)
  expect(valueOf(text, 'quantumshield_content_bytes')).toBe(3000)
  expect(valueOf(text, 'quantumshield_content_files')).toBe(6)
  expect(valueOf(text, 'quantumshield_database_connections{pool="owner"}')).toBeGreaterThan(0)
})

test('where there is no backup none is shown as fresh', async () => {
  expect(valueOf(await metrics(), 'quantumshield_backup_age_seconds')).toBeNaN()
  expect(valueOf(await metrics(), 'quantumshield_content_scrub_age_seconds')).toBeNaN()
  expect(valueOf(await metrics(), 'quantumshield_content_unreadable')).toBe(0)
  expect(valueOf(await metrics(), 'quantumshield_archive_behind_seconds')).toBeNaN()
})

test('while the database is away the process still says how it is, and shows nothing of before as if it were now', async () => {
  const other = await startServer({ METRICS_TOKEN: TOKEN })
  onTestFinished(() => other.stop())
  await other.database.owner('alter table storage.lost_content rename to away')
  const text = await metrics(other)
  expect(valueOf(text, 'quantumshield_database_up')).toBe(0)
  expect(valueOf(text, 'quantumshield_content_bytes')).toBeNaN()
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('page, rules and dashboard name what a server answers, and the page names all of it', async () => {
  const text = await metrics()
  const own = [...text.matchAll(/^# TYPE (quantumshield_\w+) /gm)].map(([, name = '']) => name)
  const named = (file: string) => [...new Set(read(file).match(/\b(?:quantumshield|nodejs|process)_[a-z0-9_]+\b/g))]
  expect(
    named('docs/metrics.md')
      .filter((name) => name.startsWith('quantumshield_'))
      .toSorted(),
  ).toEqual(own.toSorted())
  for (const file of ['integrations/prometheus/alerts.yml', 'integrations/grafana/dashboard.json'])
    for (const name of named(file)) expect(text, file).toContain(`# TYPE ${name.replace(/_bucket$/, '')} `)
})

const promtool = findPromtool()
test('promtool takes the metrics and the rules', needs(promtool, 'promtool'), async () => {
  const run = (words: string[], input = '') => spawnSync(promtool ?? '', words, { input, encoding: 'utf8' })
  const checked = run(['check', 'metrics'], await metrics())
  expect(checked.stdout + checked.stderr).toBe('')
  expect(checked.status).toBe(0)
  const rules = run(['check', 'rules', path.join(ROOT, 'integrations/prometheus/alerts.yml')])
  expect(rules.stdout).toContain('SUCCESS: 14 rules found')
  expect(rules.status).toBe(0)
})

test('each rule fires on its fault, and not a step before it', needs(promtool, 'promtool'), () => {
  const cases = 'integrations/prometheus/alerts.test.yml'
  const run = spawnSync(promtool ?? '', ['test', 'rules', path.join(ROOT, cases)], { encoding: 'utf8' })
  expect(run.stdout + run.stderr).toContain('SUCCESS')
  expect(run.status).toBe(0)
  const [rules, fired] = [read('integrations/prometheus/alerts.yml'), read(cases)]
  for (const [, name] of rules.matchAll(/- alert: (\w+)/g))
    expect(fired, name).toMatch(new RegExp(`alertname: ${name}\n +eval_time: \\w+\n +exp_alerts:\n`))
})
