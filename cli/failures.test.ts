import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { needs } from '#crypto/testing/needs.ts'
import { CommandLine } from '../test/support/command-line.ts'
import { startLine } from '../test/support/line.ts'
import { type TestServer, startNode, startServer } from '../test/support/server/test-server.ts'
import { VAULT_PASSWORD, type VaultPerson, personWithVault } from '../test/support/people/vault-person.ts'

const listed = z.array(z.object({ id: z.string(), name: z.string() }))

const argon2 = 'from cryptography.hazmat.primitives.kdf.argon2 import Argon2id'
const python = ['/usr/bin/python3', 'python3'].find((command) => spawnSync(command, ['-c', argon2]).status === 0)

let server: TestServer
let person: VaultPerson
const computer = new CommandLine()
beforeAll(async () => {
  server = await startServer()
  person = await personWithVault(server)
})
afterAll(async () => {
  await server.stop()
  computer.remove()
})
beforeEach(() => computer.moveOn())

const run: CommandLine['run'] = (words, options) => computer.run(words, options)
const makeFile = (name: string, bytes: Buffer): string => computer.makeFile(name, bytes)

describe('what goes wrong is reported', () => {
  test.each([
    ['no such command', ['shuffle'], 2, 'there is no command shuffle'],
    ['an option of another command', ['ls', '--force'], 2, 'ls has no option --force'],
    ['an unknown option', ['ls', '--colour'], 2, "Unknown option '--colour'"],
    [
      'a server without encryption',
      ['login', '--server', 'http://vault.example.org'],
      2,
      'is not encrypted on the way',
    ],
    ['nobody signed in', ['ls'], 3, 'You are not signed in'],
    ['an odd duration', ['unlock', '--for', 'ever'], 2, '--for takes minutes, hours or days'],
  ])('%s', async (_, words, status, text) => {
    const { stderr, ...rest } = await run(words)
    expect(rest.status).toBe(status)
    expect(stderr).toContain(text)
    expect(rest.stdout.toString()).toBe('')
  })

  test('a wrong password, at sign-in and at opening', async () => {
    const refused = await run(['login', '--server', server.url, '--email', person.email], { password: 'another one' })
    expect(refused).toMatchObject({ status: 3, stderr: 'quantumshield: Email or password is wrong.\n' })

    await run(['login', '--server', server.url, '--email', person.email])
    const closed = await run(['ls', '--json'], { password: 'another one' })
    expect(closed.status).toBe(1)
    expect(JSON.parse(closed.stderr)).toMatchObject({ error: { code: 'wrong_password' } })
  })

  test('a name that is missing, or stands for several files', async () => {
    await computer.signIn(server.url, person)
    expect(await run(['get', 'nothing'])).toMatchObject({ status: 4 })

    const file = makeFile('twice.txt', Buffer.from('2'))
    const into = (folder: string) => ['put', file, '--into', folder, '--json']
    const [first] = listed.parse(JSON.parse((await run(into('One'))).stdout.toString()))
    await run(into('Other'))
    const several = await run(['get', 'twice.txt'])
    expect(several.status).toBe(1)
    expect(several.stderr).toContain(`2 things are called twice.txt`)
    expect((await run(['get', first?.id ?? '', '--output', '-'])).stdout.toString()).toBe('2')
  })

  test('a file larger than the server takes is refused before a byte is sent', async () => {
    const strict = await startServer({ MAX_FILE_BYTES: '1000' })
    onTestFinished(() => strict.stop())
    await computer.signIn(strict.url, await personWithVault(strict))

    const refused = await run(['put', makeFile('big.bin', randomBytes(1001))])
    expect(refused).toMatchObject({ status: 2 })
    expect(refused.stderr).toContain('larger than this server takes (1000 bytes)')
    expect((await run(['put', '-', '--name', 'big.bin'], { input: randomBytes(1001) })).status).toBe(2)
  })

  test('a larger limit of the server counts without signing in again', async () => {
    const strict = await startServer({ MAX_FILE_BYTES: '1000' })
    onTestFinished(() => strict.stop())
    const line = await startLine()
    onTestFinished(() => line.stop())
    line.forwardTo(strict.config.port)
    await computer.signIn(`http://127.0.0.1:${line.port}`, await personWithVault(strict))
    const file = makeFile('big.bin', randomBytes(1001))
    expect(await run(['put', file])).toMatchObject({ status: 2 })

    // What a start with another setting is to those outside.
    const raised = await startNode(strict, { MAX_FILE_BYTES: '2000' })
    onTestFinished(() => raised.stop())
    line.forwardTo(raised.port)
    // A process of its own: the other has a connection to the server of before.
    expect(await computer.runAlone(['put', file])).toMatchObject({ status: 0, stderr: '' })
    expect((await computer.runAlone(['put', makeFile('huge.bin', randomBytes(2001))])).stderr).toContain(
      'takes (2000 bytes)',
    )
  })

  test('files are exported sealed, and over nothing that is there', async () => {
    const { target, sealed, records, bytes } = await exported()
    expect(fs.readFileSync(sealed).includes(bytes.subarray(0, 32))).toBe(false)
    expect(fs.readFileSync(records, 'utf8')).not.toContain('leaving')

    const again = await run(['export', 'leaving.bin', '--to', target])
    expect([again.status, again.stderr]).toEqual([0, expect.stringContaining('is there already')])
    const other = computer.newFolder('other-')
    for (const name of fs.readdirSync(target)) fs.writeFileSync(path.join(other, name), 'something else')
    await run(['export', 'leaving.bin', '--to', other])
    expect(fs.readFileSync(path.join(other, path.basename(sealed)), 'utf8')).toBe('something else')
  })

  test('a script without any of our code opens what was exported', needs(python, 'Argon2id for Python'), async () => {
    const { target, sealed, records, bytes } = await exported()
    const secret = ['--password', VAULT_PASSWORD, '--out', path.join(target, 'out')]
    const opened = spawnSync(python!, ['tools/decrypt.py', '--export', records, '--blob', sealed, ...secret], {
      encoding: 'utf8',
    })
    expect([opened.status, opened.stdout.trim()]).toEqual([0, 'leaving.bin'])
    expect(fs.readFileSync(path.join(target, 'out')).equals(bytes)).toBe(true)
  })

  test('a damaged file: nothing is saved, verify names it, the others are whole', async () => {
    const own = await personWithVault(server)
    await computer.signIn(server.url, own)
    await run(['put', makeFile('whole.txt', Buffer.from('whole'))])
    await run(['put', makeFile('damaged.txt', randomBytes(5000))])
    await flipByteOf('damaged.txt')

    const target = computer.newFolder('got-')
    expect(await run(['get', 'damaged.txt', '--to', target])).toMatchObject({ status: 5 })
    expect(fs.existsSync(path.join(target, 'damaged.txt'))).toBe(false)

    const verified = await run(['verify', '--all'])
    expect(verified.status).toBe(5)
    expect(verified.stdout.toString()).toContain('ok       whole.txt')
    expect(verified.stdout.toString()).toContain('DAMAGED  damaged.txt')
  })
})

