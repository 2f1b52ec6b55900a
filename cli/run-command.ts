import { parseArgs } from 'node:util'
import type { Command, Options } from './command.ts'
import { device } from './commands/device/device.ts'
import { exportFiles } from './commands/export.ts'
import { get } from './commands/get.ts'
import { link } from './commands/link.ts'
import { lock, unlock } from './commands/unlock.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { ls } from './commands/ls.ts'
import { mkdir } from './commands/mkdir.ts'
import { mv } from './commands/mv.ts'
import { open } from './commands/open.ts'
import { put } from './commands/put.ts'
import { putBack } from './commands/put-back.ts'
import { request } from './commands/request.ts'
import { requests } from './commands/requests.ts'
import { rm } from './commands/rm.ts'
import { share } from './commands/share.ts'
import { shared } from './commands/shared.ts'
import { spaces } from './commands/spaces.ts'
import { unshare } from './commands/unshare.ts'
import { verify } from './commands/verify.ts'
import { verifyApp } from './commands/ledger/verify-app.ts'
import { verifyEvidenceFile } from './commands/ledger/verify-evidence.ts'
import { receipts } from './commands/ledger/receipts.ts'
import { verifyReceiptFile } from './commands/ledger/verify-receipt.ts'
import { verifyLog } from './commands/ledger/verify-log.ts'
import { witness } from './commands/ledger/witness.ts'
import { whoami } from './commands/whoami.ts'
import { EXIT, type ExitStatus, describeError, usageError } from './command-error.ts'
import { createOutput } from './output.ts'
import { hearSlowed, receiptsTaken } from './session/session.ts'
import { seenKept } from './session/seen-versions.ts'
import manifest from '../package.json' with { type: 'json' }

const COMMANDS: Record<string, Command> = {
  login,
  logout,
  whoami,
  unlock,
  lock,
  ls,
  put,
  get,
  verify,
  'verify-app': verifyApp,
  'verify-log': verifyLog,
  'verify-evidence': verifyEvidenceFile,
  'verify-receipt': verifyReceiptFile,
  receipts,
  export: exportFiles,
  mkdir,
  mv,
  rm,
  'put-back': putBack,
  share,
  link,
  open,
  shared,
  unshare,
  request,
  requests,
  spaces,
  device,
  witness,
}
const EVERYWHERE = ['json', 'quiet', 'help'] as const

/** One command with its words, from its first to its last line. @param signal aborts with what is said to the person then. */
export async function runCommand(words: readonly string[], signal: AbortSignal): Promise<ExitStatus> {
  const [name = '', ...rest] = words
  let isJson = rest.includes('--json')
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (name === '--version') return version()
    if (!command) return help(name)
    const { values, positionals } = parse(rest)
    if (values.help) return helpOn(command)
    isJson = values.json
    refuseForeign(name, command, rest)
    const output = createOutput({ isJson: values.json, isQuiet: values.quiet })
    hearSlowed((refusal) => output.note(describeError(refusal).message))
    await command.run({ words: positionals, options: values, output, signal })
    return EXIT.ok
  } catch (thrown) {
    const error: unknown = signal.aborted ? signal.reason : thrown
    const { status, code, message } = describeError(error)
    process.stderr.write(isJson ? `${JSON.stringify({ error: { code, message } })}\n` : `quantumshield: ${message}\n`)
    return status
  } finally {
    await Promise.all([receiptsTaken(), seenKept()])
  }
}

function parse(words: string[]): { values: Options & { help: boolean }; positionals: string[] } {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        quiet: { type: 'boolean', short: 'q', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        'password-stdin': { type: 'boolean', default: false },
        server: { type: 'string' },
        email: { type: 'string' },
        for: { type: 'string' },
        name: { type: 'string' },
        output: { type: 'string', short: 'o' },
        to: { type: 'string' },
        force: { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
        shared: { type: 'boolean', default: false },
        protect: { type: 'boolean', default: false },
        'no-password': { type: 'boolean', default: false },
        'skip-existing': { type: 'boolean', default: false },
        replace: { type: 'boolean', default: false },
        'keep-both': { type: 'boolean', default: false },
        into: { type: 'string' },
        space: { type: 'string' },
        with: { type: 'string' },
        days: { type: 'string' },
        'max-downloads': { type: 'string' },
        sender: { type: 'string' },
        note: { type: 'string' },
        'max-files': { type: 'string' },
        'max-megabytes': { type: 'string' },
        receive: { type: 'boolean', default: false },
        end: { type: 'string' },
        build: { type: 'string' },
        policy: { type: 'string' },
        'max-age': { type: 'string' },
        'timestamp-ca': { type: 'string' },
        listen: { type: 'string' },
        mirror: { type: 'boolean', default: false },
        compare: { type: 'string' },
        key: { type: 'string' },
        battery: { type: 'string' },
        firmware: { type: 'string' },
        suite: { type: 'string' },
        interval: { type: 'string' },
        since: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        keyring: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error))
  }
}

function refuseForeign(name: string, command: Command, words: string[]): void {
  const known: readonly string[] = [...EVERYWHERE, ...command.options]
  const { tokens } = parseArgs({ args: words, strict: false, allowPositionals: true, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option' || known.includes(token.name) || token.name.length === 1) continue
    throw usageError(`${name} has no option --${token.name}. Usage: quantumshield ${command.usage}`)
  }
}

function version(): ExitStatus {
  process.stdout.write(`quantumshield ${manifest.version}\n`)
  return EXIT.ok
}

function help(name: string): ExitStatus {
  const width = Math.max(...Object.keys(COMMANDS).map(({ length }) => length))
  const lines = [
    'Usage: quantumshield <command> [options]',
    '',
    ...Object.entries(COMMANDS).map(([command, { summary }]) => `  ${command.padEnd(width)}  ${summary}`),
    '',
    'Options of every command: --json, --quiet, --help. `quantumshield <command> --help` shows the others, `quantumshield --version` the version.',
    'Exit status: 0 done, 1 failed, 2 typed wrongly, 3 not signed in, 4 not found, 5 changed or damaged, 6 name taken.',
  ]
  const isAsked = name === '' || name === 'help' || name === '--help' || name === '-h'
  ;(isAsked ? process.stdout : process.stderr).write(
    `${isAsked ? '' : `quantumshield: there is no command ${name}\n\n`}${lines.join('\n')}\n`,
  )
  return isAsked ? EXIT.ok : EXIT.usage
}

function helpOn(command: Command): ExitStatus {
  process.stdout.write(`Usage: quantumshield ${command.usage}\n\n${command.summary}\n${command.details ?? ''}`)
  return EXIT.ok
}
