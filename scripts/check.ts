import { execFileSync } from 'node:child_process'
import { ROOT, endWithTool, runTool, seconds } from './run-tool.ts'

/** What every save should pass, in less than a minute: all files are checked, and the unit tests run that a change can reach. */
const STEPS: [title: string, command: string[]][] = [
  ['format', ['oxfmt', '--check']],
  ['walls', ['node', '--disable-warning=ExperimentalWarning', 'scripts/walls/main.ts']],
  ['words of changed lines', ['node', '--disable-warning=ExperimentalWarning', 'scripts/habits/main.ts']],
  ['unused', ['knip', '--cache']],
  ['lint', ['oxlint', '--type-aware']],
  ['types', ['tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']],
  // They read files that they do not import, so no change leads to them.
  [
    'tests of the repository',
    [
      'vitest',
      'run',
      '--project',
      'unit*',
      'scripts/lint',
      'scripts/schema',
      'scripts/docs',
      'crypto/suites',
      'web/site/blog',
    ],
  ],
  ['unit tests of what changed', ['vitest', 'run', '--project', 'unit*', '--changed', base(), '--passWithNoTests']],
]

endWithTool()
const failed: string[] = []
const started = performance.now()
for (const [title, command] of STEPS) {
  const before = performance.now()
  console.log(`\n== ${title} ==`)
  if ((await runTool(command)) !== 0) failed.push(title)
  console.log(`== ${title}: ${seconds((performance.now() - before) / 1000)} ==`)
}
const outcome = failed.length > 0 ? `failed: ${failed.join(', ')}` : 'ok'
console.log(`\n${outcome}, ${seconds((performance.now() - started) / 1000)}`)
process.exitCode = failed.length > 0 ? 1 : 0

/** Where this branch left main; on main itself, the last commit, so that what is not committed yet counts as changed. */
function base(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim()
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', main, 'HEAD')
    } catch {
      // A clone may know main by one of the two names only.
    }
  }
  return 'HEAD'
}
