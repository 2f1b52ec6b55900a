import { examine } from '../doctor/examine.ts'
import { countStates, report } from '../doctor/report.ts'
import { readWords, runCommand } from './run-command.ts'

const USAGE = `Looks for what is wrong with this installation: beside a server that runs, or before its first start. Give it the same settings, as the same user.

  npm run doctor              says of each check what it saw, and how to mend what is wrong
  npm run -s doctor -- --json    the same for programs

Each check is ok, warning, problem, or skipped where it could not look. Nothing is changed and nothing is started.
It ends with 1 where there is a problem.`

const { values } = readWords(
  { options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } },
  USAGE,
)

await runCommand(USAGE, async () => {
  if (values.help) return console.log(USAGE)
  const results = await examine(process.env)
  const counts = countStates(results)
  console.log(values.json ? JSON.stringify({ counts, checks: results }, null, 2) : report(results))
  if (counts.problem > 0) process.exitCode = 1
})
