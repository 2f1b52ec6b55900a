import { execFileSync } from 'node:child_process'

/** Tag of the browser journeys that run in every `npm test`; the others run in `npm run test:full`. */
export const FAST_TAG = '@fast'
/** Environment variable that says `fast` to the tests of `npm test`. Without it a test does everything it can. */
export const TIER = 'QUANTUMSHIELD_TEST_TIER'
/** Environment variable with the rooms, separated by commas, whose full-tier files join. */
export const TOUCHED_ROOMS = 'QUANTUMSHIELD_TOUCHED_ROOMS'
/** Maximum number of touched rooms whose full-tier files join `npm test`. */
export const MAX_TOUCHED_ROOMS = 3

/**
 * Files of Vitest that run in `npm run test:full` only, as globs with their reason: a whole machine, other programs, a second node, a large size,
 * or one fault after the other in a running server. The rules behind them have tests of their own that run every time.
 */
export const FULL_TIER: readonly { reason: string; files: readonly string[] }[] = [
  {
    reason:
      'plays days of reading, of sign-ins and of tries; the rules and counts of the detectors are tested in server/threats',
    files: ['test/threats/{hints,open-doors,own-reading,reading}.test.ts'],
  },
  {
    reason: 'starts, installs, builds or delivers the whole program',
    files: [
      'test/start/!(dev).test.ts',
      'test/documentation.test.ts',
      'cli/verify-app.test.ts',
      'test/http/log-redaction.test.ts',
      'test/demo/**',
    ],
  },
  {
    reason: 'runs commands as processes of their own; what they do is tested through the vault',
    files: [
      'cli/{cli,detected,device,failures,put-back,receipts,second-factor,spaces}.test.ts',
      'cli/files/{folders-and-sharing,links-to-several,partly,storage-full,taken-names}.test.ts',
      'test/auth/{make-admin,user-command}.test.ts',
      'test/tenants/demo-organisation.test.ts',
    ],
  },
  {
    reason: 'an operator at work on whole servers',
    files: ['test/backup/**', 'test/doctor/**', 'test/upgrade/**', 'test/secrets/**'],
  },
  {
    reason: 'kills servers, cuts lines and fills disks, again and again',
    files: [
      'test/chaos/**',
      'test/transfer/upload-callers.test.ts',
      'test/db/{cut-connections,lock-order,restored,silent-connections}.test.ts',
      'test/jobs/dead-workers.test.ts',
      'cli/files/interrupted.test.ts',
      'test/ledger/{faults,retention-runs}.test.ts',
      'test/realtime/realtime-sessions.test.ts',
      'test/streams/retries.test.ts',
    ],
  },
  {
    reason:
      'runs the 90 checks of the comprehensive test again and again, with a planted fault for each; fifteen are in fault-sample.test.ts',
    files: [
      'test/checks/faults/**',
      'test/checks/{all-checks,comprehensive-test,leaves-nothing,self-test-command}.test.ts',
    ],
  },
  {
    reason:
      'other programs: PgBouncer, syslog servers, collectors of logs and traces, Sigma, buckets, examples in other languages',
    files: [
      'test/db/pgbouncer.test.ts',
      'test/streams/{collectors,syslog-servers}.test.ts',
      'test/tracing/**',
      'test/threats/sigma.test.ts',
      'test/storage/storage-s3*.test.ts',
      'test/devices/example.test.ts',
    ],
  },
  {
    reason: 'witnesses, mirrors and time stamps, with servers of their own',
    files: [
      'cli/mirror/**',
      'cli/witness/witness.test.ts',
      'test/ledger/{ended-evidence,evidence,last-timestamp,mirror-lies,mirrors,stamped-evidence,timestamp-token,timestamps,witness-lies,witnesses}.test.ts',
      'test/malicious-server/ledger/{mirrors,stale-mirrors,stamped-evidence}.test.ts',
    ],
  },
  {
    reason: 'several nodes',
    files: [
      'test/db/live-nodes.test.ts',
      'test/realtime/realtime-{fair,memory,nodes}.test.ts',
      'test/storage/{claimed-uploads,uploads-on-any-node}.test.ts',
      'test/threats/shared-counts.test.ts',
    ],
  },
  {
    reason: 'an operator looks through everything that is stored, page by page',
    files: ['test/storage/{scrub,scrub-doubt,sweep}.test.ts'],
  },
  {
    reason: 'minutes of limits and rounds that are waited through',
    files: ['test/devices/flood.test.ts', 'test/rest/rest-rate-limit.test.ts', 'test/status/status-rounds.test.ts'],
  },
  {
    reason: 'asks the model that knows meanings, where that is installed, for many texts',
    files: ['test/copilot/answers.test.ts', 'test/embeddings/**'],
  },
  {
    reason:
      'runs llama.cpp with a real model, which the test makes, where the engine is installed; what is refused is tested without it',
    files: ['test/ai/own-model-engine.test.ts'],
  },
  {
    reason:
      'reads the dictionary of harper.js for seconds, where it is installed; what is made of findings is tested without it',
    files: ['test/grammar/check-english.test.ts'],
  },
  {
    reason: 'many rows, or weeks that are played',
    files: ['test/storage/{lists-by-index,storage-leftovers}.test.ts', 'test/threats/slow-destruction.test.ts'],
  },
  {
    reason:
      'plays models against the suite of their quality, which has a run of its own; it skips by name where there is none',
    files: ['test/ai/quality-suite.test.ts'],
  },
  {
    reason: 'of a comparison in bench/, which no part of the product uses',
    files: ['bench/threats/half-space-trees.test.ts'],
  },
  {
    reason: 'the vectors of crypto/vectors.test.ts once more, in Chromium',
    files: ['crypto/vectors.browser.test.ts'],
  },
  {
    reason: 'databases of earlier versions; a new migration touches their room',
    files: ['test/db/{migrate,take-over}.test.ts'],
  },
]

