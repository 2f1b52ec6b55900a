import { execFileSync } from 'node:child_process'
import os from 'node:os'
import { findChromium } from '../../scripts/chromium.mjs'

/** What the figures depend on, one line each. */
export function describeMachine(): string[] {
  const processors = os.cpus()
  const memoryGib = Math.round(os.totalmem() / 2 ** 30)
  return [
    `Processor: ${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}, ${memoryGib} GiB of memory`,
    `System: ${os.type()} ${os.release()}, ${process.arch}`,
    `Node ${process.versions.node}, OpenSSL ${process.versions.openssl} in it`,
    firstLineOf(findChromium() ?? '', ['--version']),
    `Limits: ${firstLineOf('openssl', ['version'])}; ${firstLineOf('curl', ['--version']).split(' (')[0]}`,
  ]
}

/** Short hash of the commit that is measured, with a sign when files differ from it. */
export function describeCommit(): string {
  const hash = firstLineOf('git', ['rev-parse', '--short', 'HEAD'])
  return firstLineOf('git', ['status', '--porcelain', '-uno']) === '' ? hash : `${hash} with changes`
}

function firstLineOf(program: string, rest: string[]): string {
  try {
    const output = execFileSync(program, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return output.split('\n')[0]?.trim() ?? ''
  } catch {
    return `${program || 'a program'} is absent`
  }
}
