import { parseArgs, type ParseArgsConfig } from 'node:util'

/** As shells end for words that they cannot use. */
const NOT_UNDERSTOOD = 2
/** As the program `quantumshield` ends for what is damaged. */
const LACKS_CONTENT = 5

/** What the system says, for people. */
const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no space left',
  EROFS: 'The disk takes no writes',
  EACCES: 'This user may not',
  EPERM: 'This user may not',
  ENOTDIR: 'A part of the path is a file',
  EEXIST: 'It is there already',
  ENOENT: 'There is no such file or folder',
  EIO: 'The disk fails',
}

/** Words of a command line that are missing, too many or unknown. */
export class NotUnderstood extends Error {}

/** For words that are none of the things that a command does. */
export function unknownCommand(words: readonly string[]): NotUnderstood {
  return new NotUnderstood(words.length === 0 ? 'Name a command.' : `Unknown command '${words.join(' ')}'.`)
}

/** Reads the words of a command. An option that it does not know ends it, as `NotUnderstood` does. */
export function readWords<const Config extends ParseArgsConfig>(config: Config, usage: string) {
  try {
    return parseArgs<Config>(config)
  } catch (error) {
    // Node continues with advice about "--", which npm needs as well.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\. (?=To specify)|\n/)
    console.error(explain(sentence.replace(/\.?$/, '.'), usage))
    process.exit(NOT_UNDERSTOOD)
  }
}

/** Runs a command to its end: a failure is a sentence, and 1; what was not understood is followed by the usage, and 2. */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  // Node ends a program that waits for a thread or a socket that does not count.
  const awake = setInterval(() => undefined, 60_000)
  try {
    await command()
  } catch (error) {
    const isUnderstood = !(error instanceof NotUnderstood)
    console.error(isUnderstood ? sentenceOf(error) : explain(error.message, usage))
    process.exitCode = isUnderstood ? 1 : NOT_UNDERSTOOD
  } finally {
    clearInterval(awake)
  }
}

/** For contents that were named as missing or damaged: a command that continues nevertheless ends with 5. @returns whether there are any. */
export function lacksContent(names: readonly string[]): boolean {
  if (names.length === 0) return false
  endAsDamaged()
  return true
}

/** For content that is missing, damaged or cannot be read: the command continues, and ends with 5. */
export function endAsDamaged(): void {
  process.exitCode = LACKS_CONTENT
}

/** "1 file", "2 files". */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const explain = (sentence: string, usage: string): string => `${sentence}\n\n${usage}`

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const where = 'path' in error && typeof error.path === 'string' ? `: ${error.path}` : ''
  const known = 'syscall' in error ? SENTENCES[code] : undefined
  return known === undefined ? error.message : `${known}${where} (${code}).`
}
