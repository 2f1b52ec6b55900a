import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '..')
let running: ChildProcess | undefined

/** Runs an installed tool in the root of the repository, with its output on this terminal. @returns its exit code. */
export function runTool(
  [program = '', ...rest]: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  // The tools and the Node that runs them are the installed ones, also when this file is started without npm.
  const tools = path.join(ROOT, 'node_modules', '.bin')
  const search = `${tools}${path.delimiter}${process.env['PATH'] ?? ''}`
  return new Promise((resolve) => {
    running = spawn(program, rest, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: search, ...environment },
      shell: process.platform === 'win32',
    })
    running.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    running.on('close', (code) => resolve(code ?? 1))
  })
}

/** When this process is interrupted, the tool is too, then `cleanUp` runs and the process ends. */
export function endWithTool(cleanUp: () => void = () => undefined): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      running?.kill(signal)
      cleanUp()
      process.exit(1)
    })
  }
}

export function seconds(value: number): string {
  return `${value.toFixed(1)} s`
}
