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
import { devices } from './fr/devices.ts'
import { documents } from './fr/drive/documents.ts'
import { files } from './fr/drive/files.ts'
import { items } from './fr/drive/items.ts'
import { preview } from './fr/drive/preview.ts'
import { versions } from './fr/drive/versions.ts'
import { failures, sentences } from './fr/errors.ts'
import { help } from './fr/help/help.ts'
import { join, team } from './fr/organisation.ts'
import { byOthers } from './fr/recovery/by-others.ts'
import { recovery } from './fr/recovery/recovery.ts'
import { requests } from './fr/requests.ts'
import { protection } from './fr/security/protection.ts'
import { security } from './fr/security/security.ts'
import { settings } from './fr/settings.ts'
import { link } from './fr/sharing/link.ts'
import { sharing } from './fr/sharing/sharing.ts'
import { shell } from './fr/shell.ts'
import { spaces } from './fr/spaces.ts'
import { statusAdmin } from './fr/status.ts'
import { ledger } from './fr/ledger.ts'
import { streams } from './fr/streams.ts'
import { storage } from './fr/storage.ts'
import { threats } from './fr/threats.ts'
import { threatsPage } from './fr/threats-page.ts'
import { transfers } from './fr/transfer.ts'

export const fr: Catalogue = {
  locale: 'fr',
  justNow: 'À l’instant',
  words: {
    account,
    activity,
    audit,
    byOthers,
    commands,
    common,
    compliance,
    details,
    devices,
    documents,
    eventWords,
    files,
    help,
    items,
    join,
    link,
    notices,
    preview,
    protection,
    recovery,
    requests,
    security,
    settings,
    sharing,
    shell,
    spaces,
    statusAdmin,
    threats,
    threatsPage,
    ledger,
    streams,
    storage,
    team,
    transfers,
    versions,
  },
  sentences,
  failures,
}
