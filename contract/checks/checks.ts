/** Categories of the comprehensive test, in display order. */
export const CHECK_CATEGORIES = [
  'navigation',
  'authentication',
  'database',
  'mobile',
  'payments',
  'email',
  'docs',
  'integrations',
  'security',
] as const
export type CheckCategory = (typeof CHECK_CATEGORIES)[number]

export const CHECK_SEVERITIES = ['critical', 'high', 'medium', 'low'] as const
export type CheckSeverity = (typeof CHECK_SEVERITIES)[number]

export const CHECK_STATUSES = ['running', 'passed', 'failed', 'skipped'] as const
export type CheckStatus = (typeof CHECK_STATUSES)[number]

export const RUN_STATUSES = ['running', 'completed', 'cancelled'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

/** Why a check was not made. It never counts as passed. */
export const SKIP_REASONS = {
  no_browser: 'no browser took part in this run, or its answer did not come in time: run it from this page',
  local_mailbox: 'no mail server is set up (SMTP_URL); mails go to the local mailbox',
  no_billing: 'no payment provider is set up (BILLING)',
  live_billing: 'payments are real here, and an order would leave a customer behind',
  no_limit: 'there is no limit (FREE_STORAGE_BYTES)',
  no_provider: 'no provider of sign-in is set up (AUTH_GOOGLE_CLIENT_ID and others)',
  no_witness: 'no witness is set up (LEDGER_WITNESSES)',
  no_timestamps: 'no timestamp service is set up (LEDGER_TIMESTAMP_URL)',
  no_content: 'there is no file yet',
  no_backup_place: 'the database is not one that this server runs',
  no_support_address: 'there is no address for support, which security.txt would name (SUPPORT_EMAIL)',
  tls_elsewhere: 'this server does not end TLS itself: it is reached by http, or a proxy in front of it does',
  not_built: 'there is no build of the pages',
  /** Of runs before there was a studio. */
  no_studio: 'the AI studio is not set up',
  out_of_time: 'the run took too long before it came to this check',
} as const
export type SkipReason = keyof typeof SKIP_REASONS

/** Limits of a whole run, and of one check: a check that takes longer has failed, and one that a run does not come to in time is skipped. */
export const CHECK_LIMITS = {
  runMs: 120_000,
  checkMs: 10_000,
  /** From the beginning of a run to what its browser found. */
  browserMs: 90_000,
  /** Checks that run at the same time. */
  width: 2,
  /** Earlier runs are kept, and the older ones removed. */
  keptRuns: 100,
} as const

export const RUN_NAME = 'Comprehensive Test Suite'

type CheckFacts = { category: CheckCategory; severity: CheckSeverity; name: string }

/** Every check of the comprehensive test. `server/checks` holds what each does; a test holds that there is one for each. */
export const CHECKS = {
  'NAV-01': of('navigation', 'critical', 'Public pages answer'),
  'NAV-02': of('navigation', 'medium', 'An unknown address is a real 404'),
  'NAV-03': of('navigation', 'low', 'Nine articles and the sitemap'),
  'NAV-04': of('navigation', 'critical', 'Nothing is shown to people who are signed out'),
  'NAV-05': of('navigation', 'high', 'No dead links or files'),
  'NAV-06': of('navigation', 'high', 'The menu shows what permissions allow'),
  'NAV-07': of('navigation', 'medium', 'Keyboard and landmarks'),
  'NAV-08': of('navigation', 'high', 'No open redirect'),
  'AUTH-01': of('authentication', 'critical', 'Sign-in does not tell who has an account'),
  'AUTH-02': of('authentication', 'critical', 'Sign-in issues a correct token'),
  'AUTH-03': of('authentication', 'critical', 'Bad tokens are rejected'),
  'AUTH-04': of('authentication', 'critical', 'A reused refresh token ends its session'),
  'AUTH-05': of('authentication', 'high', 'Signing out ends sessions: this one, the others, all'),
  'AUTH-06': of('authentication', 'critical', 'Guessing passwords is stopped'),
  'AUTH-07': of('authentication', 'high', 'An authenticator app is set up and no code works twice'),
  'AUTH-08': of('authentication', 'high', 'Weak passwords are refused with reasons'),
  'AUTH-09': of('authentication', 'high', 'Mailed tokens work once and expire'),
  'AUTH-10': of('authentication', 'high', 'Sign-in with providers: PKCE, state, allowed addresses'),
  'AUTH-11': of('authentication', 'high', 'Passwords are hashed strongly enough'),
  'AUTH-12': of('authentication', 'high', 'Cookies are locked down and sessions change at sign-in'),
  'DB-01': of('database', 'critical', 'Answers quickly and has connections left'),
  'DB-02': of('database', 'critical', 'Writes survive a power failure'),
  'DB-03': of('database', 'high', 'Migrations are exactly those of this version'),
  'DB-04': of('database', 'critical', 'Row-level security is forced on every table'),
  'DB-05': of('database', 'critical', 'No policy is missing or always true'),
  'DB-06': of('database', 'critical', 'The roles of the API can do nothing else'),
  'DB-07': of('database', 'critical', 'Nobody reads another organisation'),
  'DB-08': of('database', 'critical', 'Nobody writes into another organisation'),
  'DB-09': of('database', 'critical', 'Without a session nothing is read'),
  'DB-10': of('database', 'high', 'Functions with the rights of the owner are safe'),
  'DB-11': of('database', 'high', 'Constraints and indexes are sound'),
  'DB-12': of('database', 'critical', 'Records and stored content agree'),
  'DB-13': of('database', 'high', 'A commit is seen on another connection'),
  'DB-14': of('database', 'high', 'The last backup is recent'),
  'DB-15': of('database', 'medium', 'There is room for more'),
  'MOB-01': of('mobile', 'medium', 'Pages may be zoomed and installed'),
  'MOB-02': of('mobile', 'high', 'No sideways scroll at 320 pixels'),
  'MOB-03': of('mobile', 'medium', 'Buttons are large enough for fingers'),
  'MOB-04': of('mobile', 'high', 'The sidebar is a drawer on small screens'),
  'MOB-05': of('mobile', 'medium', 'Files can be chosen without dragging'),
  'MOB-06': of('mobile', 'medium', 'The first page is small and quick'),
  'PAY-01': of('payments', 'high', 'Plans in force are the published ones'),
  'PAY-02': of('payments', 'high', 'Checkout leads to an allowed address for each plan'),
  'PAY-03': of('payments', 'critical', 'Billing needs a session'),
  'PAY-04': of('payments', 'critical', 'Webhooks need a valid signature'),
  'PAY-05': of('payments', 'high', 'A repeated or old webhook changes nothing'),
  'PAY-06': of('payments', 'high', 'A subscription moves through its states'),
  'PAY-07': of('payments', 'high', 'Limits of storage are enforced'),
  'PAY-08': of('payments', 'high', 'A subscription is shown to its own person only'),
  'PAY-09': of('payments', 'critical', 'No card data is stored and no secret key is in the pages'),
  'MAIL-01': of('email', 'high', 'The mail server accepts us'),
  'MAIL-02': of('email', 'medium', 'Every template renders'),
  'MAIL-03': of('email', 'high', 'A mail with a token reaches the queue'),
  'MAIL-04': of('email', 'high', 'Nobody injects headers into mails'),
  'MAIL-05': of('email', 'medium', 'Mails are not stuck'),
  'DOC-01': of('docs', 'low', 'Six categories and no empty guide'),
  'DOC-02': of('docs', 'low', 'Links within the documentation lead somewhere'),
  'DOC-03': of('docs', 'high', 'The API description lists the routes there are'),
  'DOC-04': of('docs', 'medium', 'Published examples work'),
  'DOC-05': of('docs', 'high', 'Delivered files are those of the build list'),
  'DOC-06': of('docs', 'medium', 'Version, bill of materials and changelog are there'),
  'DOC-07': of('docs', 'medium', 'security.txt is valid; terms and privacy are there'),
  'INT-01': of('integrations', 'critical', 'Stored content comes back as it was'),
  'INT-02': of('integrations', 'medium', 'No upload is left half done'),
  'INT-03': of('integrations', 'medium', 'Providers of sign-in answer'),
  'INT-04': of('integrations', 'high', 'Webhooks are signed and sent again'),
  'INT-05': of('integrations', 'critical', 'Requests to private networks are refused'),
  'INT-06': of('integrations', 'medium', 'Exports for security systems are valid'),
  'INT-07': of('integrations', 'high', 'A witness signs the log'),
  'INT-08': of('integrations', 'medium', 'The last timestamp of the log is valid'),
  'INT-09': of('integrations', 'medium', 'AI functions answer as they should'),
  'INT-10': of('integrations', 'high', 'Background jobs are done'),
  'SEC-01': of('security', 'high', 'Security headers are on every answer'),
  'SEC-02': of('security', 'high', 'The content policy is strict'),
  'SEC-03': of('security', 'high', 'TLS is modern and the certificate valid'),
  'SEC-04': of('security', 'high', 'Other origins get nothing'),
  'SEC-05': of('security', 'critical', 'Pages elsewhere cannot act for somebody'),
  'SEC-06': of('security', 'critical', 'Objects of others cannot be reached by id'),
  'SEC-07': of('security', 'critical', 'Roles may do what the table of permissions says'),
  'SEC-08': of('security', 'high', 'An expired role loses access at once'),
  'SEC-09': of('security', 'high', 'Injection attempts do nothing'),
  'SEC-10': of('security', 'high', 'Abusive uploads are refused'),
  'SEC-11': of('security', 'critical', 'Stored content shows nothing of the file'),
  'SEC-12': of('security', 'critical', 'Cryptography gives the published answers'),
  'SEC-13': of('security', 'critical', 'The audit log is whole'),
  'SEC-14': of('security', 'high', 'Detectors recognise attacks'),
  'SEC-15': of('security', 'high', 'A burst of requests is slowed down'),
  'SEC-16': of('security', 'critical', 'No secret is weak or shown'),
  'SEC-17': of('security', 'medium', 'The build is the one that was recorded'),
  'SEC-18': of('security', 'high', 'Shared links expire, end and resist guessing'),
} as const satisfies Record<string, CheckFacts>
export type CheckId = keyof typeof CHECKS

function of(category: CheckCategory, severity: CheckSeverity, name: string): CheckFacts {
  return { category, severity, name }
}

/** What the browser that started a run looks at: alone, or in part (SEC). */
export const BROWSER_CHECKS = ['NAV-07', 'MOB-02', 'MOB-03', 'MOB-04', 'MOB-05', 'MOB-06', 'SEC-02', 'SEC-12'] as const
export type BrowserCheckId = (typeof BROWSER_CHECKS)[number]

/** What a browser found. Figures and short texts, as `BROWSER_ANSWER_LIMITS` has it. */
export type BrowserAnswer = {
  id: BrowserCheckId
  status: 'passed' | 'failed'
  /** Only of one that failed. */
  error?: string
  evidence: Record<string, string | number | boolean | string[]>
}
export const BROWSER_ANSWER_LIMITS = { errorLetters: 500, textLetters: 200, figures: 20, texts: 20 } as const

/** The parameter of an address that carries leave to frame its document once. */
export const FRAME_TOKEN = 'self-test'

export const CHECK_IDS = Object.keys(CHECKS).filter(isCheckId)

export function isCheckId(text: string): text is CheckId {
  return Object.hasOwn(CHECKS, text)
}
