import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { startFauxqs } from 'fauxqs'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readBackupKey } from '#server/backup/backup-keys.ts'
import { readManifest } from '#server/backup/manifest.ts'
import { openPlace } from '#server/storage/places/open-place.ts'
import { checkBackup, listBackups, pruneBackups } from '#server/backup/stored-backups.ts'
import { CommandLine } from '../support/command-line.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { addressOf, runCommand } from '../support/server/plain-node.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { BackupStage, flipBit } from './backup-stage.ts'

let server: TestServer
let stage: BackupStage
let person: VaultPerson
const computer = new CommandLine()

beforeAll(async () => {
  server = await startServer()
  stage = new BackupStage(server)
  await stage.prepare()
  person = await personWithVault(server)
  await computer.signIn(server.url, person)
})
afterAll(async () => {
  await server.stop()
  stage.remove()
  computer.remove()
})

let files = 0
async function storeFile(bytes: Buffer): Promise<string> {
  const name = `file-${++files}.bin`
  await computer.json(['put', computer.makeFile(name, bytes)])
  return name
}

async function newestBlob(): Promise<string> {
  const { rows } = await server.database.owner<{ blob_id: string }>(
    'select blob_id from storage.objects order by created_at desc, id desc limit 1',
  )
  return rows[0]?.blob_id ?? ''
}

const contentFile = (blob: string): string => path.join(stage.stored, 'content', blob.slice(0, 2), blob)
const blobFile = (blob: string): string => path.join(server.config.dataDir, 'storage/blobs', blob.slice(0, 2), blob)

test('content that the place has already is not copied again', async () => {
  await storeFile(randomBytes(3_000_000))
  const first = await stage.take()
  expect(first.copied).toBe(first.manifest.contents.count)
  await storeFile(Buffer.from('one more'))
  const second = await stage.take()
  expect(second.copied).toBe(second.manifest.contents.count - first.manifest.contents.count)
  expect(second.copied).toBeGreaterThan(0)
  expect(await listBackups(stage.place)).toEqual(expect.arrayContaining([first.folder, second.folder]) as never)
  const { rows } = await server.database.owner<{ name: string; damaged: number }>(
    'select name, damaged from meta.backups',
  )
  expect(rows).toContainEqual({ name: second.folder, damaged: 0 })
})

test('neither names nor secrets of the server lie open in it', async () => {
  const { folder } = await stage.take()
  const secret = fs.readFileSync(path.join(server.config.dataDir, 'secrets/server-secret'), 'utf8').trim()
  for (const name of fs.readdirSync(path.join(stage.stored, folder))) {
    const bytes = fs.readFileSync(path.join(stage.stored, folder, name))
    expect(bytes.includes(secret)).toBe(false)
    expect(bytes.includes(person.email)).toBe(false)
  }
})

test('which servers run is in no backup: those of a restore are others', async () => {
  const { manifest } = await stage.take()
  const names = manifest.database.tables.map(({ name }) => name)
  expect(names).toContain('meta.backups')
  expect(names).not.toContain('meta.nodes')
  expect(names).not.toContain('meta.job_workers')
})

test('what is written while it is taken is in it whole, or not at all', async () => {
  const taken = new AbortController()
  const writing = (async () => {
    while (!taken.signal.aborted) await storeFile(randomBytes(50_000))
  })()
  const { folder, manifest } = await stage.take()
  taken.abort()
  await writing
  expect(manifest.damaged).toEqual([])
  expect((await checkBackup(stage.place, folder, stage.key)).damaged).toEqual([])
})

test('content that is missing or damaged on the server is named, and all else is kept', async () => {
  await storeFile(Buffer.from('will be damaged'))
  const damaged = await newestBlob()
  flipBit(blobFile(damaged))
  await storeFile(Buffer.from('will be lost'))
  const lost = await newestBlob()
  const bytes = fs.readFileSync(blobFile(lost))
  fs.rmSync(blobFile(lost))
  await storeFile(Buffer.from('stays'))
  const kept = await newestBlob()
  const { manifest } = await stage.take()
  expect(manifest.damaged).toEqual([damaged, lost].toSorted())
  expect(fs.existsSync(contentFile(damaged))).toBe(false)
  expect(fs.existsSync(contentFile(kept))).toBe(true)
  flipBit(blobFile(damaged))
  fs.writeFileSync(blobFile(lost), bytes)
  expect((await stage.take()).manifest.damaged).toEqual([])
})

test('a backup that lacks content is not called complete, nor is its trial', async () => {
  await storeFile(Buffer.from('will be away'))
  const [away, whole] = [await newestBlob(), path.join(stage.folder, 'whole')]
  const bytes = fs.readFileSync(blobFile(away))
  const settings = { DATA_DIR: server.config.dataDir, DATABASE_URL: addressOf(server.connection) }
  const take = (place: string) => runCommand('backup', ['take', '--to', place], settings)
  expect(take(whole)).toMatchObject({ status: 0, said: expect.stringContaining(' is complete in ') })

  fs.rmSync(blobFile(away))
  const lacking = take(path.join(stage.folder, 'lacking'))
  fs.writeFileSync(blobFile(away), bytes)
  expect(lacking.status, lacking.said).toBe(5)
  expect(lacking.said).toContain(`${away} is missing or damaged on this server`)
  expect(lacking.said).toContain('without the content named above')
  expect(lacking.said).not.toContain('is complete')

  fs.rmSync(path.join(whole, 'content', away.slice(0, 2), away))
  const tried = runCommand('restore', ['--from', whole, '--key', stage.keyFile, '--verify'], settings)
  expect(tried.status, tried.said).toBe(5)
  expect(tried.said).toContain(`${away} is missing or damaged in the backup`)
  expect(tried.said).toContain('All but the content named above can be restored')
})

