import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'

/**
 * `npm run chaos` runs the short form of each fault; `npm run chaos -- --full` runs each as long and as often as is worth writing down, and writes the
 * tables of `docs/reliability.md`; `--kills 30` ends those under load earlier. `npm run chaos -- clock steps` runs
 * only those of `test/chaos`, and writes nothing.
 */
const ROOT = path.resolve(import.meta.dirname, '../')
const TABLE = /(<!-- chaos -->\n)[^]*?(<!-- \/chaos -->)/

/** Under load: every file that was acknowledged is read in the end. */
const LOADS: Record<string, string> = {
  single: 'One server on a local disk, killed with its database at random moments',
  nodes: 'Three nodes behind HAProxy over one database and one bucket, one killed every five seconds',
}
/** The others, and what a machine needs for each. */
const FAULTS: readonly { fault: string; name: string; needs?: string }[] = [
  {
    fault: 'half-open',
    name: 'One of three nodes behind HAProxy says nothing more, and closes nothing',
    needs: 'HAProxy',
  },
  { fault: 'half-open-caddy', name: 'The same behind Caddy', needs: 'Caddy' },
  { fault: 'half-open-nginx', name: 'The same behind nginx, which asks no server how it is', needs: 'nginx' },
  { fault: 'killed-disk', name: 'One server on a local disk, killed at each call to disk and database' },
  {
    fault: 'killed-bucket',
    name: 'A server over a bucket, killed at each call to disk, database and bucket; another one continues',
  },
  { fault: 'disk-EIO', name: 'A disk that answers one call with EIO, each in turn' },
  { fault: 'disk-ENOSPC', name: 'A disk that answers one call with ENOSPC, each in turn' },
  {
    fault: 'full-disk',
    name: 'The disk of a server and its database is full, and has room again',
    needs: 'root, to mount a small disk',
  },
  { fault: 'clock', name: 'The clock of a server jumps' },
  { fault: 'malformed', name: 'Requests that are damaged, mixed up or made up' },
  {
    fault: 'order',
    name: 'Three nodes, one killed every second, and clients who put, read, move and delete the same two names: is there one order of all answers?',
    needs: 'HAProxy',
  },
  { fault: 'power', name: 'The power fails, and what was not synced is lost, zeros or there, in any combination' },
]

const Load = z.object({
  fault: z.string(),
  kills: z.number(),
  stored: z.number(),
  storedMiB: z.number(),
  reads: z.number(),
  failed: z.number(),
  wrong: z.number(),
  lost: z.number(),
})
const Finding = z.object({ fault: z.string(), tried: z.string(), found: z.string() })

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false }, kills: { type: 'string' } },
  allowPositionals: true,
})
const begun = new Date()
const { status, lines } = run(values, positionals)
const table = tablesOf(lines, begun)
console.log(table)
if (values.full && positionals.length === 0 && status === 0) {
  const page = path.join(ROOT, 'docs/reliability.md')
  const text = fs.readFileSync(page, 'utf8')
  fs.writeFileSync(
    page,
    text.replace(TABLE, (_whole, begin: string, end: string) => `${begin}\n${table}\n\n${end}`),
  )
}
process.exitCode = status ?? 1

function run({ full, kills }: typeof values, names: readonly string[]): { status: number | null; lines: unknown[] } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-chaos-'))
  const results = path.join(folder, 'results')
  fs.writeFileSync(results, '')
  const files = names.length === 0 ? ['test/chaos'] : names.map((name) => `test/chaos/${name}`)
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration', '--no-file-parallelism']
  const { status: ended } = spawnSync(
    process.execPath,
    [...vitest, ...files, ...(full ? ['--test-timeout', '7200000'] : [])],
    {
      cwd: ROOT,
      env: { ...process.env, CHAOS: full ? 'full' : 'short', CHAOS_KILLS: kills ?? '', CHAOS_RESULTS: results },
      stdio: 'inherit',
    },
  )
  const said = fs.readFileSync(results, 'utf8').trim().split('\n').filter(Boolean)
  fs.rmSync(folder, { recursive: true })
  return { status: ended, lines: said.map((line): unknown => JSON.parse(line)) }
}

function tablesOf(found: readonly unknown[], since: Date): string {
  const loads = found.flatMap((line) => Load.safeParse(line).data ?? [])
  const findings = found.flatMap((line) => Finding.safeParse(line).data ?? [])
  const minutes = Math.round((Date.now() - since.getTime()) / 60_000)
  return [
    `${since.toISOString().slice(0, 10)}, ${minutes} minutes, on ${os.cpus().length} processors. *Failed* are calls that failed although the client had repeated its requests.`,
    '',
    '| fault | kills | files stored | MiB stored | files read meanwhile | failed | read wrong | lost |',
    '|---|---|---|---|---|---|---|---|',
    ...loads.map(
      ({ fault, kills, stored, storedMiB, reads, failed, wrong, lost }) =>
        `| ${LOADS[fault] ?? fault} | ${kills} | ${stored} | ${storedMiB} | ${reads} | ${failed} | ${wrong} | ${lost} |`,
    ),
    '',
    '| fault | tried | found |',
    '|---|---|---|',
    ...FAULTS.flatMap(({ fault, name, needs }) => {
      const finding = findings.find((one) => one.fault === fault)
      if (!finding && positionals.length > 0) return []
      return finding
        ? `| ${name} | ${finding.tried} | ${finding.found} |`
        : `| ${name} | not run on this machine${needs ? `: needs ${needs}` : ''} | |`
    }),
  ].join('\n')
}
