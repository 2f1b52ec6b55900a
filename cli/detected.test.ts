import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { CommandLine } from '../test/support/command-line.ts'
import { type TestServer, startServer } from '../test/support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../test/support/people/vault-person.ts'
import { storeFile } from '../test/support/stored-file.ts'

const FILES = 8

let server: TestServer
let person: VaultPerson
const computer = new CommandLine()
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  await server.stop()
  computer.remove()
})

/** Somebody whose session on this computer is the newest, on a device that the account does not know. */
beforeEach(async () => {
  person = await personWithVault(server)
  for (let n = 0; n < FILES; n += 1) await storeFile(person, `file ${n}.txt`, Buffer.from(`content ${n}`))
  computer.moveOn()
  await computer.signIn(server.url, person)
  await server.database.owner('delete from auth.known_devices where user_id = $1', [person.userId])
  await server.database.owner('update auth.sessions set device_hash = null where user_id = $1', [person.userId])
})

/** What a detector noticed in the session of this computer. */
async function notice(finding: { detector: string; enforcement?: string }): Promise<void> {
  const { rows } = await server.database.owner<{ id: string }>(
    'select id from auth.sessions where user_id = $1 order by created_at desc limit 1',
    [person.userId],
  )
  const session = rows[0]?.id ?? ''
  const about = finding.detector === 'mass_destruction' ? `person ${person.userId}` : `session ${session}`
  await server.database.owner('select threats.record($1)', [
    JSON.stringify({ ...finding, user_id: person.userId, session_id: session, subject: about, reasons: [] }),
  ])
  server.threats.recorder.onEnforced()
}

test('reads that are slowed down say so once, with the way out, and all come', async () => {
  await notice({ detector: 'mass_download' })
  // However slow this machine is, more than a file a second is asked for.
  server.clock.stop()
  const timer = setInterval(() => server.clock.advance(1), 2000)
  onTestFinished(() => (clearInterval(timer), server.clock.reset()))
  const { status, stderr, stdout } = await computer.run(['verify', '--all'])
  expect(stderr.split('one a second')).toHaveLength(2)
  expect(stderr).toContain('Very many files were read on this new computer, so they come one a second.')
  expect(stderr).toContain('Run `quantumshield login` again, or open Security in a browser')
  expect(status).toBe(0)
  for (let n = 0; n < FILES; n += 1) expect(stdout.toString()).toContain(`ok       file ${n}.txt`)
}, 60_000)

test('a session that is held says what to do', async () => {
  await notice({ detector: 'mass_download', enforcement: 'step_up' })
  const { status, stderr } = await computer.run(['verify', '--all'])
  expect(status).not.toBe(0)
  expect(stderr).toContain(
    'Something unusual was noticed about this session. Open Security in a browser and confirm that it is you',
  )
})

test('changes that are paused say what to do', async () => {
  await notice({ detector: 'mass_destruction' })
  const file = computer.makeFile('file 0.txt', Buffer.from('other content'))
  const { status, stderr } = await computer.run(['put', file, '--replace'])
  expect(status).not.toBe(0)
  expect(stderr).toContain('Replacing and deleting files is paused for this account')
  expect(stderr).toContain('Open Security in a browser and confirm that it is you')
})
