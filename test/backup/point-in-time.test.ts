/** An embedded cluster that is archived, destroyed, and recovered as it was at a moment. Real processes, and a real PostgreSQL of their own. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { signUp } from '../chaos/load.ts'
import { ArchivedMachine, end } from './archived-machine.ts'
import { flipBit } from './backup-stage.ts'
import { storeFile } from '../support/stored-file.ts'

test(
  'a server is as it was at a moment: what came before is there with its content, and what came after is not',
  { timeout: 300_000 },
  async () => {
    const machine = new ArchivedMachine()
    const server = await machine.startArchiving()
    const taken = machine.run('backup', ['take', '--to', machine.place])
    expect([taken.status, taken.said]).toEqual([0, expect.stringContaining('any moment from')])

    const ada = await signUp(server.url)
    const bytes = randomBytes(60_000)
    const kept = await storeFile(ada, 'before.txt', bytes)
    const [moment] = await machine.query<{ now: Date }>('select clock_timestamp() as now')
    const later = await storeFile(ada, 'after.txt', bytes)
    await machine.untilArchived(false)
    await machine.destroy(server)

    const restored = machine.restore(moment?.now.toISOString() ?? '')
    expect(restored.said).toContain('Recovered in')
    expect(restored.status).toBe(0)

    const ids = (await machine.query<{ id: string }>('select id from public.file_records')).map(({ id }) => id)
    expect([ids.includes(kept), ids.includes(later)]).toEqual([true, false])
    const epochs = await machine.query<{ reason: string; as_of: string }>(
      `select details ->> 'reason' as reason, details ->> 'restored_as_of' as as_of from system_audit_log where event_type = 'ledger.epoch_started'`,
    )
    expect(epochs[0]?.reason).toBe('the disk failed')
    expect(Date.parse(epochs[0]?.as_of ?? '')).toBeLessThanOrEqual(moment?.now.getTime() ?? 0)
    expect(await machine.query('select from auth.sessions'), 'nobody is signed in').toEqual([])
    const [row] = await machine.query<{ blob: string; checksum: string }>(
      'select blob_id as blob, checksum from storage.objects',
    )
    expect(machine.checksumOf(row?.blob ?? '')).toBe(row?.checksum)
    await end(await machine.start(machine.settings))

    machine.dataDir = path.join(machine.folder, 'third')
    expect(machine.restore('latest')).toMatchObject({ status: 0, said: expect.stringContaining('content: 2 files') })
    const all = (await machine.query<{ id: string }>('select id from public.file_records')).map(({ id }) => id)
    expect([all.includes(kept), all.includes(later)]).toEqual([true, true])

    machine.dataDir = path.join(machine.folder, 'fourth')
    expect(machine.restore(new Date(Date.now() + 3_600_000).toISOString())).toMatchObject({
      status: 1,
      said: expect.stringContaining('The archive does not reach that moment.'),
    })

    const [first = ''] = machine.pieces().toSorted()
    const last = machine.pieces().toSorted().at(-1) ?? ''
    fs.copyFileSync(path.join(machine.place, 'wal', first), path.join(machine.place, 'wal', last))
    machine.dataDir = path.join(machine.folder, 'fifth')
    expect(machine.restore('latest')).toMatchObject({
      status: 1,
      said: expect.stringContaining(`${last} of the backup is not what was signed`),
    })

    const [backup = ''] = fs.readdirSync(path.join(machine.place, 'backups'))
    const check = () => machine.run('backup', ['check', '--from', machine.place, '--key', machine.keyFile])
    expect(check().status).toBe(0)
    flipBit(path.join(machine.place, 'backups', backup, 'base.gz.age'))
    expect(check()).toMatchObject({ status: 5, said: expect.stringContaining('base.gz.age is missing or changed') })
  },
)

test(
  'a gap in the log is named with the last moment before it, which can be recovered',
  { timeout: 300_000 },
  async () => {
    const machine = new ArchivedMachine()
    const server = await machine.startArchiving()
    expect(machine.run('backup', ['take', '--to', machine.place]).status).toBe(0)
    const ada = await signUp(server.url)
    const store = async (name: string) => {
      const id = await storeFile(ada, name, randomBytes(1000))
      // A moment is reached where a later change is there, and the piece ends here.
      await machine.query('select pg_current_xact_id()')
      await machine.untilArchived()
      return id
    }
    const before = await store('before.txt')
    const [gap = ''] = machine.pieces().toSorted().slice(-1)
    await store('within.txt')
    await store('after.txt')
    await machine.destroy(server)
    const missing =
      machine
        .pieces()
        .toSorted()
        .find((name) => name > gap) ?? ''
    fs.rmSync(path.join(machine.place, 'wal', missing))

    const refused = machine.restore('latest')
    expect(refused).toMatchObject({ status: 1, said: expect.stringContaining(missing.slice(0, 24)) })
    const moment = /--until (\S+Z) recovers/.exec(refused.said)?.[1] ?? ''
    machine.dataDir = path.join(machine.folder, 'third')
    expect(machine.restore(moment)).toMatchObject({ status: 0, said: expect.stringContaining('Recovered in') })
    const ids = (await machine.query<{ id: string }>('select id from public.file_records')).map(({ id }) => id)
    expect(ids).toEqual([before])
  },
)

test(
  'older backups go with their pieces of the log, and what a later moment needs stays',
  { timeout: 300_000 },
  async () => {
    const machine = new ArchivedMachine()
    const server = await machine.startArchiving()
    const ada = await signUp(server.url)
    const take = () => machine.run('backup', ['take', '--to', machine.place])
    expect(take().status).toBe(0)
    await machine.untilArchived()
    const before = machine.pieces()
    expect(take().status).toBe(0)
    const id = await storeFile(ada, 'after.txt', randomBytes(30_000))
    await machine.untilArchived()

    expect(machine.run('backup', ['prune', '--from', machine.place, '--keep', '1']).status).toBe(0)

    const left = machine.pieces()
    expect(before.filter((piece) => left.includes(piece)).length).toBeLessThan(before.length)
    await machine.destroy(server)
    expect(machine.restore('latest')).toMatchObject({ status: 0, said: expect.stringContaining('content: 1 files') })
    expect(await machine.query(`select id from public.file_records`)).toEqual([{ id }])
  },
)

test('a server without a key for backups does not archive, and says what makes one', async () => {
  const machine = new ArchivedMachine()
  await machine.prepare()
  await expect(machine.start()).rejects.toThrow('npm run backup -- new-key')
})

test('a backup that was not taken where the archive is cannot be recovered from', { timeout: 120_000 }, async () => {
  const machine = new ArchivedMachine()
  await machine.startArchiving()
  const elsewhere = path.join(machine.folder, 'elsewhere')
  expect(machine.run('backup', ['take', '--to', elsewhere]).said).not.toContain('any moment')

  machine.dataDir = path.join(machine.folder, 'second')
  const words = ['--from', elsewhere, '--key', machine.keyFile, '--reason', 'x', '--until']
  expect(machine.run('restore', [...words, 'latest'], machine.settings)).toMatchObject({
    status: 1,
    said: expect.stringContaining('has no backup before that moment'),
  })
  expect(machine.run('restore', [...words, '2026-11-27 10:00'], machine.settings).said).toContain(
    'a time with its zone',
  )
  expect(fs.existsSync(machine.dataDir)).toBe(false)
})
