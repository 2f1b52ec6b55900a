import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '..')
const running = new Set<ChildProcess>()

/**
 * Runs an installed tool in the root of the repository, with its output on this terminal.
 * @param options `isKept` keeps the output until it ends, for a tool that runs next to another.
 * @returns its exit code.
 */
export function runTool(
  [program = '', ...rest]: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  { isKept = false }: { isKept?: boolean } = {},
): Promise<number> {
  // The tools and the Node that runs them are the installed ones, also when this file is started without npm.
  const tools = path.join(ROOT, 'node_modules', '.bin')
  const search = `${tools}${path.delimiter}${process.env['PATH'] ?? ''}`
  return new Promise((resolve) => {
    const tool = spawn(program, rest, {
      cwd: ROOT,
      stdio: isKept ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: search, ...environment },
      shell: process.platform === 'win32',
    })
    running.add(tool)
    const kept: Buffer[] = []
    for (const stream of [tool.stdout, tool.stderr]) stream?.on('data', (piece: Buffer) => kept.push(piece))
    tool.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    tool.on('close', (code) => {
      running.delete(tool)
      process.stdout.write(Buffer.concat(kept))
      resolve(code ?? 1)
    })
  })
}

/** When this process is interrupted, its tools are too, then `cleanUp` runs and the process ends. */
export function endWithTool(cleanUp: () => void = () => undefined): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      for (const tool of running) tool.kill(signal)
      cleanUp()
      process.exit(1)
    })
  }
}

export function seconds(value: number): string {
  return `${value.toFixed(1)} s`
}
