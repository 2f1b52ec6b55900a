import { Readable, Writable } from 'node:stream'
import { runCommand } from '../../cli/run-command.ts'

/** Stands beside `cli/main.ts`: a process that runs one command after another, so that each does not load the command line again. */
export type Asked = { words: readonly string[]; environment: Record<string, string>; folder: string; input: Buffer }
export type Answered = { status: number; stdout: Buffer; stderr: Buffer }

const OWN = /^QUANTUMSHIELD_/

process.on('message', (asked: Asked) => {
  void answer(asked).then((answered) => process.send?.(answered))
})

async function answer({ words, environment, folder, input }: Asked): Promise<Answered> {
  process.chdir(folder)
  for (const name of Object.keys(process.env)) if (OWN.test(name)) delete process.env[name]
  Object.assign(process.env, environment)
  const [stdout, stderr] = [collect(), collect()]
  give({ stdin: Readable.from([input]), stdout: stdout.stream, stderr: stderr.stream })
  const status = await runCommand(words, new AbortController().signal)
  return { status, stdout: Buffer.concat(stdout.chunks), stderr: Buffer.concat(stderr.chunks) }
}

function collect(): { stream: Writable; chunks: Buffer[] } {
  const chunks: Buffer[] = []
  const write: Writable['_write'] = (chunk: Buffer, _, done) => {
    chunks.push(chunk)
    done()
  }
  return { stream: new Writable({ write }), chunks }
}

/** What the command finds as `process.stdin` and so on. */
function give(streams: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true })
}
