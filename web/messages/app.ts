import { account } from './account.ts'
import { activity } from './activity.ts'
import { audit } from './audit.ts'
import { byOthers } from './by-others.ts'
import { commands } from './commands.ts'
import { common } from './common.ts'
import { compliance } from './compliance.ts'
import { details } from './details.ts'
import { documents } from './documents.ts'
import { files } from './files.ts'
import { help } from './help.ts'
import { itemTexts as items } from './items.ts'
import { link } from './link.ts'
import { notices } from './notices.ts'
import { protection } from './protection.ts'
import { preview } from './preview.ts'
import { requests } from './requests.ts'
import { recovery } from './recovery.ts'
import { security } from './security.ts'
import { sharing } from './sharing.ts'
import { settings } from './settings.ts'
import { spaces } from './spaces.ts'
import { statusAdmin } from './status-admin.ts'
import { shell } from './shell.ts'
import { join, team } from './team.ts'
import { storage } from './storage.ts'
import { transfers } from './transfers.ts'
import { versions } from './versions.ts'

/** Every word of the app document, English. */
export const m = {
  account,
  activity,
  audit,
  byOthers,
  commands,
  common,
  compliance,
  details,
  documents,
  files,
  help,
  items,
  join,
  link,
  notices,
  protection,
  preview,
  requests,
  recovery,
  security,
  sharing,
  settings,
  shell,
  spaces,
  statusAdmin,
  team,
  storage,
  transfers,
  versions,
}
