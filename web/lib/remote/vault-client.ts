import type { VaultApi } from '#vault/session/api.ts'
import type { AccountClient } from '../account/account-types.ts'
import type { FilesClient } from '../files/files-types.ts'
import type { InstallationClient } from '../account/installation-client.ts'
import type { KeylessClient } from '../keyless/keyless-client.ts'
import type { GrammarChecker } from './grammar-engine.ts'
import type { LiveClient } from './live-client.ts'
import type { ProtectionClient } from '../account/protection/protection-types.ts'
import type { RemoteVault } from './remote.ts'
import type { SenderClient } from '../files/sender-client.ts'

/**
 * What screens may ask of the account and the vault. The only way from `web/app` to everything behind it:
 * keys, passwords and ciphertext stay on the other side (in workers), screens see decrypted view models.
 */
export type { AuditFormat } from '#web/lib/keyless/audit/audit-formats.ts'
export type { AuditEvent, AuditFilter, AuditPerson, AuditPlace, AuditWord } from '#vault/audit/audit-log.ts'
export type { LegalHold, Retention, RetentionRule, RetentionState } from '#web/lib/keyless/audit/retention.ts'
export type { TestNews, TestResult, TestRun, TestRunPage } from '#web/lib/keyless/checks/test-runs.ts'
export type {
  Contact,
  ContactDetails,
  ContactEvent,
  ContactFields,
  ContactImport,
  ContactRules,
} from '#web/lib/keyless/growth/contacts.ts'
export type {
  Audience,
  AudienceRules,
  AudienceSizes,
  ListedNewsletter,
  Newsletter,
  NewsletterFields,
} from '#web/lib/keyless/growth/newsletters.ts'
export type { LandingForm } from '#web/lib/keyless/growth/forms.ts'
export type { SavedView } from '#web/lib/keyless/panel/views.ts'
export type { AccessReview, NewReview, ReviewItem } from '#web/lib/keyless/reviews/reviews.ts'
export type { AccessOnDay } from '#web/lib/keyless/reviews/access-on-day.ts'
export type { TenantDeletion } from '#web/lib/keyless/tenants/deletions.ts'
export type { Demo, DemoAccounts, MadeDemo, NewestDemo } from '#web/lib/keyless/tenants/demos.ts'
export type { OwnEntry, TenantGuest } from '#web/lib/keyless/tenants/entries.ts'
export type { TenantExport } from '#web/lib/keyless/tenants/exports.ts'
export type { Offboarding, OffboardingFacts } from '#web/lib/keyless/reviews/offboarding.ts'
export type { Assignee, Assignment } from '#web/lib/keyless/training/assignments.ts'
export type { Exercise } from '#web/lib/keyless/training/exercises.ts'
export type { OpenOwnCourse, OwnCourse } from '#web/lib/keyless/training/own-courses.ts'
export type { Completion, OpenCourse, QuizResult, TrainingOverview } from '#web/lib/keyless/training/learning.ts'
export type {
  Board,
  Deal,
  DealDetails,
  DealEvent,
  DealFields,
  DealRules,
  DealTask,
  ListedQuote,
} from '#web/lib/keyless/sales/deals.ts'
export type { Forecast, Pipeline, Stage } from '#web/lib/keyless/sales/pipeline.ts'
export type {
  Commission,
  CommissionRules,
  OwnCommission,
  OwnPartner,
  OwnRegistration,
  Partner,
  PartnerDetails,
  PartnerFields,
  PartnerLink,
  PartnerRules,
  PartnerStatement,
  Programme,
  Registration,
  RegistrationFields,
  RegistrationRules,
  Tier,
} from '#web/lib/keyless/partners/partners.ts'
export type { ListedPerson, PeoplePage, PeopleRules } from '#web/lib/keyless/people/people.ts'
export type {
  BillingAccount,
  Buyer,
  BuyerFields,
  ContractRequest,
  NewContractRequest,
  OpenContractRequest,
} from '#web/lib/keyless/invoicing/contracts.ts'
export type {
  Invoice,
  InvoiceFields,
  InvoicePayment,
  InvoiceRules,
  ListedInvoice,
  Seller,
  SellerFields,
} from '#web/lib/keyless/invoicing/invoices.ts'
export type { Quote, QuoteFields } from '#web/lib/keyless/sales/quotes.ts'
export type { OpenTask, TaskFields } from '#web/lib/keyless/sales/work.ts'
export type { CertificationFields } from '#web/lib/keyless/compliance/certifications.ts'
export type { CopiedFile, CopiedFolder } from '#vault/folders/copy-items.ts'
export type { InSpace, Shown } from '#vault/files/shown.ts'
export type { ReceivedFile } from '#vault/requests/deliveries.ts'
export type {
  EventStream,
  NewEventStream,
  StreamFields,
  StreamPlace,
  StreamTest,
  StreamTry,
  AsideEvent,
} from '#web/lib/keyless/streams/event-streams.ts'
export type { GuideVersion, OpenGuide, OwnGuide, WrittenVersion } from '#web/lib/keyless/documentation/own-guides.ts'
export type {
  ContentBrief,
  KeywordCluster,
  KeywordProject,
  KeywordProjects,
  KeywordTerms,
  ListPreview,
  ProjectKeyword,
  UnreadList,
  WholeKeywordProject,
} from '#web/lib/keyless/keywords/keyword-projects.ts'
export type { CalendarList, ListedCalendar, OpenCalendar, SocialPost } from '#web/lib/keyless/studio/calendars.ts'
export type { ChosenFact, ListedDraft, OpenDraft, WritingNews } from '#web/lib/keyless/studio/drafts.ts'
export type { RecordCheck, RecordFacts } from '#web/lib/keyless/studio/records.ts'
export type { Leaving } from '#web/lib/keyless/studio/leaving.ts'
export type { RewriteFields, RewriteNews, TakenPassage } from '#web/lib/keyless/studio/rewriting.ts'
export type { Dictionary } from '#web/lib/keyless/studio/grammar.ts'
export type { Finding, GrammarEngine, Setting } from './grammar-engine.ts'
export type { ListedSource, NewSource, SourceList } from '#web/lib/keyless/studio/sources.ts'
export type {
  ModelConnection,
  ModelOverview,
  ModelPrice,
  ModelRequest,
  ModelSettings,
  ModelUsage,
} from '#web/lib/keyless/studio/models.ts'
export type { OwnModelFile, OwnModels } from '#web/lib/keyless/studio/own-models.ts'
export type { CrawledPage, SiteCrawl, SiteFinding, SiteRedirect, WholeCrawl } from '#web/lib/keyless/seo/site-crawls.ts'
export type { Tenant, TenantPlace } from '#vault/tenants/tenants.ts'
export type { FailedJob, FailedMail, OperatedNode, Operations } from '#web/lib/keyless/operations/operations.ts'
export type { Domain } from '#vault/organisation/domains.ts'
export type { DevicePause } from '#vault/devices/device-records.ts'
export type { AddedDevice, FleetDevice, NewDevice, OwnDevice } from '#vault/devices/devices.ts'
export type { RefusedDelivery } from '#vault/devices/device-deliveries.ts'
export type { VaultFile } from '#vault/files/file-records.ts'
export type { DeletedVersion, FileVersion } from '#vault/files/file-versions.ts'
export type { EarlierState, EarlierStates } from '#vault/files/earlier-states.ts'
export type { VaultFolder } from '#vault/folders/folders.ts'
export type { ShownWithin, Within } from '#vault/folders/prove-folders.ts'
export type { OwnGrant } from '#vault/sharing/grants.ts'
export type { Items } from '#vault/folders/items.ts'
export type { LedgerReport, LedgerState } from '#vault/ledger/check-ledger.ts'
export type { LedgerFault } from '#vault/ledger/ended-log.ts'
export { writeReceiptFile } from '#vault/ledger/receipts/receipt-file.ts'
export type { LastTimestamp } from '#vault/ledger/last-timestamp.ts'
export type { ReceiptReport, ShownReceipts } from '#vault/ledger/receipts/settle-receipts.ts'
export type { CheckedAnchor } from '#vault/ledger/anchor-log.ts'
export type { CheckedKeys } from '#vault/ledger/listings/listed-keys.ts'
export type { LogProblem } from '#vault/ledger/watch-log.ts'
export type { EventState } from '#vault/ledger/verify-events.ts'
export type { LinkChange } from '#vault/sharing/links/change-link.ts'
export type { OwnLink } from '#vault/sharing/links/links.ts'
export type { NewLink, NewLinkToSeveral } from '#vault/sharing/links/new-link.ts'
export type { Notice } from '#web/lib/keyless/notices/notices.ts'
export type { Profile } from '#vault/account/own-profile.ts'
export type { OwnSession, SecurityFacts } from '#vault/account/own-security.ts'
export type { RecoveryWordsProblem } from '#vault/account/recovery.ts'
export type { OwnRecovery } from '#vault/recovery/recovery-agreement.ts'
export type { RecoveryToAnswer } from '#vault/recovery/recovery-answer.ts'
export type { PolicyPerson } from '#vault/recovery/recovery-policy.ts'
export type { AskedRecovery } from '#vault/recovery/recovery-request.ts'
export type { NewRequest, OwnRequest } from '#vault/requests/requests.ts'
export type { SharedFile } from '#vault/sharing/shared-files.ts'
export type { StorageUsage } from '#vault/account/storage-usage.ts'
export type { Subscription } from '#vault/account/subscription.ts'
export type { FileTag, VaultTag } from '#vault/folders/tags.ts'
export type { NewScimToken, ScimToken } from '#vault/organisation/scim-tokens.ts'
export type { Health, Overview, Waits } from '#vault/organisation/overview.ts'
export type { PolicyChange, PolicyCounts, ReadPolicies } from '#vault/organisation/policies.ts'
export type { OrganisationSession, SessionPlace } from '#vault/organisation/sessions.ts'
export type { PeopleImport, PeoplePreview } from '#vault/organisation/people-import.ts'
export type { Guest } from '#vault/organisation/guests.ts'
export type { Invitation, Member, OwnInvitation } from '#vault/organisation/team.ts'
export type { SeenMembers, TeamSpace, TeamSpaceMember, WantedMember } from '#vault/spaces/team-spaces.ts'
export { type ExpandedTeam, expandTeam } from '#vault/teams/expand-team.ts'
export type { TeamNote } from '#vault/teams/space-teams.ts'
export { type TeamDrift, driftOf } from '#vault/teams/team-drift.ts'
export type { NamedTeam, TeamWords } from '#vault/teams/teams.ts'
export type { DetectionsOfDay, DetectorSetting, ThreatFigures } from '#vault/threats/detectors.ts'
export type { Incident, IncidentNote } from '#vault/threats/incidents.ts'
export { isInForce } from '#vault/threats/in-force.ts'
export type { Pause } from '#vault/threats/own-enforcements.ts'
export { type Detection, type Enforced, type NoticedReason, type ThreatEnforcement } from '#vault/threats/rows.ts'
export { isOwnWords } from '#vault/session/api.ts'
export { VaultError, type VaultErrorCode } from '#vault/session/vault-error.ts'
export type { RecoveryProof } from '#web/workers/calls/account/account-calls.ts'
export type { OpenedRequest } from '#web/workers/calls/requests/delivery-calls.ts'
export type { PolicyView, RecoveryByOthers } from '#web/workers/calls/recovery-calls.ts'
export type { FoundPeople, FoundPerson } from '#web/workers/calls/sharing-calls.ts'
export type { LinkVisit } from '#vault/sharing/links/link-visit.ts'
export type { VisitedFile, VisitedLink } from '#web/workers/calls/visit-calls.ts'
export type { OwnZipFile } from '#web/workers/transfer/zip-plans.ts'
export type { Stay } from '../account/session/stay.ts'
export type { AccountState } from '../account/account-state.ts'
export type * from '../account/account-types.ts'
export type * from '../files/files-types.ts'
export type { InstallationClient } from '../account/installation-client.ts'
export type * from '../account/protection/protection-types.ts'
export type { SentFile } from '../files/sender-client.ts'
export type { CodeReceiver, Ways } from '../account/sign-in-ways.ts'
export { ZipError } from '../files/files-types.ts'

