import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import type { Result } from '#server/doctor/finding.ts'
import { copyPreparedCluster } from '../support/server/prepared-cluster.ts'
import { ROOT, freePort, processesIn, startProcess } from '../support/server/server-process.ts'
import { DoctorStage } from './doctor-stage.ts'

const NODE = path.join(ROOT, 'node_modules/.bin/node')
const OPTIONS = '--disable-warning=ExperimentalWarning'
const DOCTOR = 'server/commands/doctor.ts'
/** What the machine of the tests sets is not looked at. */
const BASE = { PATH: process.env['PATH'] ?? '' }

function run(environment: Record<string, string>, words: readonly string[] = [], limit?: string) {
  const command = [NODE, OPTIONS, DOCTOR, ...words]
  const [program = '', ...rest] = limit ? ['/bin/sh', '-c', `ulimit -n ${limit}; exec "$@"`, 'sh', ...command] : command
  return spawnSync(program, rest, { cwd: ROOT, encoding: 'utf8', env: { ...BASE, ...environment } })
}

const isLinux = process.platform === 'linux'

function checksOf(text: string): Result[] {
  const { checks }: { checks: Result[] } = JSON.parse(text)
  return checks
}

test('it ends with 0 without a problem and with 1 with one, and says how to mend it', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-doctor-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const DATA_DIR = path.join(folder, 'data')

  const fine = run({ DATA_DIR, TRUST_PROXI: 'true' })
  const bad = run({ DATA_DIR, PUBLIC_URL: 'http://files.example.org' })

  expect([fine.status, fine.stderr]).toEqual([0, ''])
  expect(fine.stdout).toMatch(/^warning +setting-names .*TRUST_PROXI/m)
  expect(fine.stdout).toMatch(/^skipped +database +There is no embedded database yet/m)
  expect(fine.stdout).toMatch(/^ok \d+, warning 1, problem 0, skipped \d+$/m)
  expect(bad.status).toBe(1)
  expect(bad.stdout).toMatch(/^problem +public-url .*\n +→ Set TLS_CERT_FILE/m)
  expect(fs.readdirSync(folder), 'nothing was made').toEqual([])
})

test('a limit of open files that is too low is found', needs(isLinux, 'Linux'), async () => {
  const stage = await new DoctorStage().prepare()

  const { stdout } = run({ ...stage.environment, REALTIME_MAX_CONNECTIONS: '4096' }, ['--json'], '1500')

  expect(checksOf(stdout).find(({ check }) => check === 'open-files')).toMatchObject({
    state: 'warning',
    saw: expect.stringContaining('may open 1500 files'),
  })
})

test('a server that runs has its embedded database looked at; once it has ended it is not started', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-doctor-'))
  fs.chmodSync(folder, 0o755)
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const DATA_DIR = path.join(folder, 'data')
  await copyPreparedCluster(path.join(DATA_DIR, 'postgres'))
  const server = startProcess({
    cwd: ROOT,
    command: [NODE, OPTIONS, 'server/main.ts'],
    port: await freePort(),
    environment: { DATA_DIR },
  })
  await server.ready()

  const during = run({ DATA_DIR }, ['--json'])
  server.kill('SIGTERM')
  await server.ended
  const after = run({ DATA_DIR }, ['--json'])

  const wrong = checksOf(during.stdout).filter(({ state }) => state === 'warning' || state === 'problem')
  expect([during.status, wrong.map(({ check }) => check)]).toEqual([0, ['backup']])
  const skipped = checksOf(during.stdout).filter(({ state }) => state === 'skipped')
  expect(skipped.map(({ check }) => check).filter((check) => check.startsWith('database'))).toEqual([])
  expect(after.status).toBe(0)
  expect(checksOf(after.stdout).find(({ check }) => check === 'database')).toEqual({
    check: 'database',
    state: 'skipped',
    saw: 'The embedded database does not run. Start the server and look again.',
  })
  if (isLinux) expect(processesIn(path.join(DATA_DIR, 'postgres/data'), 'postgres')).toEqual([])
})
