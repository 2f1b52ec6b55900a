import { type Config, inspectConfig } from '../config.ts'
import { ok, problem, type Result } from './finding.ts'
import { lookAtSettings } from './setting-checks.ts'
import { lookAtNames } from './setting-names.ts'

export const MEND = 'Correct the settings that are named; docs/configuration.md says what each takes.'

/** What is to be said of the settings alone: every refusal of a start, names that are nearly a setting, and what is accepted and does harm. */
export function examineSettings(environment: NodeJS.ProcessEnv): Result[] {
  const { config, refusals } = inspectConfig(environment)
  const refused = refusals.map(({ settings, why }) => ({
    check: settings[0] ?? 'settings',
    ...problem(why, MEND),
  }))
  const names = { check: 'setting-names', ...lookAtNames(environment) }
  return [...refused, names, ...(config ? accepted(config) : [])]
}

const accepted = (config: Config): Result[] => [
  { check: 'settings', ...ok('All settings can be read.') },
  ...lookAtSettings(config),
]