/** Features that keep no state in the page: what the worker exposes of them is what screens call. */
export const REMOTE_FEATURES = [
  'devices',
  'items',
  'keyring',
  'ledger',
  'putBack',
  'recovery',
  'requests',
  'roles',
  'scim',
  'security',
  'settings',
  'sharing',
  'spaces',
  'tags',
  'team',
  'tenants',
  'teams',
  'threats',
  'versions',
  'visit',
] as const satisfies readonly (keyof RemoteVault)[]

type FoldersClient = Pick<RemoteVault['folders'], 'list' | 'create' | 'rename'> & {
  /** The team space whose folders these are; null is the personal one. */
  spaceId: string | null
}

export type EntryLine = { connect: () => Promise<VaultApi>; rooms: KeylessClient }

export type VaultClient = Pick<RemoteVault, (typeof REMOTE_FEATURES)[number]> &
  KeylessClient & {
    account: AccountClient
    files: FilesClient
    folders: FoldersClient
    sender: SenderClient
    protection: ProtectionClient
    checker: GrammarChecker
    installation: InstallationClient
    live: LiveClient
    /** Returns a line whose requests name an entry into another organisation, and the rooms of that line. */
    enter: (entry: string) => EntryLine
  }

export { type Trust, isBlocked } from '#vault/pins/trust.ts'
