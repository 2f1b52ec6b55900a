import { inspectConfig } from '../config.ts'
import { defaultOf, SETTING_NAMES } from './table.ts'

/** A setting as it counts. */
export type ShownSetting = {
  name: string
  /** Null where nothing is set and there is no default, or the default depends on other settings. */
  value: string | null
  from: 'environment' | 'file' | 'default'
  /** The file it was read from. */
  file?: string
}

const MASK = '********'
/** Longer ones are texts such as certificates. */
const MOST_CHARACTERS = 100

/** Every setting, in the order of its table. What is secret in it is masked. */
export function showSettings(environment: NodeJS.ProcessEnv): ShownSetting[] {
  const { given } = inspectConfig(environment)
  return SETTING_NAMES.map((name) => {
    const found = given.get(name)
    if (!found) return { name, value: defaultOf(name) ?? null, from: 'default' }
    const value = masked(name, found.text)
    if (found.file === undefined) return { name, value, from: 'environment' }
    return { name, value, from: 'file', file: found.file }
  })
}

/** By its name: JWT_PUBLIC_KEYS and names of files are not secret, headers to a collector hold its token. */
const isSecret = (name: string): boolean => /(?:_SECRET|_KEY|_TOKEN|_HEADERS)$/.test(name)

/** A value without what is secret in it: all of it, or user, password and query of an address. */
function masked(name: string, text: string): string {
  if (isSecret(name)) return MASK
  const shown = text
    // A password may hold what ends an address elsewhere.
    .replaceAll(/([a-z][a-z\d+.-]*:\/\/)\S*@/gi, `$1${MASK}@`)
    .replaceAll(/([a-z][a-z\d+.-]*:\/\/[^\s?#]*)[?#]\S+/gi, `$1?${MASK}`)
  const [first = '', ...more] = shown.split('\n')
  if (more.length > 0) return `${first.slice(0, MOST_CHARACTERS)} … (${more.length + 1} lines)`
  return shown.length > MOST_CHARACTERS ? `${shown.slice(0, MOST_CHARACTERS)} …` : shown
}

/** What was set first, then what was not. */
export function reportSettings(settings: readonly ShownSetting[]): string {
  const width = Math.max(...settings.map(({ name }) => name.length)) + 2
  const lines = (isDefault: boolean) =>
    settings
      .filter(({ from }) => (from === 'default') === isDefault)
      .map(({ name, value, file }) => `  ${name.padEnd(width)}${value ?? '–'}${file ? `  (${file})` : ''}`)
  const set = lines(false)
  return [
    `Set: ${set.length}`,
    ...set,
    '',
    'By default (–: none, or it depends on others, see docs/configuration.md)',
    ...lines(true),
  ].join('\n')
}
