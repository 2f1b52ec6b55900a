import type { Output } from './output.ts'
import { usageError } from './command-error.ts'

/** The options that every command understands, and those of some. */
export type Options = {
  json: boolean
  quiet: boolean
  'password-stdin': boolean
  server?: string
  email?: string
  for?: string
  name?: string
  output?: string
  to?: string
  force: boolean
  all: boolean
  shared: boolean
  protect: boolean
  'no-password': boolean
  'skip-existing': boolean
  replace: boolean
  'keep-both': boolean
  into?: string
  /** Name or id of a team space. */
  space?: string
  with?: string
  days?: string
  'max-downloads'?: string
  sender?: string
  note?: string
  'max-files'?: string
  'max-megabytes'?: string
  receive: boolean
  end?: string
  /** Folder of a build. */
  build?: string
  /** File with the keys of a log. */
  policy?: string
  /** Hours that the newest cosignatures may be old. */
  'max-age'?: string
  'timestamp-ca'?: string
  /** Address and port. */
  listen?: string
  /** It is about who keeps the entries of logs as well. */
  mirror: boolean
  /** Address of a mirror. */
  compare?: string
  /** File with the key of a device. */
  key?: string
  battery?: string
  firmware?: string
  suite?: string
  /** Between signs of life of a device. */
  interval?: string
  /** A moment, or how long ago it was. */
  since?: string
  /** Says what would be done, and does nothing. */
  'dry-run': boolean
  /** It is about what the vault remembers. */
  keyring: boolean
}

type CommandRun = {
  words: readonly string[]
  options: Options
  output: Output
  /** Aborts on Ctrl+C. */
  signal: AbortSignal
}

export type Command = {
  /** What follows the command's name in its help. */
  usage: string
  summary: string
  /** What its own help says besides. */
  details?: string
  /** Options besides those that every command has. */
  options: readonly (keyof Options)[]
  run: (run: CommandRun) => Promise<void>
}

/** The whole number that an option was given. @throws {CommandError} outside of the range. */
export function wholeNumber(option: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw usageError(`${option} takes a whole number from ${min} to ${max}.`)
}

const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The moment that an option was given, as 30m, 8h or 2d ago or as a time. @throws {CommandError} for one that is not in the past, or longer ago than `longestMs` */
export function momentOf(option: string, text: string, { longestMs, now }: { longestMs: number; now: Date }): Date {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const at = count === undefined ? Date.parse(text) : now.getTime() - Number(count) * (UNIT_MS[unit] ?? 0)
  const ageMs = now.getTime() - at
  if (ageMs > 0 && ageMs <= longestMs) return new Date(at)
  throw usageError(
    `${option} takes minutes, hours or days up to ${longestMs / 86_400_000} days, such as 30m, 8h or 2d, or a time such as 2026-11-28T09:00; not ${text}`,
  )
}
