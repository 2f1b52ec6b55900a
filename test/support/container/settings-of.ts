import fs from 'node:fs'
import path from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import { SETTING_NAMES } from '#server/settings/table.ts'
import { settingNotices } from '#server/settings/notices.ts'

/** Names that are no settings of the server, and no `_FILE` of one. */
export function unknownSettings(environment: Record<string, string>): string[] {
  return Object.keys(environment).filter(
    (name) => !SETTING_NAMES.includes(name) && !SETTING_NAMES.includes(name.replace(/_FILE$/, '')),
  )
}

/**
 * What the server makes of the settings of an example, with the files that a container sees.
 * @param files content by where it is seen. @throws at a setting that the server refuses, and a file that is not there.
 */
export function configOf(
  environment: Record<string, string>,
  files: ReadonlyMap<string, string>,
  folder: string,
): { config: Config; notices: string[] } {
  const values = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      if (!name.endsWith('_FILE')) return [name, value]
      const content = files.get(value)
      if (content === undefined) throw new Error(`${name} names ${value}, which the container does not see`)
      const file = path.join(folder, name)
      fs.writeFileSync(file, content)
      return [name, file]
    }),
  )
  const config = readConfig(values)
  return { config, notices: settingNotices(values, { known: SETTING_NAMES, config }) }
}
