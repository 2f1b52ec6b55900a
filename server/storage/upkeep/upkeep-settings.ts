import { z } from 'zod'

export const upkeepSettings = {
  /** Content that nothing in the database knows of is left alone for so many days after it was first seen. */
  LEFTOVER_DAYS: z.coerce.number().int().min(1).max(3650).default(7),
  /** Where more than so many percent of all blobs are left over, nothing is removed without a word of the operator. */
  LEFTOVER_PERCENT: z.coerce.number().min(0).max(100).default(1),
  /** All stored content is read every so many days; 0 is never. */
  SCRUB_DAYS: z.coerce.number().int().min(0).max(3650).default(30),
  /** Read so fast at most, in megabytes (1,000,000 bytes) a second. */
  SCRUB_MB_PER_SECOND: z.coerce.number().min(0.1).max(10_000).default(20),
}

export type UpkeepSettings = {
  leftoverDays: number
  leftoverPercent: number
  scrubDays: number
  scrubBytesPerSecond: number
}

const MEGABYTE = 1_000_000

export function readUpkeep(s: z.infer<z.ZodObject<typeof upkeepSettings>>): UpkeepSettings {
  return {
    leftoverDays: s.LEFTOVER_DAYS,
    leftoverPercent: s.LEFTOVER_PERCENT,
    scrubDays: s.SCRUB_DAYS,
    scrubBytesPerSecond: s.SCRUB_MB_PER_SECOND * MEGABYTE,
  }
}
