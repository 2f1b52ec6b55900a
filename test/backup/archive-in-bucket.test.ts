import { randomBytes } from 'node:crypto'
import { HeadObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type S3Server, startS3 } from '../support/counterparts/s3-server.ts'
import { signUp } from '../chaos/load.ts'
import { storeFile } from '../support/stored-file.ts'
import { ArchivedMachine, end } from './archived-machine.ts'

const TOKEN = 'a token for the tests'

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())

async function behindSeconds(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const value = /^quantumshield_archive_behind_seconds (\S+)$/m.exec(await answer.text())?.[1]
  return Number(value)
}

test('a bucket keeps an archive: a server is recovered from it, and says how long nothing has arrived there', async () => {
  const { endpoint = '', bucket, accessKeyId, secretAccessKey } = s3.settings
  const machine = new ArchivedMachine({
    METRICS_TOKEN: TOKEN,
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
  machine.place = `s3://${bucket}/archive`
  const server = await machine.startArchiving()
  const taken = await machine.runBeside('backup', ['take', '--to', machine.place])
  expect([taken.status, taken.said]).toEqual([0, expect.stringContaining('any moment from')])
  const file = await storeFile(await signUp(server.url), 'in a bucket.txt', randomBytes(60_000))
  const [now] = await machine.query<{ piece: string }>('select pg_walfile_name(pg_current_wal_lsn()) as piece')
  const note = new HeadObjectCommand({ Bucket: bucket, Key: `archive/wal/${now?.piece}.json` })
  await expect
    .poll(() => Promise.allSettled([s3.client.send(note)]).then(([one]) => one.status), { timeout: 90_000 })
    .toBe('fulfilled')
  await expect.poll(() => behindSeconds(server.url), { timeout: 90_000, interval: 500 }).toBe(0)

  await machine.destroy(server)
  const words = ['--from', machine.place, '--key', machine.keyFile, '--reason', 'the disk failed', '--until', 'latest']
  const restored = await machine.runBeside('restore', words, machine.settings)
  expect(restored.said).toContain('Recovered in')
  expect(restored.status).toBe(0)
  expect(await machine.query('select id from public.file_records')).toEqual([{ id: file }])

  // The same place is of the database before it was recovered, so nothing is taken there.
  const again = await machine.start()
  // Something that waits for it.
  await signUp(again.url)
  await machine.query('select pg_switch_wal()')
  await expect.poll(() => behindSeconds(again.url), { timeout: 90_000, interval: 500 }).toBeGreaterThan(1)
  await end(again)
}, 300_000)
