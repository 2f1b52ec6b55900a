import { usageError } from './command-error.ts'

/** The whole number that an option was given. @throws {CommandError} outside of the range. */
export function wholeNumber(option: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw usageError(`${option} takes a whole number from ${min} to ${max}.`)
}
