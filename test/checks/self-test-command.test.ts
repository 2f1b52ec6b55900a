import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECK_ADVICE } from '#contract/checks/check-advice.ts'
import { failed, passed, skipped } from '#server/checks/check.ts'
import { makeRun } from '#server/checks/comprehensive-test.ts'
import { ROOT } from '../support/server/server-process.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Said = { code: number; output: string }

function selfTest(...words: string[]): Promise<Said> {
  const { connection, config } = server
  const address = new URL(`postgresql://${connection.user}@localhost/${connection.database}`)
  address.searchParams.set('host', connection.host ?? '')
  const env = { ...process.env, DATABASE_URL: address.href, DATA_DIR: config.dataDir, PUBLIC_URL: server.url }
  const program = ['--disable-warning=ExperimentalWarning', 'server/commands/self-test.ts', ...words]
  return new Promise((resolve) => {
    execFile(process.execPath, program, { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })
}

/** Does what the server's worker would: the one of the tests does no such jobs. */
async function workOn(checks: NonNullable<Parameters<typeof makeRun>[2]>['checks']): Promise<void> {
  const waiting = async () =>
    (await server.database.owner<{ id: string }>(`select id from checks.runs where status = 'running'`)).rows[0]?.id
  await expect.poll(waiting).toBeDefined()
  await makeRun(server.services, (await waiting()) ?? '', { checks: checks ?? [] })
}

test('the command says what each check found, and ends with 1 where one failed', async () => {
  const said = selfTest()
  await workOn([
    ['DB-01', async () => passed()],
    ['DB-07', async () => failed('somebody reads what is not theirs')],
    ['MAIL-01', async () => skipped('local_mailbox')],
  ])
  expect(await said).toEqual({
    code: 1,
    output: [
      'passed  DB-01   Answers quickly and has connections left',
      'failed  DB-07   Nobody reads another organisation: somebody reads what is not theirs',
      `                ${CHECK_ADVICE.isolation}`,
      'skipped MAIL-01 The mail server accepts us: no mail server is set up (SMTP_URL); mails go to the local mailbox',
      '1 passed, 1 failed, 1 skipped',
      '',
    ].join('\n'),
  })
})

test('it ends with 0 where nothing failed, and says nothing of the others where only failures are asked for', async () => {
  const said = selfTest('--failed')
  await workOn([['DB-01', async () => passed()]])
  expect(await said).toEqual({ code: 0, output: '1 passed, 0 failed, 0 skipped\n' })
})

test('while a run is under way, it makes no other', async () => {
  await server.database.owner(
    `insert into checks.runs (name, cause, build, version, total_tests) values ('a', 'person', 'b', '0', 1)`,
  )
  expect(await selfTest()).toEqual({
    code: 1,
    output: 'A run is under way already. Its results are on the page Comprehensive Test.\n',
  })
})

test('without a server that works in the background, it says so at once, and leaves no run', async () => {
  await server.database.owner('delete from checks.runs; delete from meta.job_workers')
  expect(await selfTest()).toEqual({
    code: 1,
    output: 'No server makes the checks. Start one that works in the background as well (ROLE).\n',
  })
  expect((await server.database.owner('select from checks.runs')).rowCount).toBe(0)
})