/** A file of somebody new, and the two files that leave the vault for it. */
async function exported(): Promise<{ target: string; sealed: string; records: string; bytes: Buffer }> {
  await computer.signIn(server.url, await personWithVault(server))
  const bytes = randomBytes(300_000)
  await run(['put', makeFile('leaving.bin', bytes)])
  const target = computer.newFolder('exported-')
  expect(await run(['export', '--all', '--to', target])).toMatchObject({ status: 0, stderr: '' })
  const [sealed, records] = ['leaving.bin.sealed', 'leaving.bin.export.json'].map((name) => path.join(target, name))
  return { target, sealed: sealed!, records: records!, bytes }
}

/** In the file as the server stores it. */
async function flipByteOf(name: string): Promise<void> {
  const files = listed.parse(await computer.json(['ls']))
  const query = `select o.blob_id from storage.objects o join file_records f on f.storage_path = o.name where f.id = $1`
  const { rows } = await server.database.owner<{ blob_id: string }>(query, [
    files.find((file) => file.name === name)?.id,
  ])
  const storage = path.join(server.config.dataDir, 'storage')
  const names = fs.readdirSync(storage, { recursive: true, encoding: 'utf8' })
  const blob = path.join(storage, names.find((entry) => path.basename(entry) === rows[0]?.blob_id) ?? '')
  const bytes = fs.readFileSync(blob)
  bytes.writeUInt8(bytes.readUInt8(3000) ^ 1, 3000)
  fs.chmodSync(blob, 0o600)
  fs.writeFileSync(blob, bytes)
}
