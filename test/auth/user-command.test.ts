import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openSecrets } from '#server/secret-store/open-secrets.ts'
import { z } from 'zod'
import { newEmail, PASSWORD, signedInPerson } from '../support/people/people.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import { copyPreparedCluster } from '../support/server/prepared-cluster.ts'
import { freePort, ROOT, startProcess } from '../support/server/server-process.ts'
import { shortLivedFolder } from '../support/short-lived.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Said = { code: number; output: string }

function run(environment: Record<string, string>, words: string[]): Promise<Said> {
  return new Promise((resolve) => {
    const program = ['--disable-warning=ExperimentalWarning', 'server/commands/user.ts', ...words]
    execFile(
      process.execPath,
      program,
      { cwd: ROOT, env: { ...process.env, ...environment } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })
}

/** `npm run user` beside the server, with its database. */
function user(...words: string[]): Promise<Said> {
  return run({ ...ofDatabase(server), DATA_DIR: server.config.dataDir, PUBLIC_URL: server.url }, words)
}

function ofDatabase({ connection }: TestServer): { DATABASE_URL: string } {
  const address = new URL(`postgresql://${connection.user}@localhost/${connection.database}`)
  address.searchParams.set('host', connection.host ?? '')
  return { DATABASE_URL: address.href }
}

const linkOf = ({ output }: Said): URL => new URL(/^https?:\S+$/m.exec(output)?.[0] ?? '')
/** What the page does with the link of a mail. */
const follow = (link: URL) =>
  server.client().auth.verifyOtp({
    type: z.enum(['recovery', 'invite']).parse(link.searchParams.get('type')),
    token_hash: link.searchParams.get('token') ?? '',
  })

async function eventsOf(userId: string | undefined): Promise<unknown[]> {
  const { rows } = await server.database.owner(
    `select event_type from system_audit_log where user_id = $1 and details ->> 'by' = 'operator' order by created_at`,
    [userId],
  )
  return rows.map((row) => row['event_type'])
}

async function wrapsOf(userId: string): Promise<unknown[]> {
  const { rows } = await server.database.owner('select * from account_wraps where user_id = $1', [userId])
  return rows
}

const canSignIn = async (email: string, password = PASSWORD) =>
  (await server.client().auth.signInWithPassword({ email, password })).error === null

test('an account is made without a password, and its link lets its owner in once', async () => {
  const email = newEmail()

  const made = await user('create', email)

  expect(made.code).toBe(0)
  expect(made.output).toContain('within 24 hours')
  expect(made.output).not.toContain('PUBLIC_URL')
  const { data, error } = await follow(linkOf(made))
  expect([error, data.user?.email]).toEqual([null, email])
  expect((await follow(linkOf(made))).error).not.toBeNull()
  expect(await eventsOf(data.user?.id)).toEqual(['user.created'])
  const again = await user('create', email)
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('already')])
})

test('an invitation is mailed, and not printed', async () => {
  const email = newEmail()

  const invited = await user('invite', email)

  expect(invited).toEqual({ code: 0, output: expect.stringContaining('local mailbox') })
  expect(invited.output).not.toContain('token')
  const { data } = await follow(new URL(linkIn(await server.mailbox.next(email))))
  expect(data.user?.email).toBe(email)
  expect(await eventsOf(data.user?.id)).toEqual(['user.invited'])
})

test('a link for another password opens the account and not the vault', async () => {
  const person = await personWithVault(server)
  const before = await wrapsOf(person.userId)
  expect(before).not.toEqual([])

  const printed = await user('reset-password', person.email, '--print')

  expect(printed.output).toContain('The vault stays closed')
  expect(printed.output).toContain('within an hour')
  expect((await follow(linkOf(printed))).error).toBeNull()
  expect(await wrapsOf(person.userId), 'its wrapped keys are as they were').toEqual(before)
  expect(await eventsOf(person.userId)).toEqual(['link.generated'])

  const mailed = await user('reset-password', person.email)
  expect(mailed.output).toContain('local mailbox')
  expect(linkIn(await server.mailbox.next(person.email))).toContain('type=recovery')
})

test('who is suspended is signed out and cannot sign in, until they are restored', async () => {
  const person = await signedInPerson(server)
  const { id } = person.session.user

  expect(await user('suspend', person.email.toUpperCase())).toMatchObject({ code: 0 })
  expect(await canSignIn(person.email)).toBe(false)
  expect((await person.client.auth.refreshSession()).error).not.toBeNull()
  expect(await user('reset-password', person.email)).toMatchObject({
    code: 1,
    output: expect.stringContaining('restore the account first'),
  })

  expect(await user('restore', person.email)).toMatchObject({ code: 0 })
  expect(await canSignIn(person.email)).toBe(true)
  expect(await eventsOf(id)).toEqual(['user.changed', 'user.changed'])
})

test('whom their organisation removed is not let back in from here', async () => {
  const person = await signedInPerson(server)
  await server.database.owner(
    `insert into former_members (user_id, tenant_id) select user_id, tenant_id from profiles where user_id = $1`,
    [person.session.user.id],
  )
  expect(await user('restore', person.email)).toMatchObject({
    code: 1,
    output: expect.stringContaining('on the page Team'),
  })
})