test('a bit that changed in the backup is found, wherever it is', async () => {
  await storeFile(Buffer.from('something'))
  const blob = await newestBlob()
  const { folder } = await stage.take()
  const check = () => checkBackup(stage.place, folder, stage.key)
  expect((await check()).damaged).toEqual([])

  const inContent = contentFile(blob)
  flipBit(inContent)
  expect((await check()).damaged).toEqual([`content/${blob.slice(0, 2)}/${blob}`])
  flipBit(inContent)
  for (const name of ['database.sql.gz.age', 'secrets.json.age']) {
    flipBit(path.join(stage.stored, folder, name))
    expect((await check()).damaged).toEqual([`${folder}/${name}`])
    flipBit(path.join(stage.stored, folder, name))
  }
  flipBit(path.join(stage.stored, folder, 'contents.txt.gz'))
  await expect(check()).rejects.toThrow('contents.txt.gz of the backup is not what was signed')
  flipBit(path.join(stage.stored, folder, 'contents.txt.gz'))

  const list = path.join(stage.stored, folder, 'manifest.json')
  fs.writeFileSync(list, fs.readFileSync(list, 'utf8').replace('"damaged": []', '"damaged": [""]'))
  await expect(check()).rejects.toThrow('was changed after it was signed')
})

test('content that is damaged in the place is copied again after it was removed', async () => {
  await storeFile(Buffer.from('damaged over there'))
  const blob = await newestBlob()
  const { folder } = await stage.take()
  flipBit(contentFile(blob))
  const { damaged } = await checkBackup(stage.place, folder, stage.key, { removeDamaged: true })
  expect(damaged).toEqual([`content/${blob.slice(0, 2)}/${blob}`])
  expect((await stage.take()).copied).toBe(1)
  expect((await checkBackup(stage.place, folder, stage.key)).damaged).toEqual([])
})

test('a place that is away is no damage', async () => {
  const { folder } = await stage.take()
  const away = async (name: string) =>
    name.startsWith('content/') ? Promise.reject(new Error('no route to the place')) : stage.place.read(name)
  await expect(checkBackup({ ...stage.place, read: away }, folder, stage.key)).rejects.toThrow('no route to the place')
})

test('a backup of another server is refused by the key', async () => {
  const { folder } = await stage.take()
  const other = await startServer()
  const theirs = new BackupStage(other)
  onTestFinished(async () => {
    await other.stop()
    theirs.remove()
  })
  await theirs.prepare()
  // Who can write to the place could seal a database of their own for the key, which is no secret.
  await expect(readManifest(stage.place, folder, theirs.key.signedBy)).rejects.toThrow('signed by another server')
})

test('two at once are not taken', async () => {
  const both = await Promise.allSettled([stage.take(), stage.take()])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('without a key none is taken, and a file that is no key is refused', async () => {
  const other = await startServer()
  const theirs = new BackupStage(other)
  onTestFinished(async () => {
    await other.stop()
    theirs.remove()
  })
  await expect(theirs.take(stage.place)).rejects.toThrow('There is no key for backups yet')
  fs.writeFileSync(theirs.keyFile, 'hello\n')
  await expect(readBackupKey(theirs.keyFile)).rejects.toThrow('holds no key that opens backups')
})

test('old ones are removed with the content that only they had, and what did not end', async () => {
  const place = await openPlace(path.join(stage.folder, 'pruned'), {})
  await storeFile(Buffer.from('of the old one'))
  const gone = await newestBlob()
  await stage.take(place)
  await server.database.owner(
    `begin; set local session_replication_role = replica; delete from storage.objects where blob_id = '${gone}'; commit`,
  )
  await storeFile(Buffer.from('of the new one'))
  const kept = await newestBlob()
  const newest = await stage.take(place)
  fs.mkdirSync(path.join(stage.folder, 'pruned/backups/2026-01-01T00-00-00Z'))

  const signedBy = stage.key.signedBy ?? ''
  await expect(pruneBackups(place, { keep: 1, signedBy: 'somebody else' })).rejects.toThrow('signed by another server')
  expect((await listBackups(place)).length).toBe(2)

  expect(await pruneBackups(place, { keep: 1, signedBy })).toEqual({ backups: 1, contents: 1 })
  expect(await place.folders('backups')).toEqual([path.basename(newest.folder)])
  expect([...(await place.list(`content/${kept.slice(0, 2)}`)).keys()]).toContain(kept)
  expect((await checkBackup(place, newest.folder, stage.key)).damaged).toEqual([])
})

test('a bucket takes them as a folder does', async () => {
  const s3 = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  onTestFinished(() => s3.stop())
  const endpoint = `http://127.0.0.1:${s3.port}`
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const client = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: 'backups' }))
  const env = { BACKUP_S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: 'test', S3_SECRET_ACCESS_KEY: 'test' }

  const place = await openPlace('s3://backups/of/ours', env)
  await storeFile(randomBytes(20_000_000))
  const first = await stage.take(place)
  expect(first.copied).toBe(first.manifest.contents.count)
  expect((await stage.take(place)).copied).toBe(0)
  expect((await listBackups(place)).length).toBe(2)
  const checked = await checkBackup(place, first.folder, stage.key)
  expect(checked).toMatchObject({ damaged: [], files: first.manifest.contents.count + 2 })
  await pruneBackups(place, { keep: 1, signedBy: stage.key.signedBy ?? '' })
  expect((await listBackups(place)).length).toBe(1)

  await expect(openPlace('s3://nothing', env)).rejects.toThrow('The bucket nothing cannot be used')
  await expect(openPlace('s3://', env)).rejects.toThrow('names no bucket')
  await expect(openPlace('s3://backups', {})).rejects.toThrow('Set BACKUP_S3_ACCESS_KEY_ID')
})
