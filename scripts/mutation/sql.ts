/** Changes one function of the database at a time and asks the integration tests whether they notice. `npm run mutate:sql [-- name]` */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { SQL_CHANGES, type SqlChange, changedFunction } from './sql-changes.ts'

type Report = { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-mutation-'))

/** True when every test passes. @param place in the list; null without a change. */
function passes(tests: readonly string[], place: number | null): boolean {
  const report = path.join(folder, `${place ?? 'unchanged'}.json`)
  const options = ['--config', 'scripts/mutation/sql.vitest.config.ts', '--reporter=json', `--outputFile=${report}`]
  const env = { ...process.env, SQL_CHANGE: String(place ?? -1) }
  const bail = place === null ? [] : ['--bail=1']
  const { stderr } = spawnSync('vitest', ['run', ...options, ...bail, ...tests], { env, encoding: 'utf8' })
  // Without a report no test ran: the database did not start, or did not take the change.
  if (!fs.existsSync(report)) throw new Error(`the tests did not run: ${stderr}`)
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(fs.readFileSync(report, 'utf8')) as Report
  if (numPassedTests + numFailedTests + numFailedTestSuites === 0) throw new Error(`there are no tests: ${stderr}`)
  return numFailedTests + numFailedTestSuites === 0
}

const describe = ({ name, from, to }: SqlChange): string =>
  `authz.${name}: ${JSON.stringify(from.trim())} → ${JSON.stringify(to.trim())}`

const [wanted] = process.argv.slice(2)
const places = SQL_CHANGES.flatMap((change, place) => (!wanted || change.name === wanted ? [{ change, place }] : []))
// All of them first, so that a text that moved is found before an hour has passed.
for (const { change } of places) changedFunction(change)
const tests = [...new Set(places.flatMap(({ change }) => change.tests))]
if (!passes(tests, null)) throw new Error('the tests fail without any change')

let survived = 0
for (const { change, place } of places) {
  const isNoticed = !passes(change.tests, place)
  if (!isNoticed) survived += 1
  console.log(`${isNoticed ? 'noticed ' : 'SURVIVED'}  ${describe(change)}`)
}
console.log(`${places.length - survived} of ${places.length} changes were noticed.`)
fs.rmSync(folder, { recursive: true, force: true })
