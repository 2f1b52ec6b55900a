import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { CommandLine } from '../test/support/command-line.ts'
import { type TestServer, startServer } from '../test/support/server/test-server.ts'
import { personWithVault } from '../test/support/people/vault-person.ts'

const computer = new CommandLine()
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  await server.stop()
  computer.remove()
})

test('files of a team space are stored, listed, moved, fetched and removed by two people at terminals', async () => {
  const [ada, bob] = await Promise.all([personWithVault(server), personWithVault(server)])
  const members = [{ userId: bob.userId, role: 'editor' as const }]
  const id = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members })
  // The list of members is in the public log: a server of a test does not grow it by itself.
  await server.ledger.listKeys()
  await server.ledger.signAll(0)
  const bytes = randomBytes(300_000)

  await computer.signIn(server.url, bob)
  expect(await computer.json(['spaces'])).toMatchObject([{ id, name: 'Board', role: 'editor', problem: null }])
  const file = computer.makeFile('minutes.pdf', bytes)
  await computer.json(['put', file, '--space', 'Board', '--into', '2026'])
  expect(await computer.json(['ls'])).toEqual([])
  const taken = await computer.run(['put', file, '--space', 'Board', '--into', '2026'])
  expect(taken.status).toBe(6)

  computer.moveOn()
  await computer.signIn(server.url, ada)
  expect(await computer.json(['ls', '--all', '--space', id])).toMatchObject([{ path: '2026/minutes.pdf' }])
  const folder = computer.newFolder('out-')
  await computer.json(['get', '2026/minutes.pdf', '--space', 'Board', '--to', folder])
  expect(fs.readFileSync(path.join(folder, 'minutes.pdf')).equals(bytes)).toBe(true)
  await computer.json(['mv', '2026/minutes.pdf', '--space', 'Board', '--into', '/'])
  expect(await computer.json(['verify', '--all', '--space', 'Board'])).toMatchObject([
    { kind: 'folder', is_whole: true },
    { kind: 'file', is_whole: true },
  ])
  await computer.json(['rm', 'minutes.pdf', '2026', '--space', 'Board'])
  expect(await computer.json(['ls', '--all', '--space', 'Board'])).toEqual([])

  const unknown = await computer.run(['ls', '--space', 'Boardroom'])
  expect(unknown.stderr).toContain('There is no team space Boardroom.')
  expect(unknown.status).not.toBe(0)
}, 120_000)
