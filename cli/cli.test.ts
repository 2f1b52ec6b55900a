import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { prepareRecoveryKit } from '#vault/account/new-recovery-kit.ts'
import { CommandLine, type Run } from '../test/support/command-line.ts'
import { type Line, startLine } from '../test/support/line.ts'
import { type TestServer, startNode, startServer } from '../test/support/server/test-server.ts'
import { VAULT_PASSWORD, type VaultPerson, personWithVault } from '../test/support/people/vault-person.ts'

const MEBIBYTE = 1024 * 1024
const listed = z.array(z.object({ id: z.string(), name: z.string(), size: z.number(), mime_type: z.string() }))

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
const launch: CommandLine['launch'] = (words, environment) => computer.launch(words, environment)
const result: typeof CommandLine.result = (child, input) => CommandLine.result(child, input)

const login = (url = server.url): Promise<Run> => run(['login', '--server', url, '--email', person.email])

const makeFile = (name: string, bytes: Buffer): string => computer.makeFile(name, bytes)

describe('a person at a terminal', () => {
  test('signs in, stores files, lists them and gets them back byte for byte', async () => {
    const small = makeFile('Größe & Co.txt', Buffer.from('hello'))
    const large = makeFile('large.bin', randomBytes(11 * MEBIBYTE + 123))
    const taken = new Date('2019-07-06T12:00:00Z')
    fs.utimesSync(small, taken, taken)
    expect(await login()).toMatchObject({ status: 0, stderr: '' })

    const stored = await run(['put', small, large, '--json'])
    expect(stored.status, stored.stderr).toBe(0)
    const found = listed.parse(JSON.parse((await run(['ls', '--json'])).stdout.toString()))
    expect(found).toContainEqual(
      expect.objectContaining({ name: 'Größe & Co.txt', size: 5, mime_type: 'text/plain' }) as never,
    )

    const target = computer.newFolder('got-')
    const got = await run(['get', 'Größe & Co.txt', 'large.bin', '--to', target])
    expect(got.status, got.stderr).toBe(0)
    for (const file of [small, large]) {
      expect(fs.readFileSync(path.join(target, path.basename(file))).equals(fs.readFileSync(file))).toBe(true)
    }
    expect(fs.statSync(path.join(target, path.basename(small))).mtime).toEqual(taken)
    expect(fs.readdirSync(target)).toHaveLength(2)
    expect((await run(['get', 'large.bin', '--to', target])).stderr).toContain('exists already. Use --force')
  })

  test('pipes content in and out', async () => {
    await login()
    const bytes = randomBytes(300_000)
    const stored = await run(['put', '-', '--name', 'from a pipe.bin'], { input: bytes })
    expect(stored.status, stored.stderr).toBe(0)

    const got = await run(['get', 'from a pipe.bin', '--output', '-'])
    expect(got.stdout.equals(bytes)).toBe(true)
  })

  test('keeps the vault open for a while, and locks it', async () => {
    await login()
    const asked = await result(launch(['ls']))
    expect(asked).toMatchObject({ status: 3 })
    expect(asked.stderr).toContain('There is no terminal to ask for the password')

    const unlocked = await result(launch(['unlock', '--for', '5m', '--password-stdin']), `${VAULT_PASSWORD}\n`)
    expect(unlocked.status, unlocked.stderr).toBe(0)
    expect(await result(launch(['ls']))).toMatchObject({ status: 0, stderr: '' })
    for (const file of fs.readdirSync(computer.home))
      expect(fs.statSync(path.join(computer.home, file)).mode & 0o077, file).toBe(0)

    expect(await result(launch(['lock']))).toMatchObject({ status: 0 })
    expect(await result(launch(['ls']))).toMatchObject({ status: 3 })
  })

  test('asks for the password again when another device gave the account a new key', async () => {
    await login()
    await result(launch(['unlock', '--password-stdin']), `${VAULT_PASSWORD}\n`)
    const kit = await prepareRecoveryKit(
      person.vault,
      await deriveCredentials(person.api, person.email, VAULT_PASSWORD),
    )
    await kit.store(person.api)
    const asked = await result(launch(['ls']))
    expect(asked).toMatchObject({ status: 3 })
    expect(asked.stderr).toContain('There is no terminal to ask for the password')
    expect(await run(['ls'])).toMatchObject({ status: 0, stderr: '' })
  })

  test('signs out: neither session nor key stays', async () => {
    await login()
    await result(launch(['unlock', '--password-stdin']), `${VAULT_PASSWORD}\n`)

    expect(await run(['logout'])).toMatchObject({ status: 0 })
    expect(fs.readdirSync(computer.home)).toEqual([])
    expect(await run(['ls'])).toMatchObject({ status: 3 })
  })

  test('sees the fingerprint that the app shows', async () => {
    await login()
    const shown = z
      .object({ key_fingerprint: z.string() })
      .parse(JSON.parse((await run(['whoami', '--json'])).stdout.toString()))
    expect(shown.key_fingerprint).toBe(person.vault.keyFingerprint)
  })
})

