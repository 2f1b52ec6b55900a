import type { Catalogue } from './catalogue.ts'
import { account } from './fr/account/account.ts'
import { admin } from './fr/admin.ts'
import { activity } from './fr/activity.ts'
import { audit } from './fr/audit/audit.ts'
import { eventWords } from './fr/audit/event-words.ts'
import { notices } from './fr/notifications.ts'
import { commands } from './fr/shell/commands.ts'
import { checks } from './fr/checks/checks.ts'
import { common } from './fr/common.ts'
import { compliance } from './fr/compliance.ts'
import { details } from './fr/drive/details.ts'
import { contacts } from './fr/growth/contacts.ts'
import { newsletters } from './fr/growth/newsletters.ts'
import { training } from './fr/training/training.ts'
import { partners } from './fr/partners/partners.ts'
import { contracts } from './fr/invoicing/contracts.ts'
import { invoices } from './fr/invoicing/invoices.ts'
import { quotes } from './fr/sales/quotes.ts'
import { sales } from './fr/sales/sales.ts'
import { devices } from './fr/devices.ts'
import { documents } from './fr/drive/documents.ts'
import { files } from './fr/drive/files.ts'
import { items } from './fr/drive/items.ts'
import { preview } from './fr/drive/preview.ts'
import { putBack } from './fr/drive/put-back.ts'
import { damagedKeyring } from './fr/account/damaged-keyring.ts'
import { versions } from './fr/drive/versions.ts'
import { sentences } from './fr/errors.ts'
import { panelErrors } from './fr/panel-errors.ts'
import { failures } from './fr/failures.ts'
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
import { shell } from './fr/shell/shell.ts'
import { spaces } from './fr/spaces.ts'
import { operations } from './fr/operations.ts'
import { documentationEditor } from './fr/documentation/documentation-editor.ts'
import { seo } from './fr/seo/seo.ts'
import { people } from './fr/people.ts'
import { tenants } from './fr/tenants.ts'
import { statusAdmin } from './fr/status.ts'
import { ledger } from './fr/ledger.ts'
import { list } from './fr/list.ts'
import { settingsForm } from './fr/settings-form.ts'
import { scim } from './fr/scim.ts'
import { streams } from './fr/streams.ts'
import { teams } from './fr/teams.ts'
import { storage } from './fr/storage/storage.ts'
import { threats } from './fr/threats/threats.ts'
import { retention } from './fr/audit/retention.ts'
import { policies } from './fr/threats/policies.ts'
import { threatsPage } from './fr/threats/threats-page.ts'
import { transfers } from './fr/transfer.ts'

export const fr: Catalogue = {
  locale: 'fr',
  justNow: 'À l’instant',
  words: {
    account,
    admin,
    activity,
    audit,
    byOthers,
    commands,
    common,
    compliance,
    contacts,
    quotes,
    partners,
    contracts,
    invoices,
    sales,
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
