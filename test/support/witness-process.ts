import type { ChildProcess } from 'node:child_process'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { logSigners } from '#ledger/testing/signed-log.ts'
import type { CommandLine } from './command-line.ts'

/** `quantumshield witness` as a process of its own. */
export type WitnessProcess = {
  readonly url: string
  /** As policies name it. */
  readonly key: string
  readonly policyFile: string
  /** What it wrote to standard error. */
  errors: () => string
  /** As a crash does. */
  kill: () => Promise<void>
}

type Options = { port?: number; name?: string; more?: readonly string[] }

/** @param policy names the logs that it signs. @throws when it does not start. */
export async function startWitness(
  computer: CommandLine,
  policy: string,
  { port = 0, name = 'witness.example/1', more = [] }: Options = {},
): Promise<WitnessProcess> {
  const policyFile = computer.makeFile('logs.txt', Buffer.from(policy))
  const words = ['witness', '--policy', policyFile, '--name', name, '--listen', `127.0.0.1:${port}`, '--json', ...more]
  const child = computer.launch(words)
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const started = await firstLine(child).catch(() => {
    throw new Error(`the witness did not start: ${errors}`)
  })
  const { key, port: bound, pid } = JSON.parse(started) as { key: string; port: number; pid: number }
  return {
    url: `http://127.0.0.1:${bound}/`,
    key,
    policyFile,
    errors: () => errors,
    kill: () => end(child, pid),
  }
}

/** The key and the address of one that comes later: a server names them before it has a log to sign. */
export async function announceWitness(
  computer: CommandLine,
  options: Omit<Options, 'port'> = {},
): Promise<{ key: string; url: string; start: (policy: string) => Promise<WitnessProcess> }> {
  const [nobody] = await logSigners('nobody.example')
  const { key, url, kill } = await startWitness(
    computer,
    `log ${formatVerifierKey(nobody.key)}\nquorum none\n`,
    options,
  )
  await kill()
  const port = Number(new URL(url).port)
  return { key, url, start: (policy) => startWitness(computer, policy, { ...options, port }) }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('\n')) resolve(text)
    })
    child.on('close', reject)
  })
}

/** The command that was launched hands over to a process of its own. */
async function end(child: ChildProcess, pid: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.on('close', resolve))
  process.kill(pid, 'SIGKILL')
  await ended
}
