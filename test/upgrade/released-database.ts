import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Client } from 'pg'
import { importDatabase } from '#server/backup/import-database.ts'
import { migrate } from '#server/db/migrate.ts'
import { readShippedSchema, type ShippedFunctions } from '#server/db/shipped-schema.ts'

/** What a release stored: its database with content, its secrets, and who can open it. */
export type ReleasedDatabase = {
  version: string
  /** Landed migrations never change, so their names are enough. */
  migrations: string[]
  functions: ShippedFunctions
  /** As `exportDatabase` writes it. */
  script: string
  secrets: Record<string, string>
  /** Sealed content by its id, in base64. */
  contents: Record<string, string>
  people: Record<'ada' | 'bob', { email: string; password: string }>
  /** What was sealed, by the name of its file. */
  files: Record<'plan.txt' | 'notes.txt', string>
  space: string
}

const FOLDER = path.join(import.meta.dirname, 'databases')
const ENDING = '.json.br'

/** Versions with a database here, oldest first. */
export function releasedVersions(): string[] {
  return fs
    .readdirSync(FOLDER)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))
    .toSorted()
}

export function readReleased(version: string): ReleasedDatabase {
  const text = brotliDecompressSync(fs.readFileSync(path.join(FOLDER, version + ENDING))).toString()
  const released: ReleasedDatabase = JSON.parse(text)
  return released
}

/** @returns the file. */
export function writeReleased(name: string, released: ReleasedDatabase): string {
  const file = path.join(FOLDER, name + ENDING)
  const text = Buffer.from(JSON.stringify(released))
  // Larger than the default, because names in it repeat far apart.
  fs.writeFileSync(file, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }))
  return file
}

/** Makes the database of a release, with its own functions, in an empty one. */
export async function makeReleased(client: Client, released: ReleasedDatabase): Promise<void> {
  const { version, functions } = released
  const migrations = readShippedSchema().migrations.filter(({ name }) => released.migrations.includes(name))
  await migrate(client, { version, functions, migrations })
  await importDatabase(client, Readable.from([Buffer.from(released.script)]), () => undefined)
}

/** The rest of a server, in a new `DATA_DIR`. */
export function makeDataDir(dataDir: string, { secrets, contents }: ReleasedDatabase): void {
  const secretFolder = path.join(dataDir, 'secrets')
  fs.mkdirSync(secretFolder, { recursive: true, mode: 0o700 })
  for (const [name, text] of Object.entries(secrets))
    fs.writeFileSync(path.join(secretFolder, name), text, { mode: 0o600 })
  for (const [id, sealed] of Object.entries(contents)) {
    const folder = path.join(dataDir, 'storage/blobs', id.slice(0, 2))
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(path.join(folder, id), Buffer.from(sealed, 'base64'))
  }
}