test('sessions end', async () => {
  const person = await signedInPerson(server)

  expect((await user('sign-out', person.email)).output).toContain('2 sessions')

  expect((await person.client.auth.refreshSession()).error).not.toBeNull()
  expect(await canSignIn(person.email)).toBe(true)
  expect(await eventsOf(person.session.user.id)).toEqual(['logout'])
  // Signing in has made one.
  expect((await user('sign-out', person.email)).output).toBe(`1 session of ${person.email} ended.\n`)
})

test('second factors go, a mail says so to their owner, and nothing else goes', async () => {
  const person = await signedInPerson(server)
  const { id } = person.session.user
  await server.database.owner(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret_sealed)
     values (gen_random_uuid(), $1, 'totp', 'verified', 'x'), (gen_random_uuid(), $1, 'recovery_code', 'verified', null)`,
    [id],
  )

  expect((await user('reset-second-factor', person.email)).output).toContain('1 removed')

  const { rows } = await server.database.owner('select from auth.mfa_factors where user_id = $1', [id])
  expect(rows).toEqual([])
  expect((await server.mailbox.next(person.email)).text).toContain('A second factor of your account was removed')
  expect(await eventsOf(id)).toContain('mfa.removed')
  expect((await user('reset-second-factor', person.email)).output).toContain('has no second factor')
})

test('the list says how accounts stand, and holds no secret', async () => {
  const person = await personWithVault(server)

  const { output } = await user('list', '--json')

  const accounts = z.array(z.looseObject({ email: z.string().nullable() })).parse(JSON.parse(output))
  expect(accounts.find(({ email }) => email === person.email)).toMatchObject({
    state: 'active',
    has_vault: true,
    sessions: 2,
    second_factors: 0,
  })
  expect(output).not.toMatch(/password|secret|wrapped/)
  expect((await user('list')).output).toContain(`${person.email}  active`)
})

test.each([
  [[], 'Name a command.'],
  [['remove', 'ada@example.org'], "Unknown command 'remove'."],
  [['constructor', 'ada@example.org'], "Unknown command 'constructor'."],
  [['suspend'], 'suspend takes one address'],
  [['suspend', 'ada'], 'suspend takes one address'],
  [['suspend', 'ada@example.org', 'bob@example.org'], 'suspend takes one address'],
  [['list', 'ada@example.org'], 'list takes no address'],
  [['list', '--yaml'], "Unknown option '--yaml'"],
])('%j is refused with a sentence', async (words, sentence) => {
  const { code, output } = await user(...words)
  expect(output).toContain(sentence)
  expect(output).not.toMatch(/^ +at /m)
  expect(code).toBe(2)
})

test('an address without an account is refused with a sentence', async () => {
  const address = `${randomUUID()}@example.org`
  expect(await user('sign-out', address)).toEqual({
    code: 1,
    output: `There is no account with the address ${address}.\n`,
  })
})

test('a folder without a server gets none', async () => {
  const folder = path.join(shortLivedFolder(), `quantumshield-nothing-${randomUUID()}`)
  expect(await run({ DATA_DIR: folder }, ['list'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no server in'),
  })
  expect(fs.existsSync(folder)).toBe(false)
})

test('an empty folder will do where the secrets lie in the database', async () => {
  const shared = await startServer()
  onTestFinished(() => shared.stop())
  const key = { SECRETS_KEY: randomBytes(32).toString('base64') }
  const email = newEmail()
  const beside = { ...ofDatabase(shared), ...key, PUBLIC_URL: shared.url }
  const create = () => run({ ...beside, DATA_DIR: shared.config.dataDir }, ['create', email])
  expect(await create(), 'a command moves nothing').toMatchObject({
    code: 1,
    output: expect.stringContaining('The first start of the server with SECRETS_KEY moves them'),
  })
  const { dataDir } = shared.config
  await openSecrets({ dataDir, secretsKey: Buffer.from(key.SECRETS_KEY, 'base64') }, shared.database, () => undefined)
  expect(await create()).toMatchObject({ code: 0 })
  const folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-empty-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))

  const printed = await run({ ...beside, DATA_DIR: folder }, ['reset-password', email, '--print'])

  expect([printed.code, printed.output]).toEqual([0, expect.stringContaining(`${shared.url}/auth/v1/verify`)])
  expect((await run({ ...beside, DATA_DIR: folder }, ['list'])).output).toContain(email)
  expect(await run({ ...ofDatabase(shared), DATA_DIR: folder }, ['list'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no server in'),
  })
})

test('without PUBLIC_URL it says that the link leads to this machine', async () => {
  const { output } = await run({ ...ofDatabase(server), DATA_DIR: server.config.dataDir }, ['create', newEmail()])
  expect(output).toContain('The link leads to http://localhost:3000, which works on this machine alone')
  // The page that asks for a password: another one would leave the session in the address.
  expect(decodeURIComponent(output)).toContain('redirect_to=http://localhost:3000/login')
})

test('it works on the embedded database while the server runs, and while it does not', async () => {
  const folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-users-'))
  fs.chmodSync(folder, 0o755)
  await copyPreparedCluster(path.join(folder, 'postgres'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const environment = { DATA_DIR: folder, LOG_LEVEL: 'error' }
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', 'server/main.ts']
  const running = startProcess({ cwd: ROOT, command, port: await freePort(), environment })
  onTestFinished(() => running.kill('SIGKILL'))
  await running.ready()

  expect(await run(environment, ['create', 'ada@example.org'])).toMatchObject({ code: 0 })
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  running.kill('SIGTERM')
  await running.ended

  expect((await run(environment, ['list'])).output).toContain('ada@example.org  unconfirmed')
})
