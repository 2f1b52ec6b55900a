import { z } from 'zod'
import type { Permission } from '../permissions.ts'
import { version, versioned } from './wire-fields.ts'
import { wireRoute } from './wire-route.ts'

type Declared<Path extends `/${string}`> = {
  path: Path
  permission: Permission
  /** The entry in a sentence for the reference: `a partner`. */
  what: string
  /** Consequence while it is archived, for the same sentence. */
  means: string
}

/** Two requests: one archives an entry, which keeps everything of it, the other restores it. Both name the version that was seen. */
export function wireArchive<const Path extends `/${string}`>({ path, permission, what, means }: Declared<Path>) {
  const shared = {
    permission,
    body: z.strictObject({ version }),
    answer: versioned,
    example: { version: 1 },
  } as const
  return {
    archive: wireRoute({ ...shared, line: `POST ${path}/:id/archive`, summary: `Archives ${what}: ${means}.` }),
    restore: wireRoute({ ...shared, line: `POST ${path}/:id/restoration`, summary: `Restores ${what}.` }),
  }
}

/** Anything that `wireArchive` makes. */
export type WireArchive = ReturnType<typeof wireArchive>
