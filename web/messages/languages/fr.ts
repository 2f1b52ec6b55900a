import type { Catalogue } from './catalogue.ts'
import { account } from './fr/account.ts'
import { activity } from './fr/activity.ts'
import { audit } from './fr/audit/audit.ts'
import { eventWords } from './fr/audit/event-words.ts'
import { notices } from './fr/notifications.ts'
import { commands } from './fr/commands.ts'
import { common } from './fr/common.ts'
import { compliance } from './fr/compliance.ts'
import { details } from './fr/drive/details.ts'
import { files } from './fr/drive/files.ts'
import { items } from './fr/drive/items.ts'
import { versions } from './fr/drive/versions.ts'
import { failures, sentences } from './fr/errors.ts'
import { team } from './fr/organisation.ts'
import { recovery } from './fr/recovery/recovery.ts'
import { requests } from './fr/requests.ts'
import { security } from './fr/security/security.ts'
import { settings } from './fr/settings.ts'
import { sharing } from './fr/sharing/sharing.ts'
import { shell } from './fr/shell.ts'
import { spaces } from './fr/spaces.ts'
import { statusAdmin } from './fr/status.ts'
import { storage } from './fr/storage.ts'
import { transfers } from './fr/transfer.ts'

export const fr: Catalogue = {
  locale: 'fr',
  justNow: 'À l’instant',
  words: {
    statusAdmin,
    compliance,
    account,
    activity,
    audit,
    eventWords,
    notices,
    commands,
    common,
    details,
    files,
    items,
    recovery,
    requests,
    security,
    settings,
    sharing,
    shell,
    spaces,
    storage,
    team,
    transfers,
    versions,
  },
  sentences,
  failures,
}