test('says its version', async () => {
  const { status, stdout } = await run(['--version'])
  expect([status, stdout.toString()]).toEqual([0, expect.stringMatching(/^quantumshield \d+\.\d+\.\d+\n$/)])
})

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

    await login()
    const closed = await run(['ls', '--json'], { password: 'another one' })
    expect(closed.status).toBe(1)
    expect(JSON.parse(closed.stderr)).toMatchObject({ error: { code: 'wrong_password' } })
  })

  test('a name that is missing, or stands for several files', async () => {
    await login()
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
    const { email } = await personWithVault(strict)
    await run(['login', '--server', strict.url, '--email', email])

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
    const { email } = await personWithVault(strict)
    await run(['login', '--server', `http://127.0.0.1:${line.port}`, '--email', email])
    const file = makeFile('big.bin', randomBytes(1001))
    expect(await run(['put', file])).toMatchObject({ status: 2 })

    // What a start with another setting is to those outside.
    const raised = await startNode(strict, { MAX_FILE_BYTES: '2000' })
    onTestFinished(() => raised.stop())
    line.forwardTo(raised.port)
    expect(await run(['put', file])).toMatchObject({ status: 0, stderr: '' })
    expect((await run(['put', makeFile('huge.bin', randomBytes(2001))])).stderr).toContain('takes (2000 bytes)')
  })

  test('files are exported sealed, and a script without any of our code opens them', async () => {
    const own = await personWithVault(server)
    await run(['login', '--server', server.url, '--email', own.email])
    const bytes = randomBytes(300_000)
    await run(['put', makeFile('leaving.bin', bytes)])
    const target = computer.newFolder('exported-')
    expect(await run(['export', '--all', '--to', target])).toMatchObject({ status: 0, stderr: '' })
    const [sealed, records] = ['leaving.bin.sealed', 'leaving.bin.export.json'].map((name) => path.join(target, name))
    expect(fs.readFileSync(sealed!).includes(bytes.subarray(0, 32))).toBe(false)
    expect(fs.readFileSync(records!, 'utf8')).not.toContain('leaving')

    const again = await run(['export', 'leaving.bin', '--to', target])
    expect([again.status, again.stderr]).toEqual([6, expect.stringContaining('is there already')])

    const python = ['/usr/bin/python3', 'python3'].find(
      (command) =>
        spawnSync(command, ['-c', 'from cryptography.hazmat.primitives.kdf.argon2 import Argon2id']).status === 0,
    )
    if (!python) return
    const secret = ['--password', VAULT_PASSWORD, '--out', path.join(target, 'out')]
    const opened = spawnSync(python, ['tools/decrypt.py', '--export', records!, '--blob', sealed!, ...secret], {
      encoding: 'utf8',
    })
    expect([opened.status, opened.stdout.trim()]).toEqual([0, 'leaving.bin'])
    expect(fs.readFileSync(path.join(target, 'out')).equals(bytes)).toBe(true)
  })

  test('a damaged file: nothing is saved, verify names it, the others are whole', async () => {
    const own = await personWithVault(server)
    await run(['login', '--server', server.url, '--email', own.email])
    await run(['put', makeFile('whole.txt', Buffer.from('whole'))])
    await run(['put', makeFile('damaged.txt', randomBytes(5000))])
    await flipByteOf(own, 'damaged.txt')

    const target = computer.newFolder('got-')
    expect(await run(['get', 'damaged.txt', '--to', target])).toMatchObject({ status: 5 })
    expect(fs.existsSync(path.join(target, 'damaged.txt'))).toBe(false)

    const verified = await run(['verify', '--all'])
    expect(verified.status).toBe(5)
    expect(verified.stdout.toString()).toContain('ok       whole.txt')
    expect(verified.stdout.toString()).toContain('DAMAGED  damaged.txt')
  })
})

