import { SETTING_NAMES } from '../settings/table.ts'
import { misspelt } from '../settings/notices.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Of commands, beside those of the server; `docs/configuration.md` describes each. */
export const COMMAND_SETTINGS = [
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_REGION',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
]

/** Names in the environment that are no setting and almost one: the server ignores them. */
export function lookAtNames(environment: NodeJS.ProcessEnv): Finding {
  const found = misspelt(Object.keys(environment), [...SETTING_NAMES, ...COMMAND_SETTINGS])
  if (found.length === 0) return ok('No name in the environment looks like a misspelt setting.')
  return warning(
    `These names are no settings, so the server ignores them: ${found.map(({ name, meant }) => `${name} (${meant}?)`).join(', ')}.`,
    'Correct the spelling; docs/configuration.md has all names.',
  )
}
