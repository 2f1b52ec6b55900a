import type { Catalogue } from './catalogue.ts'
import { account } from './de/account.ts'
import { activity } from './de/activity.ts'
import { audit } from './de/audit/audit.ts'
import { eventWords } from './de/audit/event-words.ts'
import { notices } from './de/notifications.ts'
import { commands } from './de/commands.ts'
import { common } from './de/common.ts'
import { compliance } from './de/compliance.ts'
import { details } from './de/drive/details.ts'
import { devices } from './de/devices.ts'
import { documents } from './de/drive/documents.ts'
import { files } from './de/drive/files.ts'
import { items } from './de/drive/items.ts'
import { preview } from './de/drive/preview.ts'
import { versions } from './de/drive/versions.ts'
import { failures, sentences } from './de/errors.ts'
import { help } from './de/help/help.ts'
import { join, team } from './de/organisation.ts'
import { byOthers } from './de/recovery/by-others.ts'
import { recovery } from './de/recovery/recovery.ts'
import { requests } from './de/requests.ts'
import { protection } from './de/security/protection.ts'
import { security } from './de/security/security.ts'
import { settings } from './de/settings.ts'
import { link } from './de/sharing/link.ts'
import { sharing } from './de/sharing/sharing.ts'
import { shell } from './de/shell.ts'
import { spaces } from './de/spaces.ts'
import { statusAdmin } from './de/status.ts'
import { ledger } from './de/ledger.ts'
import { streams } from './de/streams.ts'
import { storage } from './de/storage.ts'
import { threats } from './de/threats.ts'
import { threatsPage } from './de/threats-page.ts'
import { transfers } from './de/transfer.ts'

export const de: Catalogue = {
  locale: 'de',
  justNow: 'Gerade eben',
  words: {
    statusAdmin,
    threats,
    threatsPage,
    compliance,
    account,
    activity,
    audit,
    eventWords,
    notices,
    byOthers,
    commands,
    common,
    details,
    devices,
    documents,
    files,
    help,
    items,
    join,
    link,
    preview,
    protection,
    recovery,
    requests,
    security,
    settings,
    sharing,
    shell,
    spaces,
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
