import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { expect, onTestFinished, test } from 'vitest'
import { USUAL_COSTS } from '#server/auth/password/passwords.ts'
import { CommandLine } from '../support/command-line.ts'
import { environmentOf, startS3 } from '../support/counterparts/s3-server.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import { createEmptyDatabase } from '../support/server/empty-database.ts'
import { addressOf, startPlainNode } from '../support/server/plain-node.ts'
import { ROOT, startProcess } from '../support/server/server-process.ts'
import { startServer } from '../support/server/test-server.ts'
import { BackupStage } from './backup-stage.ts'

const BYTES = 9_000_000

test(
  'one machine becomes three nodes over a database and a bucket, by a backup and a restore',
  { timeout: 120_000 },
  async () => {
    const machine = await startServer({}, { passwordCosts: USUAL_COSTS })
    const stage = new BackupStage(machine)
    const computer = new CommandLine()
    onTestFinished(async () => {
      computer.remove()
      stage.remove()
      await machine.stop()
    })
    await stage.prepare()
    const person = await personWithVault(machine)
    const content = randomBytes(BYTES)
    await computer.signIn(machine.url, person)
    await computer.json(['put', computer.makeFile('of before.bin', content)])
    await stage.take()

    const s3 = await startS3()
    onTestFinished(() => s3.stop())
    const { name, drop } = await createEmptyDatabase()
    onTestFinished(drop)
    const settings = {
      ...environmentOf(s3.settings),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      PUBLIC_URL: machine.url,
      ORGANISATION: 'single',
    }
    const connection = { ...machine.connection, database: name }
    const words = ['--from', stage.stored, '--key', stage.keyFile, '--reason', 'moved to three nodes']
    const restore = startProcess({
      cwd: ROOT,
      command: [process.execPath, '--disable-warning=ExperimentalWarning', 'server/commands/restore.ts', ...words],
      port: 0,
      environment: { ...settings, DATABASE_URL: addressOf(connection), DATA_DIR: stage.newDataDir() },
    })
    expect(await restore.ended, restore.log()).toBe(0)
    const nodes = await Promise.all([1, 2, 3].map(() => startPlainNode({ connection }, settings)))

    const [first, second, third] = nodes.map(() => new CommandLine())
    onTestFinished(() => [first, second, third].forEach((one) => one?.remove()))
    for (const [at, one] of [first, second, third].entries())
      await one?.json(['login', '--server', nodes[at]?.url ?? '', '--email', person.email])
    await first?.json(['put', first.makeFile('of after.bin', content)])
    const target = second?.newFolder('got-') ?? ''
    for (const file of ['of before.bin', 'of after.bin']) {
      await second?.json(['get', file, '--to', target])
      expect(fs.readFileSync(path.join(target, file)).equals(content)).toBe(true)
    }
    // It ends with an error where a file cannot be verified.
    await third?.json(['verify', '--all'])

    const { Contents = [] } = await s3.client.send(
      new ListObjectsV2Command({ Bucket: s3.settings.bucket, Prefix: 'blobs/' }),
    )
    expect(Contents.filter(({ Size = 0 }) => Size > BYTES)).toHaveLength(2)
    for (const { dataDir } of nodes) expect(fs.existsSync(path.join(dataDir, 'secrets'))).toBe(false)
  },
)
