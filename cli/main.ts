import { EXIT } from './command-error.ts'
import { runCommand } from './run-command.ts'

const stop = new AbortController()
process.once('SIGINT', () =>
  stop.abort(new Error('Stopped. What was stored stays; run the command again to continue.')),
)
// A reader such as `head` may leave before the end.
process.stdout.on('error', () => process.exit(EXIT.failed))

process.exitCode = await runCommand(process.argv.slice(2), stop.signal)