describe('interrupted', () => {
  let line: Line
  beforeAll(async () => {
    line = await startLine()
    line.forwardTo(Number(new URL(server.url).port))
  })
  afterAll(() => line.stop())

  test('an upload continues where it was killed', async () => {
    const own = await personWithVault(server)
    await run(['login', '--server', `http://127.0.0.1:${line.port}`, '--email', own.email])
    const bytes = randomBytes(40 * MEBIBYTE)
    const file = makeFile('cut.bin', bytes)
    const lift = line.stallAfter(26 * MEBIBYTE)
    const before = line.sentBytes()
    const child = launch(['put', file], { QUANTUMSHIELD_PASSWORD: VAULT_PASSWORD })
    await expect.poll(() => line.sentBytes() - before, { timeout: 20_000 }).toBeGreaterThanOrEqual(26 * MEBIBYTE)
    child.kill('SIGTERM')
    await new Promise((resolve) => child.on('close', resolve))
    line.cut()
    lift()

    const atKill = line.sentBytes()
    const again = await run(['put', file])
    expect(again.status, again.stderr).toBe(0)
    expect(line.sentBytes() - atKill).toBeLessThan(33 * MEBIBYTE)
    expect((await run(['get', 'cut.bin', '--output', '-'])).stdout.equals(bytes)).toBe(true)
    expect(fs.readdirSync(path.join(computer.home, 'uploads'))).toEqual([])
  })

  test('a download continues from what is there', async () => {
    const own = await personWithVault(server)
    await run(['login', '--server', server.url, '--email', own.email])
    const bytes = randomBytes(9 * MEBIBYTE)
    const [stored] = z
      .array(z.object({ id: z.string() }))
      .parse(JSON.parse((await run(['put', makeFile('rest.bin', bytes), '--json'])).stdout.toString()))
    const contentId = await fieldOf(own, stored?.id ?? '', 'content_id')
    const target = computer.newFolder('got-')
    const part = path.join(target, `.${contentId}.part`)
    // Not a whole number of segments, as a process that was killed leaves it.
    fs.writeFileSync(part, bytes.subarray(0, 5_000_000))

    const got = await run(['get', 'rest.bin', '--to', target])
    expect(got.status, got.stderr).toBe(0)
    expect(fs.readFileSync(path.join(target, 'rest.bin')).equals(bytes)).toBe(true)
    expect(fs.existsSync(part)).toBe(false)
  })
})

async function fieldOf(own: VaultPerson, id: string, field: string): Promise<string> {
  const rows = await own.api.rest(`file_records?select=${field}&id=eq.${id}`)
  return String(z.array(z.record(z.string(), z.unknown())).parse(rows)[0]?.[field])
}

async function flipByteOf(own: VaultPerson, name: string): Promise<void> {
  const files = listed.parse(JSON.parse((await run(['ls', '--json'])).stdout.toString()))
  const storagePath = await fieldOf(own, files.find((file) => file.name === name)?.id ?? '', 'storage_path')
  const query = 'select blob_id from storage.objects where name = $1'
  const { rows } = await server.database.owner<{ blob_id: string }>(query, [storagePath])
  const storage = path.join(server.config.dataDir, 'storage')
  const names = fs.readdirSync(storage, { recursive: true, encoding: 'utf8' })
  const blob = path.join(storage, names.find((entry) => path.basename(entry) === rows[0]?.blob_id) ?? '')
  const bytes = fs.readFileSync(blob)
  bytes.writeUInt8(bytes.readUInt8(3000) ^ 1, 3000)
  fs.chmodSync(blob, 0o600)
  fs.writeFileSync(blob, bytes)
}
