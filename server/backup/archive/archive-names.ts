import { z } from 'zod'
import { storedShape } from '../manifest.ts'

/** Pieces of PostgreSQL's log, in the order of their names; each with a signed note. */
export const WAL = 'wal'
/** Of a backup: the files of the cluster, sealed, and the signed note of them. */
export const BASE = 'base.gz.age'
export const BASE_NOTE = 'base.json'

/** A piece of the log: 16 MiB of changes, or the history of a recovery. */
export const pieceShape = z.strictObject({
  format: z.literal('quantumshield-wal-1'),
  name: z.string().regex(/^[0-9A-F]{8}(\.history|[0-9A-F]{16}(\.partial|\.[0-9A-F]{8}\.backup)?)$/),
  sealed: storedShape,
  /** Content that came to the place with it. */
  contents: z.array(z.string()),
})

/** Of 16 MiB of changes, and not a history or a mark. */
export const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name)

export const baseShape = z.strictObject({
  format: z.literal('quantumshield-base-1'),
  /** Of PostgreSQL, such as 18. */
  postgres: z.int(),
  /** From here on a point in time can be recovered. */
  endedAt: z.iso.datetime(),
  /** The first piece of the log that it needs. */
  firstPiece: z.string().regex(/^[0-9A-F]{24}$/),
  label: z.string(),
  sealed: storedShape,
})
export type BaseNote = z.infer<typeof baseShape>
