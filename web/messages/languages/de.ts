import type { Catalogue } from './catalogue.ts'
import { account } from './de/account/account.ts'
import { admin } from './de/admin.ts'
import { activity } from './de/activity.ts'
import { audit } from './de/audit/audit.ts'
import { eventWords } from './de/audit/event-words.ts'
import { notices } from './de/notifications.ts'
import { commands } from './de/shell/commands.ts'
import { checks } from './de/checks/checks.ts'
import { common } from './de/common.ts'
import { compliance } from './de/compliance.ts'
import { details } from './de/drive/details.ts'
import { contacts } from './de/growth/contacts.ts'
import { newsletters } from './de/growth/newsletters.ts'
import { training } from './de/training/training.ts'
import { partners } from './de/partners/partners.ts'
import { contracts } from './de/invoicing/contracts.ts'
import { invoices } from './de/invoicing/invoices.ts'
import { quotes } from './de/sales/quotes.ts'
import { sales } from './de/sales/sales.ts'
import { devices } from './de/devices.ts'
import { documents } from './de/drive/documents.ts'
import { files } from './de/drive/files.ts'
import { items } from './de/drive/items.ts'
import { preview } from './de/drive/preview.ts'
import { putBack } from './de/drive/put-back.ts'
import { damagedKeyring } from './de/account/damaged-keyring.ts'
import { versions } from './de/drive/versions.ts'
import { sentences } from './de/errors.ts'
import { panelErrors } from './de/panel-errors.ts'
import { failures } from './de/failures.ts'
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
import { shell } from './de/shell/shell.ts'
import { spaces } from './de/spaces.ts'
import { operations } from './de/operations.ts'
import { documentationEditor } from './de/documentation/documentation-editor.ts'
import { seo } from './de/seo/seo.ts'
import { people } from './de/people.ts'
import { tenants } from './de/tenants.ts'
import { statusAdmin } from './de/status.ts'
import { ledger } from './de/ledger.ts'
import { list } from './de/list.ts'
import { settingsForm } from './de/settings-form.ts'
import { scim } from './de/scim.ts'
import { streams } from './de/streams.ts'
import { teams } from './de/teams.ts'
import { storage } from './de/storage/storage.ts'
import { threats } from './de/threats/threats.ts'
import { retention } from './de/audit/retention.ts'
import { policies } from './de/threats/policies.ts'
import { threatsPage } from './de/threats/threats-page.ts'
import { transfers } from './de/transfer.ts'

export const de: Catalogue = {
  locale: 'de',
  justNow: 'Gerade eben',
  words: {
    checks,
    newsletters,
    training,
    operations,
    panelErrors,
    documentationEditor,
    seo,
    people,
    tenants,
    statusAdmin,
    putBack,
    damagedKeyring,
    teams,
    threats,
    policies,
    threatsPage,
    retention,
    compliance,
    contacts,
    quotes,
    partners,
    contracts,
    invoices,
    sales,
    account,
    admin,
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
    scim,
    list,
    settingsForm,
    streams,
    storage,
    team,
    transfers,
    versions,
  },
  sentences,
  failures,
}
