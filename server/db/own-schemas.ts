import { readShippedSchema } from './shipped-schema.ts'

/** Schemas that are there before any migration, or that the queue makes. */
const BY_OTHERS = /^(pg_.*|information_schema|meta|graphile_worker)$/

/** Whether the server keeps a schema for itself: those that its migrations make, so a new one is on the list with its migration. */
export function isOwnSchema(name: string): boolean {
  if (BY_OTHERS.test(name)) return true
  const made = readShippedSchema().migrations.flatMap(({ text }) => [...text.matchAll(/^create schema (\w+)/gim)])
  return made.some(([, made]) => made === name)
}
