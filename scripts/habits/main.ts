import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { ROOT } from '../run-tool.ts'
import { addedLines, habitsBroken, titleBroken } from './habits.ts'

/** Files that speak of these words, and those that are written by a program. */
const EXCEPT = ['scripts/habits', 'docs/words.md', 'docs/decisions', 'package-lock.json', 'server/db/schema.sql']

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe', maxBuffer: 256 * 1024 * 1024 })
const complaints: string[] = []

const message = process.argv[2]
if (message === undefined) {
  const base = baseOf()
  const kinds = ['*.ts', '*.tsx', '*.mjs', '*.sql', '*.md'].map((kind) => `:(glob)**/${kind}`)
  const diff = git('diff', '--unified=1', '--no-color', base, '--', ...kinds, ...EXCEPT.map((file) => `:!${file}`))
  for (const added of addedLines(diff))
    complaints.push(...habitsBroken(added).map((broken) => `${added.file}:${added.line} ${broken}`))
  const titles = git('log', '--no-merges', '--format=%h %s', `${base}..HEAD`).split('\n').filter(Boolean)
  for (const title of titles) complainOf(title.slice(title.indexOf(' ') + 1), title.split(' ')[0])
} else {
  complainOf(fs.readFileSync(message, 'utf8').split('\n')[0] ?? '', 'this commit')
}

for (const complaint of complaints) console.error(complaint)
process.exitCode = complaints.length > 0 ? 1 : 0

function complainOf(title: string, commit = ''): void {
  const broken = titleBroken(title)
  if (broken) complaints.push(`${commit} "${title}" ${broken}`)
}

/** Where this branch left main; on main itself, the last commit. */
function baseOf(): string {
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', main, 'HEAD').trim()
    } catch {
      // A clone may know main by one of the two names only.
    }
  }
  return 'HEAD'
}
