import { once } from 'node:events'
import readline from 'node:readline/promises'
import { CommandError, EXIT } from './command-error.ts'

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
const BACKSPACES = ['\u007f', '\b']

/** Asks on the terminal; the answer is shown. */
export async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError(`There is no terminal to ask for: ${question}`, EXIT.usage)
  const terminal = readline.createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(`${question}: `)).trim()
  } finally {
    terminal.close()
  }
}

/** `variable`: the environment variable that may hold it; `fromStdin`: it is the first line of standard input. */
export type SecretSource = { fromStdin: boolean; variable: string }

/** The account's password, from where `askSecret` takes it. */
export const askPassword = (question: string, fromStdin: boolean): Promise<string> =>
  askSecret(question, { fromStdin, variable: 'QUANTUMSHIELD_PASSWORD' })

/** A secret, from the environment, from standard input (`--password-stdin`), or typed without being shown. */
export async function askSecret(question: string, { fromStdin, variable }: SecretSource): Promise<string> {
  const given = process.env[variable]
  if (given) return given
  if (fromStdin) return firstLine()
  if (!process.stdin.isTTY) {
    throw new CommandError(
      variable === 'QUANTUMSHIELD_PASSWORD'
        ? 'There is no terminal to ask for the password. Use --password-stdin, set QUANTUMSHIELD_PASSWORD, or run `quantumshield unlock` before.'
        : `There is no terminal to ask: ${question}. Set ${variable}.`,
      EXIT.signedOut,
    )
  }
  process.stderr.write(`${question}: `)
  process.stdin.setRawMode(true)
  try {
    return await typed()
  } finally {
    process.stdin.setRawMode(false)
    process.stdin.pause()
    process.stderr.write('\n')
  }
}

async function typed(): Promise<string> {
  const characters: string[] = []
  for (;;) {
    const [chunk] = (await once(process.stdin, 'data')) as [Buffer]
    for (const character of chunk.toString('utf8')) {
      if (character === '\r' || character === '\n') return characters.join('')
      if (character === CTRL_C || character === CTRL_D) throw new CommandError('Stopped; nothing was changed.')
      if (BACKSPACES.includes(character)) characters.pop()
      else characters.push(character)
    }
  }
}

async function firstLine(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  return text.replace(/\r?\n[\s\S]*$/, '')
}
