import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { prepareRecoveryKit } from '#vault/account/new-recovery-kit.ts'
import { CommandLine, type Run } from '../test/support/command-line.ts'
import { type TestServer, startServer } from '../test/support/server/test-server.ts'
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

const run: CommandLine['run'] = (words, options) => computer.runAlone(words, options)
const launch: CommandLine['launch'] = (words, environment) => computer.launch(words, environment)
const result: typeof CommandLine.result = (child, input) => CommandLine.result(child, input)

const login = (): Promise<Run> => run(['login', '--server', server.url, '--email', person.email])

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
