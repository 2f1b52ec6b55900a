import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

/** What this program ships to make its database. */
export type ShippedSchema = {
  /** Of the product. */
  version: string
  migrations: Migration[]
  functions: ShippedFunctions
}

/** Runs once in a database. One file, or a folder whose files run in order of their names. */
export type Migration = { name: string; text: string; sha256: string }

/** Made again whenever one of the files changed. */
export type ShippedFunctions = { all: ShippedFunction[]; sha256: string }

export type ShippedFunction = {
  /** Of its file, below `server/db/functions`. */
  file: string
  /** With its schema. */
  name: string
  /** The statement that makes it; can run at any time. */
  makes: string
  /** Statements that say who may call it. */
  gives: string
}

export function readShippedSchema(folder = import.meta.dirname): ShippedSchema {
  return {
    version: packageJson.version,
    migrations: readMigrations(path.join(folder, 'migrations')),
    functions: readFunctions(path.join(folder, 'functions')),
  }
}

/** In order of their numbers. */
function readMigrations(folder: string): Migration[] {
  return fs
    .readdirSync(folder)
    .filter((name) => /^\d{4}_\w+(\.sql)?$/.test(name))
    .sort()
    .map((name) => {
      const text = sqlFilesOf(path.join(folder, name)).map(readSql).join('\n')
      return { name, text, sha256: checksum(text) }
    })
}

function readFunctions(folder: string): ShippedFunctions {
  const texts = sqlFilesOf(folder).map((file) => ({
    file: path.relative(folder, file).replaceAll(path.sep, '/'),
    text: readSql(file),
  }))
  return {
    all: texts.flatMap(({ file, text }) => functionsIn(text).map((found) => ({ file, ...found }))),
    sha256: checksum(texts.map(({ file, text }) => `-- ${file}\n${text}`).join('\n')),
  }
}

export function functionsIn(text: string): Omit<ShippedFunction, 'file'>[] {
  const found = text.matchAll(
    /^(?<makes>create or replace function (?<name>[\w.]+)\([^]*?^as \$\$\n[^]*?\$\$;\n)(?<gives>[^]*?)(?=^create |(?![^]))/gm,
  )
  return Array.from(found, ({ groups: { name = '', makes = '', gives = '' } = {} }) => ({ name, makes, gives }))
}

/** The file itself, or the files of a folder and its folders. */
function sqlFilesOf(place: string): string[] {
  if (place.endsWith('.sql')) return [place]
  return fs
    .readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replaceAll(path.sep, '/'))
    .sort()
    .map((name) => path.join(place, name))
}

// Line ends are normalised, so that a checkout on Windows has the same checksum.
function readSql(file: string): string {
  return fs.readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
