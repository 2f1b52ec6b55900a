import { z } from 'zod'

/** Fields that requests of several rooms have. Text is trimmed, and holds no sign that PostgreSQL takes for no text. */

/** A text of one line. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u)

/** A text of several. */
export const lines = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^(?:[^\p{Cc}]|[\n\r\t])*$/u)

export const id = z.uuid().lowercase()
/** A day that people plan for. */
export const day = z.iso.date().refine((date) => date >= '2000-01-01' && date <= '2199-12-31')
/** Counts the changes of something: a change names the one that it is based on. */
export const version = z.int().min(1).max(1_000_000_000)
/** An address, or nothing. */
export const emailOrNothing = (max: number) => z.union([z.literal(''), z.email().max(max)])

/** The answer to a change: the version that it made. */
export const versioned = z.object({ version: z.number() })
