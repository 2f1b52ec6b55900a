import { account } from './account/account.ts'
import { commands } from './shell/commands.ts'
import { common } from './common.ts'
import { details } from './drive/details.ts'
import { documents } from './drive/documents.ts'
import { files } from './drive/files.ts'
import { itemTexts as items } from './drive/items.ts'
import { link } from './sharing/link.ts'
import { protection } from './security/protection.ts'
import { preview } from './drive/preview.ts'
import { recovery } from './recovery/recovery.ts'
import { security } from './security/security.ts'
import { sharing } from './sharing/sharing.ts'
import { shell } from './shell/shell.ts'
import { join, team } from './organisation.ts'
import { storage } from './storage/storage.ts'
import { transfers } from './transfer.ts'
import { versions } from './drive/versions.ts'

/** The words that the app begins with, English. Those of `pageWords` load with their pages. */
export const m = {
  account,
  commands,
  common,
  details,
  documents,
  files,
  items,
  join,
  link,
  protection,
  preview,
  recovery,
  security,
  sharing,
  shell,
  team,
  storage,
  transfers,
  versions,
}