/** Floors whose folders are rooms: a room has the same name on each of them. */
const FLOORS = ['web/app', 'web/admin', 'web/studio', 'contract', 'server', 'vault', 'ledger', 'cli', 'test', 'e2e']

/** A floor that is one room. Its libraries come with another list of packages. */
const CRYPTO = 'crypto'
/** A room of the floor `web`. */
const SITE = 'site'

/** Rooms that changed files belong to, sorted. Files outside of rooms, such as documents, belong to none. */
export function roomsOf(files: readonly string[]): string[] {
  const rooms = files.flatMap((file) => {
    if (file.startsWith(`${CRYPTO}/`) || file === 'package-lock.json') return [CRYPTO]
    if (file.startsWith(`web/${SITE}/`)) return [SITE]
    const floor = FLOORS.find((name) => file.startsWith(`${name}/`))
    if (!floor) return []
    const [room = '', ...rest] = file.slice(floor.length + 1).split('/')
    // A file on the floor itself is shared by its rooms.
    return rest.length > 0 && room !== 'support' ? [room] : []
  })
  return [...new Set(rooms)].toSorted()
}

/** Globs of the full-tier files that stay out of this run, by its environment. A run without a tier has everything. */
export function excludedFiles({ [TIER]: tier, [TOUCHED_ROOMS]: touched = '' }: NodeJS.ProcessEnv): string[] {
  if (tier !== 'fast') return []
  const rooms = touched.split(',')
  const roomOf = (file: string) => (file.startsWith(`${CRYPTO}/`) ? CRYPTO : file.split('/')[1]?.replace(/\..*/, ''))
  const isTouched = (file: string) => rooms.some((room) => roomOf(file) === room)
  return FULL_TIER.flatMap(({ files }) => files).filter((file) => !isTouched(file))
}

/** True where a single test of the full tier runs, which is too small for a file: in that tier, and where its room was touched. */
export function isWhole(
  room: string,
  { [TIER]: tier, [TOUCHED_ROOMS]: touched = '' }: NodeJS.ProcessEnv = process.env,
): boolean {
  return tier !== 'fast' || touched.split(',').includes(room)
}

/** Pattern over project, file, title and tags of a browser journey, as Playwright joins them: those with the tag, and every one of `rooms`. */
export function journeyPattern(rooms: readonly string[]): string {
  return [FAST_TAG, ...rooms.map((room) => `^\\s*\\S+ ${room}/`)].join('|')
}

/** Files that differ from where this branch left main, changes that are not committed included. Empty on main itself and without Git. */
export function changedFiles(folder: string): string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  for (const main of ['main', 'origin/main']) {
    try {
      return git('diff', '--name-only', git('merge-base', main, 'HEAD'))
        .split('\n')
        .filter(Boolean)
    } catch {
      // A clone may know main by one of the two names only, and an archive knows neither.
    }
  }
  return []
}
