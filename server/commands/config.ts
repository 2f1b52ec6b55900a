import { reportSettings, showSettings } from '../settings/show.ts'
import { examineSettings } from '../doctor/examine-settings.ts'
import { countStates, report } from '../doctor/report.ts'
import { readWords, runCommand, unknownCommand } from './run-command.ts'

const USAGE = `The settings of this server, without starting it. Give it the environment of the server.

  npm run config -- check     everything that a start would refuse or warn of, at once; it ends with 1 where the server would not start, or others come to harm
  npm run config -- show      every setting with its value and where that is from; what is secret is masked

With npm run -s and --json, both are for programs. Nothing is started, reached or changed: npm run doctor does that.`

const { values, positionals } = readWords(
  {
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  },
  USAGE,
)

await runCommand(USAGE, async () => {
  const [command, ...more] = positionals
  if (values.help) return console.log(USAGE)
  if (more.length === 0 && command === 'check') return check()
  if (more.length === 0 && command === 'show') return show()
  throw unknownCommand(positionals)
})

function check(): void {
  const results = examineSettings(process.env)
  const counts = countStates(results)
  console.log(values.json ? JSON.stringify({ counts, checks: results }, null, 2) : report(results))
  if (counts.problem > 0) process.exitCode = 1
}

function show(): void {
  const settings = showSettings(process.env)
  console.log(values.json ? JSON.stringify(settings, null, 2) : reportSettings(settings))
}
