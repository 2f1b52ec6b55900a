/** What backups, their removal and the archive of the same server do while the others are at work. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { baseShape } from '#server/backup/archive/archive-names.ts'
import { connectAsOwner } from '#server/backup/database-connection.ts'
import { openStore } from '#server/backup/restore-server.ts'
import { takeBackup } from '#server/backup/take-backup.ts'
import { readConfig } from '#server/config.ts'
import { reachSecretStore } from '#server/secret-store/open-store.ts'
import { ownerOf } from '#server/secret-store/secret-table.ts'
import { openPlace } from '#server/storage/places/open-place.ts'
import type { Place } from '#server/storage/places/place.ts'
import { signUp } from '../chaos/load.ts'
import { storeFile } from '../support/stored-file.ts'
import { ArchivedMachine, end } from './archived-machine.ts'

const NOW = 'select pg_walfile_name(pg_current_wal_lsn()) as piece'

async function connected(machine: ArchivedMachine) {
  const { client, close } = await connectAsOwner(readConfig(machine.archiving))
  onTestFinished(close)
  return client
}

test(
  'a backup begins in the log before its list of content is made, and is there when the piece in which it ends is',
  { timeout: 200_000 },
  async () => {
    const machine = new ArchivedMachine()
    await machine.startArchiving()
    const config = readConfig(machine.archiving)
    const client = await connected(machine)
    const current = async () => (await machine.query<{ piece: string }>(NOW))[0]?.piece ?? ''
    const real = await openPlace(machine.place, {})
    let [listedIn, endsIn, wasThere] = ['', '', false]
    const watched: Place = {
      ...real,
      write: async (name, body) => {
        if (name.endsWith('/base.json')) wasThere = fs.existsSync(path.join(machine.place, 'wal', `${endsIn}.json`))
        const stored = await real.write(name, body)
        if (name.endsWith('/base.gz.age')) endsIn = await current()
        if (name.endsWith('/contents.txt.gz')) {
          listedIn = await current()
          await machine.query(`select pg_logical_emit_message(false, 'test', 'something'), pg_switch_wal()`)
        }
        return stored
      },
    }

    const { dataDir, publicUrl } = config
    const secrets = await reachSecretStore(config, ownerOf(client))
    const store = await openStore(config)
    const say = () => undefined
    const source = { dataDir, secrets, publicUrl, client, store, place: watched, isArchive: true, say }
    const { folder } = await takeBackup(source)

    const note = baseShape.parse(JSON.parse(fs.readFileSync(path.join(machine.place, folder, 'base.json'), 'utf8')))
    expect(note.firstPiece <= listedIn, `${note.firstPiece} begins before ${listedIn} ends`).toBe(true)
    expect(wasThere, endsIn).toBe(true)
  },
)

test(
  'nothing is archived while backups are removed, and removal waits for the archive; content that is lost is named in the log',
  { timeout: 200_000 },
  async () => {
    const machine = new ArchivedMachine()
    const server = await machine.startArchiving()
    expect(machine.run('backup', ['take', '--to', machine.place]).status).toBe(0)
    const client = await connected(machine)
    await client.query(`select pg_advisory_lock(hashtext('quantumshield.archive'))`)

    await storeFile(await signUp(server.url), 'lost.txt', randomBytes(1000))
    const [row] = await machine.query<{ blob: string }>('select blob_id as blob from storage.objects')
    const blob = row?.blob ?? ''
    fs.rmSync(path.join(machine.dataDir, 'storage/blobs', blob.slice(0, 2), blob))
    const [now] = await machine.query<{ piece: string }>(NOW)
    await machine.query('select pg_switch_wal()')
    const prune = ['prune', '--from', machine.place, '--keep', '1']
    expect(machine.run('backup', prune, { ...machine.archiving, PGOPTIONS: '-c lock_timeout=500ms' })).toMatchObject({
      status: 1,
      said: expect.stringContaining('lock timeout'),
    })
    // Several rounds of the archiver.
    await sleep(4000)
    expect(fs.existsSync(path.join(machine.place, 'wal', `${now?.piece}.json`))).toBe(false)

    await client.query(`select pg_advisory_unlock(hashtext('quantumshield.archive'))`)
    await expect
      .poll(() => fs.existsSync(path.join(machine.place, 'wal', `${now?.piece}.json`)), { timeout: 60_000 })
      .toBe(true)
    expect(server.log()).toContain('content is missing or damaged, and not in the archive')
    expect(server.log()).toContain(blob)
    expect(machine.run('backup', prune).status).toBe(0)
  },
)

test(
  'a recovered server does not archive where the one before it did, says so in its log and to the doctor, and does elsewhere',
  { timeout: 300_000 },
  async () => {
    const machine = new ArchivedMachine()
    const first = await machine.startArchiving()
    expect(machine.run('backup', ['take', '--to', machine.place]).status).toBe(0)
    await machine.untilArchived()
    await machine.destroy(first)
    expect(machine.restore('latest').status).toBe(0)
    const pieces = machine.pieces()

    const second = await machine.start()
    await expect.poll(() => second.log()).toContain('before it was recovered')
    expect(machine.run('doctor', []).said).toContain('before it was recovered')
    expect(machine.pieces()).toEqual(pieces)
    await end(second)

    machine.place = path.join(machine.folder, 'elsewhere')
    await machine.start()
    expect(machine.run('backup', ['take', '--to', machine.place]).said).toContain('any moment from')
    expect(machine.run('doctor', []).said).toContain('is in the archive')
  },
)
