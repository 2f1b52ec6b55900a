import path from 'node:path'
import type { ShippedSchema } from '#server/db/shipped-schema.ts'

const DATABASE = path.resolve(import.meta.dirname, '../../server/db')

export const SCHEMA_FILE = path.join(DATABASE, 'schema.sql')
/** What landed, and so ran somewhere: checksum and name, two spaces between. */
export const LANDED_FILE = path.join(DATABASE, 'migrations.sha256')

/** By name of the migration. */
export type Checksums = ReadonlyMap<string, string>

export function checksumsOf({ migrations }: ShippedSchema): Checksums {
  return new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
}

export function parseLanded(text: string): Checksums {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [sha256, name] = line.split('  ')
      return sha256 && name ? [[name, sha256]] : []
    }),
  )
}

export function writeLanded(migrations: Checksums): string {
  return [...migrations].map(([name, sha256]) => `${sha256}  ${name}\n`).join('')
}

/** What happened to landed migrations that must not. New ones are no problem. */
export function problemsOf(migrations: Checksums, landed: Checksums): string[] {
  return [...landed].flatMap(([name, sha256]) => {
    const present = migrations.get(name)
    if (present === sha256) return []
    const problem = present === undefined ? 'is gone' : 'was changed'
    return [
      `Migration ${name} landed and ${problem}: installations that ran it would refuse to start. Restore it and write a new one.`,
    ]
  })
}
