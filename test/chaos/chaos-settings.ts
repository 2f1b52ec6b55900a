import fs from 'node:fs'
import type { Seen } from './load.ts'

/** `CHAOS=full` runs each fault as long and as often as `docs/reliability.md` says; without it, a short form is a test as any other. */
export const chaosSettings = {
  isFull: process.env['CHAOS'] === 'full',
  /** By `npm run chaos`: what would take `npm test` too long runs as well. */
  isAsked: process.env['CHAOS'] !== undefined,
  /** Of a whole run, in place of what each fault has. */
  kills: process.env['CHAOS_KILLS'] ? Number(process.env['CHAOS_KILLS']) : undefined,
  results: process.env['CHAOS_RESULTS'],
}

const MiB = 1024 * 1024

/** Adds figures to what `npm run chaos` makes its table of. */
export function report(fault: string, { kills, seen, lost }: { kills: number; seen: Seen; lost: string[] }): void {
  if (!chaosSettings.results) return
  const bytes = seen.stored.reduce((sum, { file }) => sum + file.sizeBytes, 0)
  const figures = {
    fault,
    kills,
    stored: seen.stored.length,
    storedMiB: Math.round(bytes / MiB),
    reads: seen.reads,
    failed: seen.failures.length,
    wrong: seen.wrong.length,
    lost: lost.length,
  }
  fs.appendFileSync(chaosSettings.results, `${JSON.stringify(figures)}\n`)
}

/** Adds what was tried and found, in words and measured figures, of a fault that is not about files stored under load. */
export function reportFinding(fault: string, finding: { tried: string; found: string }): void {
  if (!chaosSettings.results) return
  fs.appendFileSync(chaosSettings.results, `${JSON.stringify({ fault, ...finding })}\n`)
}
