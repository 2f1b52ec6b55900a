import { type ChildProcess, spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT, endWithTool, runTool } from './run-tool.ts'

const DEFAULT_TIMES = 20

/** `npm run test:soak -- <file> [--times 20] [--load] [--grep <title>]`: repeats one file, and says how often it failed. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string' }, load: { type: 'boolean' }, grep: { type: 'string' } },
})
const [file] = positionals
const times = Number(values.times ?? DEFAULT_TIMES)
if (!file || !Number.isInteger(times) || times < 1) {
  console.error('Usage: npm run test:soak -- <file> [--times 20] [--load] [--grep <title>]')
  process.exit(2)
}

const load = values.load ? keepBusy() : []
const endLoad = () => {
  for (const loop of load) loop.kill()
}
endWithTool(endLoad)

let failed = 0
for (let run = 1; run <= times; run++) {
  if ((await runTool(commandFor(file))) !== 0) failed += 1
  console.log(`== run ${run} of ${times}: ${failed} failed so far ==`)
}
endLoad()
console.log(`\n${times - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function commandFor(name: string): string[] {
  const only = values.grep === undefined ? [] : [name.startsWith('e2e/') ? '--grep' : '-t', values.grep]
  if (name.startsWith('e2e/')) return ['playwright', 'test', name, '--project', 'chromium', '--workers=1', ...only]
  return ['vitest', 'run', name, ...only]
}

/** A loop for each processor. */
function keepBusy(): ChildProcess[] {
  const node = path.join(ROOT, 'node_modules', '.bin', 'node')
  return os.cpus().map(() => spawn(node, ['-e', 'for (;;) {}'], { stdio: 'ignore' }))
}
