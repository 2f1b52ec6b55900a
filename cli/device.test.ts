import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CommandLine } from '../test/support/command-line.ts'
import { type TestServer, startServer } from '../test/support/server/test-server.ts'
import { personWithVault } from '../test/support/people/vault-person.ts'

const owner = new CommandLine()
const device = new CommandLine()
let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await owner.signIn(server.url, await personWithVault(server))
})
afterAll(async () => {
  await server.stop()
  owner.remove()
  device.remove()
})

const added = z.object({ id: z.uuid(), code: z.string() })
const enrolled = z.object({ id: z.uuid(), fingerprint: z.string() })

test.each(['std', 'iot'])('a device of suite %s enrols, sends, replaces its key, and is revoked', async (suite) => {
  device.moveOn()
  const { id, code } = added.parse(await owner.json(['device', 'add', 'Weather', 'station', '--suite', suite]))
  expect(await owner.json(['device', 'ls'])).toEqual(
    expect.arrayContaining([expect.objectContaining({ id, name: 'Weather station', suite, state: 'waiting' })]),
  )
  const { fingerprint } = enrolled.parse(await device.json(['device', 'enrol', code]))
  const keyFile = path.join(device.home, 'device.json')
  expect(fs.statSync(keyFile).mode & 0o777).toBe(0o600)

  const content = randomBytes(300_000)
  const file = path.join(device.newFolder('files-'), `${suite}.bin`)
  fs.writeFileSync(file, content)
  await device.json(['device', 'heartbeat', '--battery', '64', '--firmware', '2.0'])
  await device.json(['device', 'send', file])
  const after = enrolled.omit({ id: true }).parse(await device.json(['device', 'rotate']))
  expect(after.fingerprint).not.toBe(fingerprint)
  await device.json(['device', 'send', file])

  expect(await owner.json(['device', 'receive'])).toEqual({
    accepted: [
      { name: `${suite}.bin`, device: 'Weather station' },
      { name: `${suite} (2).bin`, device: 'Weather station' },
    ],
    refused: [],
  })
  const read = await owner.run(['get', `Weather station/${suite}.bin`, '-o', '-'])
  expect(read.stdout.equals(content)).toBe(true)

  expect(await owner.json(['device', 'revoke', id])).toEqual({ revoked: id })
  expect(await device.run(['device', 'heartbeat'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('revoked by who added it') as string,
  })
})

test('a code that was used leaves no key on a second device, and the first keeps its own', async () => {
  device.moveOn()
  const { code } = added.parse(await owner.json(['device', 'add', 'Door']))
  await device.json(['device', 'enrol', code])
  expect(await device.run(['device', 'enrol', code])).toMatchObject({ status: 6 })
  const kept = device.home
  device.moveOn()
  expect(await device.run(['device', 'enrol', code])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('used before') as string,
  })
  expect(fs.readdirSync(device.home).filter((name) => name.startsWith('device'))).toEqual([])
  await device.json(['device', 'heartbeat', '--key', path.join(kept, 'device.json')])
})

test('where the sign-in is old the password is asked for, and the command continues', async () => {
  await server.database.owner("update auth.sessions set created_at = now() - interval '1 hour', proven_at = null")
  const add = ['device', 'add', 'Gate']
  expect(await owner.run(add, { password: 'another one' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('password') as string,
  })
  const { id } = added.parse(await owner.json(add))
  await server.database.owner("update auth.sessions set proven_at = now() - interval '1 hour'")
  expect(await owner.json(['device', 'revoke', id])).toEqual({ revoked: id })
})

test.each([
  ['no part', ['device'], 2, 'Usage: quantumshield device enrol'],
  ['no code', ['device', 'enrol'], 2, 'Give the code'],
  ['a code that is none', ['device', 'enrol', 'qsd1-abc'], 1, 'no enrolment code'],
  ['no file', ['device', 'send'], 2, 'Name the files'],
  [
    'a device that is not enrolled',
    ['device', 'heartbeat', '--key', '/nowhere/device.json'],
    4,
    'There is no device in',
  ],
  ['no name', ['device', 'add'], 2, 'Give the device a name'],
  ['an unknown suite', ['device', 'add', 'x', '--suite', 'cnsa2'], 2, '--suite is std'],
  ['an interval too short', ['device', 'add', 'x', '--interval', '5s'], 2, '--interval is from'],
  ['a device that is not there', ['device', 'revoke', crypto.randomUUID()], 4, 'no longer here'],
])('%s is answered with a sentence', async (_, words, status, message) => {
  expect(await owner.run(words)).toMatchObject({ status, stderr: expect.stringContaining(message) as string })
})
