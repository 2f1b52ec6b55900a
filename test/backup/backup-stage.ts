import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { type BackupKey, makeBackupKey, readBackupKey } from '#server/backup/backup-keys.ts'
import { openPlace } from '#server/storage/places/open-place.ts'
import type { Place } from '#server/storage/places/place.ts'
import { type Opened } from '#server/backup/restore-backup.ts'
import { readManifest } from '#server/backup/manifest.ts'
import { chooseBackup } from '#server/backup/stored-backups.ts'
import { type Backup, takeBackup } from '#server/backup/take-backup.ts'
import { SecretFolder } from '#server/secret-store/secret-folder.ts'
import { createDiskStore } from '#server/storage/blobs/disk-store.ts'
import { shortLivedFolder } from '../support/short-lived.ts'
import type { TestServer } from '../support/server/test-server.ts'

/** A server with a key for its backups, and a folder that takes them. */
export class BackupStage {
  readonly folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-backup-'))
  readonly #server: TestServer
  readonly #secrets: SecretFolder
  readonly keyFile = path.join(this.folder, 'key.txt')
  place!: Place
  key!: BackupKey

  constructor(server: TestServer) {
    this.#server = server
    this.#secrets = new SecretFolder(server.config.dataDir)
    // PostgreSQL's user passes through.
    fs.chmodSync(this.folder, 0o755)
  }

  get stored(): string {
    return path.join(this.folder, 'stored')
  }

  async prepare(): Promise<void> {
    await makeBackupKey(this.#secrets, this.keyFile)
    this.key = await readBackupKey(this.keyFile)
    this.place = await openPlace(this.stored, {})
  }

  async take(place = this.place): Promise<Backup> {
    const { connection, config } = this.#server
    const client = new Client(connection)
    await client.connect()
    try {
      const store = createDiskStore(path.join(config.dataDir, 'storage'))
      const { dataDir, publicUrl } = config
      return await takeBackup({
        dataDir,
        secrets: this.#secrets,
        publicUrl,
        client,
        store,
        place,
        say: () => undefined,
      })
    } finally {
      await client.end()
    }
  }

  async open(name?: string, place = this.place): Promise<Opened> {
    const folder = await chooseBackup(place, name)
    return { place, folder, key: this.key, manifest: await readManifest(place, folder, this.key.signedBy) }
  }

  /** A folder that is not there yet. */
  newDataDir(): string {
    const parent = fs.mkdtempSync(path.join(this.folder, 'machine-'))
    fs.chmodSync(parent, 0o755)
    return path.join(parent, 'data')
  }

  remove(): void {
    fs.rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Changes one bit in the middle of a file. */
export function flipBit(file: string): void {
  const bytes = fs.readFileSync(file)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  fs.writeFileSync(file, bytes)
}
