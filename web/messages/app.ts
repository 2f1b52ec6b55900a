import { account } from './account.ts'
import { activity } from './activity.ts'
import { audit } from './audit/audit.ts'
import { byOthers } from './recovery/by-others.ts'
import { commands } from './commands.ts'
import { common } from './common.ts'
import { compliance } from './compliance.ts'
import { details } from './drive/details.ts'
import { documents } from './drive/documents.ts'
import { files } from './drive/files.ts'
import { itemTexts as items } from './drive/items.ts'
import { link } from './sharing/link.ts'
import { notices } from './notifications.ts'
import { protection } from './security/protection.ts'
import { preview } from './drive/preview.ts'
import { requests } from './requests.ts'
import { recovery } from './recovery/recovery.ts'
import { security } from './security/security.ts'
import { sharing } from './sharing/sharing.ts'
import { settings } from './settings.ts'
import { spaces } from './spaces.ts'
import { statusAdmin } from './status.ts'
import { shell } from './shell.ts'
import { join, team } from './organisation.ts'
import { storage } from './storage.ts'
import { transfers } from './transfer.ts'
import { versions } from './drive/versions.ts'

/** The words that the app begins with, English. Those of `pageWords` load with their pages. */
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
