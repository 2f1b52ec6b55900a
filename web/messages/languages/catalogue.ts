import type { Speech } from '#web/lib/format.ts'
import type { m } from '../app.ts'
import type { activity } from '../activity.ts'
import type { admin } from '../admin.ts'
import type { byOthers } from '../recovery/by-others.ts'
import type { compliance } from '../compliance.ts'
import type { contacts } from '../growth/contacts.ts'
import type { newsletters } from '../growth/newsletters.ts'
import type { training } from '../training/training.ts'
import type { contracts } from '../invoicing/contracts.ts'
import type { invoices } from '../invoicing/invoices.ts'
import type { quotes } from '../sales/quotes.ts'
import type { sales } from '../sales/sales.ts'
import type { partners } from '../partners/partners.ts'
import type { devices } from '../devices.ts'
import type { help } from '../help/help.ts'
import type { ledger } from '../ledger.ts'
import type { threats } from '../threats/threats.ts'
import type { retention } from '../audit/retention.ts'
import type { policies } from '../threats/policies.ts'
import type { threatsPage } from '../threats/threats-page.ts'
import type { eventWords } from '../audit/event-words.ts'
import type { checks } from '../checks/checks.ts'
import type { panelErrors } from '../panel-errors.ts'
import type { people } from '../people.ts'
import type { operations } from '../operations.ts'
import type { requests } from '../requests.ts'
import type { audit } from '../audit/audit.ts'
import type { settings } from '../settings.ts'
import type { notices } from '../notifications.ts'
import type { spaces } from '../spaces.ts'
import type { documentationEditor } from '../documentation/documentation-editor.ts'
import type { seo } from '../seo/seo.ts'
import type { tenants } from '../tenants.ts'
import type { statusAdmin } from '../status.ts'
import type { damagedKeyring } from '../account/damaged-keyring.ts'
import type { putBack } from '../drive/put-back.ts'
import type { list } from '../list.ts'
import type { settingsForm } from '../settings-form.ts'
import type { scim } from '../scim.ts'
import type { streams } from '../streams.ts'
import type { teams } from '../teams.ts'
import type { sentences } from '../errors.ts'
import type { failures } from '../failures.ts'

/** Words like the English ones: the same keys, the same arguments, lists as long. */
type Words<T> = T extends (...parameters: infer Parameters) => infer Result
  ? (...parameters: Parameters) => Alike<Result>
  : T extends string
    ? string
    : T extends readonly unknown[]
      ? Alike<T>
      : { readonly [Key in keyof T]: Words<T[Key]> }

/** Texts and lists of texts, of the same shape and with any text. */
type Alike<T> = T extends string ? string : { readonly [Key in keyof T]: Alike<T[Key]> }

/** Every word of the app, also those that load with their pages. */
type All = typeof m & {
  activity: typeof activity
  admin: typeof admin
  byOthers: typeof byOthers
  compliance: typeof compliance
  contacts: typeof contacts
  devices: typeof devices
  help: typeof help
  ledger: typeof ledger
  threats: typeof threats
  policies: typeof policies
  threatsPage: typeof threatsPage
  retention: typeof retention
  eventWords: typeof eventWords
  checks: typeof checks
  newsletters: typeof newsletters
  training: typeof training
  operations: typeof operations
  panelErrors: typeof panelErrors
  documentationEditor: typeof documentationEditor
  seo: typeof seo
  notices: typeof notices
  spaces: typeof spaces
  requests: typeof requests
  audit: typeof audit
  settings: typeof settings
  people: typeof people
  tenants: typeof tenants
  contracts: typeof contracts
  invoices: typeof invoices
  quotes: typeof quotes
  partners: typeof partners
  sales: typeof sales
  statusAdmin: typeof statusAdmin
  scim: typeof scim
  list: typeof list
  settingsForm: typeof settingsForm
  putBack: typeof putBack
  damagedKeyring: typeof damagedKeyring
  streams: typeof streams
  teams: typeof teams
}

/** The words of one area of the app. */
export type WordsOf<Area extends keyof All> = Words<All[Area]>

/** One language. */
export type Catalogue = Speech & {
  words: Words<All>
  sentences: Words<typeof sentences>
  failures: Words<typeof failures>
}
